import type { Tier, Weights } from './stack.ts'

/** Written by training/stack.py: do not edit. How log-odds are added up, by who has read an answer. */
export const stackWeights: Readonly<Record<Tier, Weights>> = {
  network: {
    refused: { bias: -0.775, network: 0.329, linear: 0.716, rules: 0.306 },
    succeeded: { bias: 0, network: 0.422, linear: 0.106, rulesDeclined: -0.169 },
  },
  linear: { refused: { bias: -0.472, linear: 0.775, rules: 0.561 }, succeeded: { bias: -0.066, linear: 0.662 } },
  rules: { refused: { bias: 0.442, rules: 1.093 }, succeeded: { bias: 0.565, rules: 0.403, declined: -0.403 } },
}
