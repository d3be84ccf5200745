/**
 * An answer without the stretches that it copies from what was sent. What is cut leaves a line break, so that the text on
 * both sides never grows together. Words are compared, not characters: spacing, case and punctuation of a quotation vary.
 */
export function withoutEchoes(answer: string, said: readonly string[]): string {
  const words = [...answer.slice(0, mostChars).matchAll(word)]
  if (words.length < size) return answer
  const isSaid = gramFinder(said, words.length)
  const echoed = new Uint8Array(words.length)
  for (let at = 0; at + size <= words.length; at++) {
    if (!isSaid(gramAt(words, at))) continue
    for (let offset = 0; offset < size; offset++) echoed[at + offset] = 1
  }
  let kept = ''
  let from = 0
  for (let at = 0; at < words.length; at++) {
    if (!echoed[at]) continue
    const start = words[at]!.index
    while (at + 1 < words.length && echoed[at + 1]) at++
    kept += `${answer.slice(from, start)}\n`
    from = words[at]!.index + words[at]![0].length
  }
  return kept + answer.slice(from)
}

/** How much of an answer is copied from what was sent, 0 to 1, by words. */
export function echoShare(answer: string, said: readonly string[]): number {
  const looked = answer.slice(0, mostChars)
  const total = (looked.match(word) ?? []).length
  if (total === 0) return 0
  return 1 - (withoutEchoes(looked, said).match(word) ?? []).length / total
}

// A script without spaces has a word in each character: beyond this an answer is its own, or too long to matter.
const mostChars = 49_152

// Five words in a row (or five characters of a script without spaces) do not recur by chance.
const size = 5
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

/** Few words are looked up in the text itself, many in an index of it: each is much the faster for its case. */
function gramFinder(said: readonly string[], words: number): (gram: string) => boolean {
  if (words < 200) {
    const joined = said.map((text) => ` ${(text.toLowerCase().match(word) ?? []).join(' ')} `).join('\n')
    return (gram) => joined.includes(gram)
  }
  const grams = new Set<string>()
  for (const text of said) {
    const spoken = [...text.matchAll(word)]
    for (let at = 0; at + size <= spoken.length; at++) grams.add(gramAt(spoken, at))
  }
  return (gram) => grams.has(gram)
}

function gramAt(words: readonly RegExpMatchArray[], at: number): string {
  let gram = ' '
  for (let offset = 0; offset < size; offset++) gram += `${words[at + offset]![0].toLowerCase()} `
  return gram
}
