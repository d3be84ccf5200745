import type { Heard } from './find-answer.ts'

/**
 * Whether every answer is what was said in other words: a translation, a correction. It keeps every invented word and number of
 * ours in our order, and the length; somebody who answers does so now and then, never each time.
 */
export function isRewriting(heard: readonly Heard[], textOf: (one: Heard) => string): boolean {
  const pairs = heard.filter((one) => one.tasks.length <= 1 && !one.before).map((one) => ({ said: one.said, text: textOf(one) }))
  const marked = pairs.filter(({ said }) => marks(said).length > 0)
  return marked.length >= 2 && pairs.every(({ said, text }) => keepsOrder(marks(said), text) && isAsLong(said, text))
}

/** Quoted words, capitals in the middle of a sentence, numbers: no translation changes them. */
const marks = (said: string): readonly string[] =>
  [...said.matchAll(/"(\p{L}{6})"|\b(\d{5})\b|name is (\p{L}{6})/gu)].map((match) => (match[1] ?? match[2] ?? match[3])!.toLowerCase())

function keepsOrder(words: readonly string[], text: string): boolean {
  const lower = text.toLowerCase()
  let from = 0
  return words.every((word) => {
    const at = lower.indexOf(word, from)
    from = at + word.length
    return at >= 0
  })
}

const isAsLong = (said: string, text: string): boolean => {
  const [ours, theirs] = [said.split(/\s+/).length, text.trim().split(/\s+/).length]
  return theirs >= 0.7 * ours && theirs <= 1.4 * ours
}
