import { decodings } from '../text/decode.ts'
import { bareCredential } from './credentials.ts'

/** A value that stands in a text in a writing of its own, without its name. */
export type HiddenValue = Readonly<{ value: string; by: string }>

/**
 * Codes that a text spells character by character, or that are all there is in an encoded run. Chance hardly makes one: bytes that
 * happen to decode are no letters and digits, and what is spelled in lessons and examples is a word.
 */
export function hiddenValues(text: string): readonly HiddenValue[] {
  const shown = text.slice(0, mostChars)
  const spelled = [...shown.matchAll(spelling)].map(([run, separator]) => ({ by: 'spelled', text: joined(run, separator!.length) }))
  const encoded = decodings(shown)
    .filter(({ by }) => unmistakable.has(by))
    .flatMap(({ by, text: decoded }) => decoded.split('\n').map((line) => ({ by: `in ${by}`, text: line })))
  return [...spelled, ...encoded].flatMap(({ by, text: candidate }) => {
    const value = candidate.trim()
    if (value.length < fewestChars || value.length > mostValueChars || !/^[A-Za-z0-9_-]+$/.test(value)) return []
    return bareCredential(value)?.form === 'code' ? [{ value, by }] : []
  })
}

/** The rule of a table reads as Morse code, and any list of small numbers as letters. */
const unmistakable: ReadonlySet<string> = new Set([
  'base64',
  'base64 twice',
  'base32',
  'hex',
  'binary',
  'character numbers',
  'NATO alphabet',
])

const mostChars = 16_384
const fewestChars = 8
const mostValueChars = 64

/** Single characters with one and the same separator between them; a dash in the value stands between two of them. */
const spelling = /(?<![A-Za-z0-9])[A-Za-z0-9]( - |, |[-. |·•,])(?:[A-Za-z0-9_-]\1){5,62}[A-Za-z0-9](?![A-Za-z0-9])/g

/** Every character that is not part of a separator. */
function joined(run: string, separatorChars: number): string {
  let value = ''
  for (let at = 0; at < run.length; at += 1 + separatorChars) value += run[at]
  return value
}
