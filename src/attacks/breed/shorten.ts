import type { Attack } from '../../domain/attack.ts'
import { slotsOf } from '../template.ts'

/**
 * What to say with fewer words: the opening, which sets the scene, and whatever holds a slot; of a turn without slots the last
 * sentence, which is what it leads up to. Where a target takes short messages only, or sees through a long story, that may still
 * get through. Undefined when too little would go, or when nothing says what must stay.
 */
export function shorten(turns: Attack['turns']): Attack['turns'] | undefined {
  if (!turns.some((turn) => slotsOf(wordsOf(turn)).length > 0)) return undefined
  const short = turns.map((turn) => (typeof turn === 'string' ? shortText(turn) : { ...turn, say: shortText(turn.say) }))
  return lengthOf(short) > MOST_LEFT * lengthOf(turns) ? undefined : short
}

/** A variant that keeps nearly everything tells nothing new. */
const MOST_LEFT = 0.85

const wordsOf = (turn: Attack['turns'][number]): string => (typeof turn === 'string' ? turn : turn.say)
const lengthOf = (turns: Attack['turns']): number => turns.reduce((sum, turn) => sum + wordsOf(turn).length, 0)

/** Line breaks and lines without words stay: documents, code and forged headers are made of them. */
function shortText(text: string): string {
  const sentences = text.split(/(?<=[.!?]["”’']?\s)|(?<=[。！？]["”’']?)|(?<=\n)/u)
  const kept = slotsOf(text).length > 0 ? sentences.findIndex(hasWords) : sentences.findLastIndex(hasWords)
  return sentences
    .filter((sentence, i) => i === kept || slotsOf(sentence).length > 0 || !hasWords(sentence))
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
