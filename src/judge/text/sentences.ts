export type Sentence = Readonly<{ text: string; start: number; end: number }>

/** Sentences and lines of a text, in any script, with their offsets. Bounded: a sentence ends after 600 characters at the latest. */
export function sentencesOf(text: string, most = 400): Sentence[] {
  const found: { start: number; end: number }[] = []
  for (const match of text.matchAll(/[^\n.!?。！？।؟…]{1,600}(?:[.!?。！？।؟…]+["'”’)\]*»」]*|\n|$)?/g)) {
    const raw = match[0]
    const trimmed = raw.trim()
    if (!/[\p{L}\p{N}]/u.test(trimmed)) continue
    const start = match.index + raw.indexOf(trimmed)
    const end = start + trimmed.length
    const last = found.at(-1)
    // A dot inside a number, a version, a host name or an abbreviation ends nothing.
    if (
      last &&
      last.end === match.index &&
      start === match.index &&
      opensMore.test(text.slice(Math.max(last.start, last.end - 6), last.end))
    )
      last.end = end
    else found.push({ start, end })
    if (found.length >= most) break
  }
  return found.map(({ start, end }) => ({ text: text.slice(start, end), start, end }))
}

// Six characters hold the longest of these and what stands before it.
const opensMore = /(?:\d|\b[A-Za-z]|\b(?:e\.g|i\.e|etc|vs|Mr|Mrs|Dr))\.$/

/** Where the sentence around a stretch begins and ends, without splitting the whole text: 400 characters each way are enough. */
export function sentenceBounds(text: string, start: number, end: number): Readonly<{ start: number; end: number }> {
  const from = Math.max(0, start - 400)
  const before = text.slice(from, start)
  const after = text.slice(end, end + 400)
  let cut = 0
  for (const match of before.matchAll(/[.!?。！？।؟]["'”’)\]]?\s|[。！？\n]/g)) cut = match.index + match[0].length
  const stop = after.search(/[.!?。！？।؟]["'”’)\]]?(?:\s|$)|[。！？\n]/)
  return { start: from + cut, end: end + (stop < 0 ? after.length : stop + 1) }
}

/** The sentence around a stretch of text. */
export function sentenceAround(text: string, start: number, end: number): string {
  const bounds = sentenceBounds(text, start, end)
  return text.slice(bounds.start, bounds.end)
}

/** Text with quotations, code and markup blanked out, same length: what is left is the speaker's own voice. */
export function ownVoice(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ')
  return text
    .replace(/```[^`]*(?:```|$)/g, blank)
    .replace(/`[^`\n]{1,300}`/g, blank)
    .replace(/“[^“”\n]{1,1500}”|«[^«»\n]{1,1500}»|「[^「」\n]{1,1500}」|『[^『』\n]{1,1500}』/g, blank)
    .replace(/(^|[\s(:,—-])"[^"\n]{1,1500}"/g, blank)
    .replace(/^>.*$/gm, blank)
}
