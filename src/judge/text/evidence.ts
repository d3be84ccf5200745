import type { Span } from '../../domain/verdict.ts'
import type { Place } from './places.ts'
import { sentenceBounds } from './sentences.ts'

/** The very words that prove something, where they stand in a place's text, and why they prove it. */
export type Proof = Readonly<{ found: string; start?: number; end?: number; note: string }>

/** Shows a proof to a reader: the sentence around it, and more of the answer when that sentence alone says nothing. */
export function toEvidence(place: Pick<Place, 'turn' | 'where' | 'text'>, { found, start, end, note }: Proof): Span {
  const words = found.slice(0, mostChars)
  const common = { turn: place.turn, where: place.where, note }
  if (start === undefined || end === undefined) return { ...common, text: words, found: words }
  const shown = readable(place.text, start, end)
  return { ...common, text: place.text.slice(shown.start, shown.end), found: words, ...shown }
}

const mostChars = 400
// "B." and "Yes, that" prove nothing to a reader; about two lines do.
const fewestChars = 60

function readable(text: string, start: number, end: number): Readonly<{ start: number; end: number }> {
  const sentence = sentenceBounds(text, start, Math.min(end, start + mostChars))
  let last = sentence.end
  for (let more = 0; more < 3 && last - sentence.start < fewestChars && last < text.length; more++)
    last = sentenceBounds(text, Math.min(last + 2, text.length), Math.min(last + 3, text.length)).end
  let first = Math.max(sentence.start, start - mostChars / 2)
  if (last - first < fewestChars && first > 0) first = Math.max(0, sentenceBounds(text, first - 2, first - 1).start)
  return trimmed(text, first, Math.min(last, first + mostChars))
}

function trimmed(text: string, start: number, end: number): Readonly<{ start: number; end: number }> {
  const part = text.slice(start, end)
  const lead = part.length - part.trimStart().length
  return { start: start + lead, end: start + lead + part.trim().length }
}
