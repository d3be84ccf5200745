import type { Tier, Weights } from './stack-sum.ts'

/** Written by training/stack.py: do not edit. How log-odds are added up, by who has read an answer. */
export const stackWeights: Readonly<Record<Tier, Weights>> = {
  network: {
    refused: { bias: -0.901, network: 0.749, linear: 0.592, rules: 0.022 },
    succeeded: { bias: -0.135, network: 0.537, linear: 0.051, rulesDeclined: -0.29 },
  },
  linear: { refused: { bias: -0.399, linear: 1.096, rules: 0.289 }, succeeded: { bias: -0.856, linear: 0.7 } },
  rules: { refused: { bias: 0.471, rules: 1.139 }, succeeded: { bias: -0.158, rules: 0.463, rulesDeclined: -0.61 } },
}
