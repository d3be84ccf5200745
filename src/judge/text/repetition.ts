const mostChars = 6000
const fewestWords = 60

/** How much of a text has been said in it before, by runs of four words: 0 for prose, .4 and more for a model that goes in circles. */
export function repeatedShare(text: string): number {
  const words =
    text
      .slice(0, mostChars)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < fewestWords) return 0
  const runs = new Set<string>()
  for (let at = 0; at + 4 <= words.length; at++) runs.add(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`)
  return 1 - runs.size / (words.length - 3)
}
