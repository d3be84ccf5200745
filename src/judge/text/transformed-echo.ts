import { loose } from './fold.ts'

/** Whether an answer is only our own words again, spelt otherwise: squeezed, stripped, reversed, rotated or encoded. */
export function isTransformedEcho(answer: string, said: readonly string[]): boolean {
  const text = answer.slice(0, mostChars)
  const ours = said.map((sent) => loose(sent.slice(0, mostChars))).filter((sent) => sent.length >= fewestChars)
  if (ours.length === 0) return false
  return readings(text).some((reading) => {
    const words = loose(reading)
    return (
      words.length >= fewestChars && ours.some((sent) => sent.includes(words) || (words.includes(sent) && sent.length > words.length * 0.8))
    )
  })
}

/** Whether an answer is our own words in another order: nine in ten are ours, and there are enough of them that this is no chance. */
export function isReordered(answer: string, said: readonly string[]): boolean {
  const words = wordsIn(answer.slice(0, mostChars))
  if (words.length < 8) return false
  const ours = new Set(said.flatMap((sent) => wordsIn(sent.slice(0, mostChars))))
  return words.filter((word) => ours.has(word)).length >= 0.9 * words.length
}
const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** 16 KiB: longer than any prompt of ours. */
const mostChars = 16_384
/** Shorter runs of letters meet by chance. */
const fewestChars = 24

function readings(text: string): readonly string[] {
  const found = [text, [...text].reverse().join(''), rot13(text)]
  const bare = text.replace(/\s/g, '')
  if (/^[A-Za-z0-9+/_-]{24,}={0,2}$/.test(bare)) found.push(Buffer.from(bare, 'base64').toString('utf8'))
  if (/^(?:[0-9a-fA-F]{2}){12,}$/.test(bare)) found.push(Buffer.from(bare, 'hex').toString('utf8'))
  return found
}

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })
