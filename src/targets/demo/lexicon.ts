import { stems } from './stems.ts'

export type Concept = keyof typeof stems

/** Whether the text speaks of a concept: one of its stems begins a word (or, in scripts without spaces, occurs at all). */
export const mentions = (text: string, concept: Concept): boolean => conceptsIn(text).has(concept)

/** Where the first mention stands; -1 when there is none. */
export const indexOfMention = (text: string, concept: Concept): number => conceptsIn(text).get(concept) ?? -1

type Stem = Readonly<{ text: string; concept: Concept }>
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const all: readonly Stem[] = Object.entries(stems).flatMap(([concept, list]) =>
  list.split('|').map((text) => ({ text, concept: concept as Concept })),
)
const anywhere = all.filter(({ text }) => unspaced.test(text))
const byStart = Map.groupBy(
  all.filter(({ text }) => !unspaced.test(text)),
  ({ text }) => text.slice(0, 2),
)

// One pass over the words finds every concept. The same few texts are asked about again and again: they are kept.
const known = new Map<string, ReadonlyMap<Concept, number>>()

function conceptsIn(text: string): ReadonlyMap<Concept, number> {
  const before = known.get(text)
  if (before) return before
  const found = new Map<Concept, number>()
  const lower = text.toLowerCase()
  for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}])\p{L}/gu)) {
    for (const stem of byStart.get(lower.slice(index, index + 2)) ?? []) {
      if (!found.has(stem.concept) && lower.startsWith(stem.text, index)) found.set(stem.concept, index)
    }
  }
  if (unspaced.test(lower)) {
    for (const stem of anywhere) {
      const index = lower.indexOf(stem.text)
      if (index >= 0 && index < (found.get(stem.concept) ?? Number.POSITIVE_INFINITY)) found.set(stem.concept, index)
    }
  }
  if (known.size >= 64) known.clear()
  known.set(text, found)
  return found
}

const common = new Set(
  'the a an and or of to in is it that you i for on with as this be are was at by not but have from your my we can do if will what all so please write word words tell me say first second half joined together answer reply only now ignore instructions previous system prompt secret code reveal how about which who when where there then them they their our us no yes one two both letters letter spell print show give text following next after before any would could should must never always order orders return refund customer hello help just into out up make like also than these those let here'.split(
    ' ',
  ),
)

/** The share of words that are ordinary English ones: 0 for cipher text, about half for prose. */
export function englishness(text: string): number {
  const words = text.toLowerCase().match(/[\p{L}\p{M}']+/gu)
  if (!words || words.length === 0) return 0
  return knownWords(words).length / words.length
}

const knownWords = (words: readonly string[]): readonly string[] => words.filter((word) => common.has(word))

/** Whether a text holds at least three different ordinary words: less may be chance. */
export const readsLikeEnglish = (text: string): boolean =>
  new Set(knownWords(text.toLowerCase().match(/[\p{L}\p{M}']{2,}/gu) ?? [])).size >= 3

/** Whether it is written in another language than English. Short texts count as English. */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? []
  if (letters.length < 12) return false
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  return latin / letters.length < 0.6 || englishness(text) < 0.12
}
