/** Who has read an answer, the best of them. */
export type Tier = 'network' | 'linear' | 'rules'
/** How much each voice counts in one sum of log-odds. */
export type Sum = Readonly<{
  bias: number
  network?: number
  linear?: number
  rules?: number
  declined?: number
  rulesDeclined?: number
}>
/** The sums for both questions. */
export type Weights = Readonly<{ refused: Sum; succeeded: Sum }>
