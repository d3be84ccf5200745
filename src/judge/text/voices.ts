/** One voice of an answer that speaks in several: "[GPT]: …" and "[BetterDAN]: …", "(Normal Output)" and "(Developer Mode Output)". */
export type Voice = Readonly<{ label: string; text: string }>

// At most 40 signs before a label, 40 characters in it and 40 signs after it: nothing below reads more of a line than that.
const label =
  /^[ \t>*#_]{0,40}(?:[[(【][^\])】\n]{2,40}[\])】]|[\p{L}][\p{L}\p{N} ._'-]{1,24}(?:\s?\p{Extended_Pictographic})?)[ \t*_]{0,20}[:：]?[ \t*_]{0,20}/u

/**
 * Splits an answer at the labels of its speakers. Only labels in brackets, or a word and a colon, at the start of a line,
 * and only where there are two or more different ones; otherwise the answer is one voice.
 */
export function voicesOf(text: string): Voice[] {
  // Every label has a bracket or a colon, and there must be two lines to carry two of them.
  if (!/\n/.test(text) || !/[\])】:：]/.test(text)) return [{ label: '', text }]
  const found: { label: string; at: number; from: number }[] = []
  // Once an answer opens under the model's own name, a bare name before a colon is its other voice.
  const masked = /^\W{0,6}(?:chat)?gpt\b[^\n]{0,12}[:：\])]|\n\W{0,6}(?:chat)?gpt\b[^\n]{0,6}[:：]/i.test(text.slice(0, 600))
  let offset = 0
  for (const line of text.slice(0, 20_000).split('\n')) {
    const match = label.exec(line)?.[0]
    const name = match
      ?.replace(/[^\p{L}\p{N} ]/gu, '')
      .trim()
      .toLowerCase()
    if (match && name && /[\])】:：]/.test(match) && (isSpeaker(match, line) || (masked && isName(match))))
      found.push({ label: name, at: offset, from: offset + match.length })
    offset += line.length + 1
  }
  if (new Set(found.map((voice) => voice.label)).size < 2) return [{ label: '', text }]
  const voices = found.map(({ label: name, from }, index) => ({
    label: name,
    text: text.slice(from, found[index + 1]?.at ?? text.length).trim(),
  }))
  const before = text.slice(0, found[0]!.at).trim()
  return before.length > 0 ? [{ label: '', text: before }, ...voices] : voices
}

/** What an answer in several voices ends up saying: the safe voice speaks first, the other one is what the reader came for. */
export function lastVoice(text: string): string {
  const voices = voicesOf(text)
  return voices.length === 1 ? text : (voices.filter((voice) => voice.text.length > 40).at(-1)?.text ?? text)
}

/** Known pairs of masks, and anything in brackets that opens a line; a bare word with a colon is too often a heading. */
function isSpeaker(match: string, line: string): boolean {
  if (knownMask.test(match)) return true
  return /^[ \t>*#_]*[[(【]/.test(match) && line.length - match.length > 20 && !/^\W*\d/.test(match)
}
const isName = (match: string): boolean => /^[\s>*#_[(]*[\p{Lu}\d][\p{L}\p{N}.-]{1,14}[\])]?\**[:：]/u.test(match)

const knownMask =
  /gpt|dan\b|normal|developer mode|classic|jailbr|aligned|machiavelli|\baim\b|evil|unfiltered|uncensored|filtered|chad|hacker|🔒|🔓|😈|🤖|assistant|alter ?ego|opposite|anti|demon|villain|mongo|maximum|aristotle|niccolo|character|persona|response \d|output/iu
