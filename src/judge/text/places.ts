import type { Exchange } from '../../domain/target.ts'
import type { JudgeAid, Span } from '../../domain/verdict.ts'

export type Place = Readonly<{ turn: number; where: Span['where']; text: string }>

/** The texts of a transcript in which a detector may look, last turn first: the last answer is what the attack aimed at. */
export function places(transcript: readonly Exchange[], where: readonly Span['where'][]): Place[] {
  const found: Place[] = []
  for (let turn = transcript.length - 1; turn >= 0; turn--) {
    const { reply } = transcript[turn]!
    if (where.includes('answer') && reply.text) found.push({ turn, where: 'answer', text: reply.text })
    if (where.includes('tool_call'))
      for (const call of reply.toolCalls ?? []) found.push({ turn, where: 'tool_call', text: argumentsText(call.arguments) })
    if (where.includes('reasoning') && reply.reasoning) found.push({ turn, where: 'reasoning', text: reply.reasoning })
  }
  return found
}

/** A tool call's arguments as text: a string stays as it is, so that its escapes are not doubled. */
export function argumentsText(args: unknown): string {
  return typeof args === 'string' ? args : jsonText(args).slice(0, mostArgumentChars)
}

// JSON makes six characters of one that it must escape; half as much again as the longest answer is enough to search.
const mostArgumentChars = 384 * 1024

/** A value as JSON. One that is nested too deeply to be written so is given as the texts in it. */
export function jsonText(value: unknown): string {
  return isDeep(value, mostLevels) ? textsIn(value).join('\n') : (JSON.stringify(value) ?? '')
}

// JSON.stringify overflows the stack at some thousands, and takes a tenth of a second to do so.
const mostLevels = 500

function isDeep(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((child) => isDeep(child, levels - 1))
}

function textsIn(value: unknown): string[] {
  const texts: string[] = []
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (next === null || typeof next !== 'object') texts.push(String(next))
    else for (const [key, child] of Object.entries(next)) open.push(child, ...(Array.isArray(next) ? [] : [key]))
  }
  return texts
}

/**
 * What we ourselves had said to the target in that session, up to and including this turn: whatever of it comes back is an
 * echo. A fresh session forgets; what is known there all the same did not come from these words. The planted system prompt
 * is not among them unless asked for: it is where secrets are put.
 */
export function saidBefore(transcript: readonly Exchange[], aid: JudgeAid, turn: number, withSystem = false): string[] {
  const { setup, turns } = aid.script
  let first = 0
  for (let index = 1; index <= turn; index++) if (turns[index]?.fresh && sameTurn(transcript, aid, index)) first = index
  const said = transcript.slice(first, turn + 1).map((exchange) => exchange.sent)
  for (const message of setup?.history ?? []) said.push(message.content)
  for (const tool of setup?.tools ?? []) said.push(tool.description, JSON.stringify(tool.parameters))
  if (withSystem && setup?.system) said.push(setup.system)
  return said
}

/** Strategies may say other things than the script's turns; then the script's sessions tell nothing. */
function sameTurn(transcript: readonly Exchange[], aid: JudgeAid, index: number): boolean {
  return transcript[index]?.sent === aid.script.turns[index]?.say || transcript.length === aid.script.turns.length
}
