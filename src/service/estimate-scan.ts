import { z } from 'zod'
import type { ScanPlan } from '../domain/scan.ts'
import type { PlanDeps } from './plan-scan.ts'
import { toPlan } from './plan-scan.ts'
import type { ScanInput } from './scan-input.ts'

/** What a scan would come to. */
export const EstimateView = z
  .object({
    attacks_planned: z.int().min(0).describe('How many attacks would run, before anything is known about the target.'),
    requests_at_most: z.int().min(0).describe('Everything that could be sent: detection, controls, retries and further turns included.'),
  })
  .meta({
    id: 'Estimate',
    description: 'What a scan would come to, if it were started.',
    examples: [{ attacks_planned: 100, requests_at_most: 1235 }],
  })
export type EstimateView = z.infer<typeof EstimateView>

// The bounds of what is sent beside the attacks themselves.
const detection = 25
const controls = 10
const turns = 10
const retries = 0.2

/** Checks a scan's body as POST /scans would, and says what it would come to. Nothing is stored and nothing is sent. */
export function estimateScan(
  deps: PlanDeps & Readonly<{ judgeUrl: (url: string) => void; estimate: (plan: ScanPlan) => number }>,
  input: ScanInput,
): EstimateView {
  const plan = toPlan(deps, input)
  deps.judgeUrl(input.target)
  const planned = deps.estimate(plan)
  const most = detection + controls + Math.ceil(planned * turns * (1 + retries))
  return { attacks_planned: planned, requests_at_most: Math.min(most, plan.maxRequests ?? most) }
}
