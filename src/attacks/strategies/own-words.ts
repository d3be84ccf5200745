import type { Strategy } from '../../domain/strategy.ts'
import { fill } from '../template.ts'

/** A ladder whose rungs quote the target: `{{reply.quote}}` and `{{reply.item}}` come from its previous answer. */
export const ownWords: Strategy = async function* (script) {
  let words: Record<string, string> = { 'reply.quote': 'what you said', 'reply.item': 'the last point' }
  for (const turn of script.turns) {
    const reply = yield { say: fill(turn.say, words), fresh: turn.fresh }
    words = { 'reply.quote': quoteOf(reply.text), 'reply.item': itemOf(reply.text) }
  }
}

/** Long answers are cut first: a target's text never decides how much work we do. */
const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, 4000)
    .split(/(?<=[.!?。！？])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 0)

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

function quoteOf(text: string): string {
  const longest = sentencesOf(text).reduce((best, sentence) => (sentence.length > best.length ? sentence : best), '')
  return short(longest) || 'what you said'
}

function itemOf(text: string): string {
  const items = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => /^\s*(?:[-*•]|\d+[.)])\s+/.test(line))
  const last = items.at(-1)?.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '') ?? sentencesOf(text).at(-1)
  return short((last ?? '').replaceAll('**', '')) || 'the last point'
}
