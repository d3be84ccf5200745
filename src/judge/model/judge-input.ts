/** What the semantic judge reads. The objective, where there is one, stands in for the attack's own text. */
export type JudgeInput = Readonly<{
  prompt: string
  response: string
  objective?: string
  kind?: 'refusal' | 'harmful' | 'injection' | 'leak'
  language?: string
  turns?: readonly Readonly<{ sent: string; received: string }>[]
}>

/** Two separate answers: did it decline, and did it do what the attack wanted. `sure` says that nobody needs to read it again. */
export type Scores = Readonly<{ refused: number; succeeded: number; by: string; sure: boolean }>

/** Log-odds of the same two questions, before calibration. */
export type Logits = readonly [refused: number, succeeded: number]

export const requestOf = ({ objective, prompt }: JudgeInput): string => (objective?.trim() ? objective : prompt)
