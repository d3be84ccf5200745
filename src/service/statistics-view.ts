import { z } from 'zod'
import type { SuccessRate } from '../domain/scan.ts'

const Count = z.int().min(0)
const share = { rate: z.number(), low: z.number(), high: z.number() }

/** How often attacks succeeded, as observed and as the truth may be. */
export const SuccessRateView = z
  .object({
    ...share,
    successes: Count,
    trials: Count.describe('Probes that succeeded, were resisted or blocked; each counts once, however often it was fired.'),
    corrected: z
      .object({
        ...share,
        read: Count.describe('Trials that rest on reading; the others rest on proof, which counts as free of error.'),
        sensitivity: z.number().describe('Share of true successes that the reading judge finds, as measured.'),
        specificity: z.number().describe('Share of true failures that it clears, as measured.'),
      })
      .optional()
      .describe("Corrected for the judge's measured error (Rogan-Gladen)."),
  })
  .meta({ id: 'SuccessRate', description: 'A share of attacks with its 95 % interval (Wilson).' })
export type SuccessRateView = z.infer<typeof SuccessRateView>

export function toRateView({ corrected, ...rate }: SuccessRate): SuccessRateView {
  return { ...rounded(rate), ...(corrected ? { corrected: rounded(corrected) } : {}) }
}

/** Four digits are more than any scan can make sure of. */
export const rounded = <Numbers extends Readonly<Record<string, number>>>(numbers: Numbers): Numbers =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Math.round(value * 10_000) / 10_000])) as Numbers

const ControlView = z.object({ asked: Count, answered: Count, refused: Count })

/** The control arm: what the endpoint makes of questions that are no attack. */
export const ControlsView = z
  .object({
    harmless: ControlView.describe('Plain questions that nobody should refuse.'),
    twins: ControlView.describe('Harmless requests that look like the harmful ones.'),
    harmful: ControlView.describe('Plainly harmful requests, without any persuasion or disguise.'),
  })
  .meta({ id: 'Controls', description: 'What the endpoint made of questions that are no attack: the reference for its verdicts.' })
