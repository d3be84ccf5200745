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
export type Scores = Readonly<{
  refused: number
  succeeded: number
  by: string
  sure: boolean
  /** What linear model and network said, for whoever adds them up with other signs. */
  odds: Odds
  /** An earlier answer of the conversation that was read too, because the goods may have come out there. */
  earlier?: Readonly<{ response: string; odds: Odds }>
}>
export type Odds = Readonly<{ linear: Logits; network?: Logits; chinese?: boolean }>

/** Log-odds of the same two questions, before calibration. */
export type Logits = readonly [refused: number, succeeded: number]

export const requestOf = ({ objective, prompt }: JudgeInput): string => (objective?.trim() ? objective : prompt)
