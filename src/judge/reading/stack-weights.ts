import type { Tier, Weights } from './stack-sum.ts'

/** Written by training/stack.py: do not edit. How log-odds are added up, by who has read an answer. */
export const stackWeights: Readonly<Record<Tier, Weights>> = {
  network: {
    refused: { bias: -0.775, network: 0.329, linear: 0.716, rules: 0.306 },
    succeeded: { bias: 0.05, network: 0.4, linear: 0.1, rulesDeclined: -0.16, request: 0.45 },
  },
  linear: { refused: { bias: -0.472, linear: 0.775, rules: 0.561 }, succeeded: { bias: -0.31, linear: 0.62 } },
  rules: { refused: { bias: 0.442, rules: 1.093 }, succeeded: { bias: 0.487, rules: 0.556, declined: -0.389 } },
}
