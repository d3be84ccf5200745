import type { WeaknessId } from './weaknesses.ts'

/** A conversation as the assistant sees it: what the client laid down, what was said, and what is said now. */
export type Chat = Readonly<{
  /** System and developer messages sent by the client, joined. */
  system: string
  turns: readonly Readonly<{ role: 'user' | 'assistant' | 'tool'; text: string }>[]
  tools: readonly ClientTool[]
}>
export type ClientTool = Readonly<{ name: string; description: string; parameters: readonly string[] }>
export type Call = Readonly<{ name: string; arguments: Readonly<Record<string, unknown>> }>
export type Answer = Readonly<{
  text: string
  calls: readonly Call[]
  /** The planted weaknesses at work: for tests and benchmarks, never sent. */
  because: readonly WeaknessId[]
}>

/** What the user said now: the last user turn. */
export const spoken = (chat: Chat): string => chat.turns.findLast((turn) => turn.role === 'user')?.text ?? ''

/** What the user said before that, oldest first. */
export function earlier(chat: Chat): readonly string[] {
  const last = chat.turns.findLastIndex((turn) => turn.role === 'user')
  return chat.turns.filter((turn, i) => turn.role === 'user' && i !== last).map((turn) => turn.text)
}

/** What the assistant is said to have answered so far. The client sends it, so it may be forged. */
export const answered = (chat: Chat): readonly string[] => chat.turns.filter((turn) => turn.role === 'assistant').map((turn) => turn.text)
