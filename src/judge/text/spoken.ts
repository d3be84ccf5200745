import type { Decoded } from './decode.ts'
import { tight } from './fold.ts'

/** Ways of dictating a text: digits and dashes as words, letters one by one, the points of a list. Each in one pass. */
export function dictations(text: string): Decoded[] {
  const folded = tight(text)
  return [
    ...(spokenWord.test(folded) ? [{ by: 'digits and dashes as words', text: written(folded) }] : []),
    { by: 'letters that stand alone', text: (text.match(alone) ?? []).join('') },
    ...((text.match(point) ?? []).length >= 4 ? [{ by: 'the points of a list', text: text.replace(point, ' ') }] : []),
  ]
}

/** A letter or digit by itself, a number, or a word in capitals: "the first letter is H, then 7731 and KELP". */
const alone = /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}]|\d{2,12}|\p{Lu}{3,20})(?![\p{L}\p{N}])/gu
const point = /(?<![\p{L}\p{N}])\d{1,3}[.):]\s{1,3}/gu

const digitNames = [
  'zero one two three four five six seven eight nine',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zéro un deux trois quatre cinq six sept huit neuf',
  'null eins zwei drei vier fünf sechs sieben acht neun',
].map((names) => names.split(' '))
const digits: Readonly<Record<string, string>> = Object.fromEntries(
  digitNames.flatMap((names) => names.map((name, digit) => [tight(name), String(digit)])),
)
const digitName = digitNames.flat().join('|')
const separators = new Set('dash hyphen minus underscore space then slash dot guion guión tiret bindestrich'.split(' ').map(tight))
const spokenWord = new RegExp(`\\b(?:${[...Object.keys(digits), ...separators].join('|')})\\b`)

/** A text with its numbers in figures where they are read out digit by digit: "seven seven one nine" is 7719. */
export function withFigures(text: string): string {
  return text.replace(readOut, (run) => (run.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => digits[tight(word)] ?? '').join(''))
}
const readOut = new RegExp(`(?<!\\p{L})(?:${digitName})(?:[ ,.-]{1,2}(?:${digitName})){3,15}(?!\\p{L})`, 'giu')

const written = (folded: string): string =>
  folded.replace(/[a-z]+/g, (word) => (Object.hasOwn(digits, word) ? digits[word]! : separators.has(word) ? ' ' : word))
