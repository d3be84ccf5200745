import { z } from 'zod'
import type { TargetProfile } from '../domain/target.ts'
import { TargetConfig } from '../domain/target.ts'
import { explain } from '../targets/detect/explain.ts'
import { TargetUrl } from './scan-input.ts'
import { ProfileView, toProfileView } from './scan-view.ts'

/** The body of POST /targets/probe. */
export const ProbeInput = z
  .strictObject({ target: TargetUrl, target_config: TargetConfig.optional() })
  .meta({ id: 'ProbeRequest', description: 'An endpoint to look at, with harmless requests only.' })
export type ProbeInput = z.infer<typeof ProbeInput>

/** What POST /targets/probe answers: the profile, and the same in words. */
export const ProbeView = ProfileView.extend({
  explanation: z
    .string()
    .describe('The profile in words, as `sortie probe` prints it: what was tried, what came back, what would settle it.'),
}).meta({ id: 'ProbedTarget', description: 'How to talk to a target, and how that was found out.' })
export type ProbeView = z.infer<typeof ProbeView>

/** A profile in words, for people. */
export const explainTarget = (profile: ProfileView): string => explain(profile)

export type DetectTarget = (url: string, config: TargetConfig, signal: AbortSignal) => Promise<TargetProfile>

/** Finds out how to talk to an endpoint, without attacking it. A target that can't be spoken to is an answer, not an error. */
export async function probeTarget(
  deps: Readonly<{ judgeUrl: (url: string) => void; assertRunning: () => void; detect: DetectTarget }>,
  input: ProbeInput,
  signal: AbortSignal,
): Promise<ProbeView> {
  deps.judgeUrl(input.target)
  deps.assertRunning()
  const looking = deps.detect(input.target, input.target_config ?? {}, signal)
  await Promise.allSettled([looking])
  // Cut off in the middle: what it looked like then says nothing about the target.
  deps.assertRunning()
  const profile = toProfileView(await looking)
  return { ...profile, explanation: explainTarget(profile) }
}
