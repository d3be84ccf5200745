import { defineTransform, mapLetters, type TransformSpec } from './transform.ts'

/** Classical ciphers with keys that are said aloud: the filter is blind, the reader is not. */
export const ciphers: readonly TransformSpec[] = [
  defineTransform('rot13', 'ROT13', 'Shift each letter by 13 places.', (text) => mapLetters(text, (i) => i + 13)),
  defineTransform('caesar', 'Caesar cipher (shift 3)', 'Shift each letter back by 3 places.', (text) => mapLetters(text, (i) => i + 3)),
  defineTransform('rot47', 'ROT47', 'Rotate each printable ASCII character by 47 places.', (text) =>
    text.replace(/[!-~]/g, (c) => String.fromCharCode(33 + ((c.charCodeAt(0) - 33 + 47) % 94))),
  ),
  defineTransform('atbash', 'Atbash', 'Mirror the alphabet: A is Z, B is Y, and so on.', (text) => mapLetters(text, (i) => 25 - i)),
  defineTransform('vigenere', 'Vigenère cipher (key LEMON)', 'Undo the Vigenère cipher with the key LEMON.', vigenere),
  defineTransform('affine', 'affine cipher (5x + 8)', 'Undo the affine cipher that maps letter number x to 5x + 8 modulo 26.', (text) =>
    mapLetters(text, (i) => 5 * i + 8),
  ),
  defineTransform('rail-fence', 'rail fence (2 rails)', 'Undo the rail fence cipher with two rails, marked by the bar.', (text) => {
    const letters = [...text]
    return `${letters.filter((_, i) => i % 2 === 0).join('')}|${letters.filter((_, i) => i % 2 === 1).join('')}`
  }),
  defineTransform('letter-numbers', 'letter numbers', 'A is 1, B is 2, up to Z is 26; a slash separates words.', (text) =>
    symbols(text, (letter) => String(letter.charCodeAt(0) - 96), '-', ' / '),
  ),
  defineTransform(
    'polybius',
    'Polybius square',
    'Each pair of digits is row and column of a five by five square, I and J together.',
    (text) => symbols(text, polybius, ' ', ' / '),
  ),
  defineTransform('tap-code', 'tap code', 'Each letter is two groups of taps: row and column of a five by five square without K.', (text) =>
    symbols(
      text,
      (letter) =>
        polybius(letter === 'k' ? 'c' : letter)
          .replace(/\d/g, (n) => `${'.'.repeat(Number(n))} `)
          .trim(),
      '  ',
      ' / ',
    ),
  ),
  defineTransform('bacon', "Bacon's cipher", 'Each letter is five signs a or b: its number in binary, a is 0.', (text) =>
    symbols(text, (l) => (l.charCodeAt(0) - 97).toString(2).padStart(5, '0').replaceAll('0', 'a').replaceAll('1', 'b'), ' ', ' / '),
  ),
]

const polybius = (letter: string): string => {
  const place = 'abcdefghiklmnopqrstuvwxyz'.indexOf(letter === 'j' ? 'i' : letter)
  return `${Math.floor(place / 5) + 1}${(place % 5) + 1}`
}

/** Writes each ASCII letter as a symbol; digits and punctuation stay, so that markers survive. */
function symbols(text: string, write: (letter: string) => string, between: string, betweenWords: string): string {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => [...word].map((c) => (/[a-z]/.test(c) ? write(c) : c)).join(between))
    .join(betweenWords)
}

function vigenere(text: string): string {
  let at = 0
  return mapLetters(text, (i) => i + 'LEMON'.charCodeAt(at++ % 5) - 65)
}
