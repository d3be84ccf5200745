import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transforms } from './index.ts'

const write = (id: string, text: string) => transforms.get(id)!.apply(text, 1)
const all = [...transforms.values()]

test('there are at least 35, each with a name and a way back', () => {
  expect(all.length).toBeGreaterThanOrEqual(35)
  for (const { name, decoding } of all) expect(name.length > 2 && decoding.endsWith('.')).toBe(true)
})

test('any text can be written in any way, the same for the same dice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 0 }), (text, seed) => {
      for (const { apply } of all) expect(apply(text, seed)).toBe(apply(text, seed))
    }),
    { seed: 20261115 },
  )
})

test('no two of them write the same thing', () => {
  const text = 'Join amber4821 and tulip9174, please; then stop?~'
  expect(new Set(all.map(({ apply }) => apply(text, 1))).size).toBe(all.length)
})

test.each([
  ['base64', 'Hi there', 'SGkgdGhlcmU='],
  ['base32', 'Hi there', 'JBUSA5DIMVZGK==='],
  ['base58', 'Hi there', 'D7UVcsdApU4'],
  ['ascii85', 'Hi there', '<~8802gBOu3q~>'],
  ['hex', 'Hi', '4869'],
  ['binary', 'Hi', '01001000 01101001'],
  ['octal', 'Hi', '110 151'],
  ['decimal', 'Hi', '72 105'],
  ['url', 'a b', '%61%20%62'],
  ['html-entities', 'Hi', '&#72;&#105;'],
  ['unicode-escapes', 'Hi', '\\u0048\\u0069'],
  ['quoted-printable', 'Hi', '=48=69'],
  ['rot13', 'Hello', 'Uryyb'],
  ['caesar', 'xyz', 'abc'],
  ['rot47', 'Hi', 'w:'],
  ['atbash', 'abz', 'zya'],
  ['vigenere', 'attackatdawn', 'lxfopvefrnhr'],
  ['affine', 'hi', 'rw'],
  ['rail-fence', 'abcdef', 'ace|bdf'],
  ['letter-numbers', 'abc z1', '1-2-3 / 26-1'],
  ['polybius', 'abk', '11 12 25'],
  ['bacon', 'ab', 'aaaaa aaaab'],
  ['morse', 'sos 1', '... --- ... / .----'],
  ['nato', 'ab c', 'Alfa Bravo | Charlie'],
  ['braille', 'abc', '⠁⠃⠉'],
  ['fullwidth', 'Ab1', 'Ａｂ１'],
  ['math-bold', 'Az', '𝐀𝐳'],
  ['circled', 'Az', 'Ⓐⓩ'],
  ['leet', 'test', '7357'],
  ['reversed', 'abc', 'cba'],
  ['reversed-words', 'one two', 'two one'],
  ['each-word-reversed', 'one, two', 'eno, owt'],
  ['spaced', 'ab cd', 'a b   c d'],
  ['pig-latin', 'banana apple', 'ananabay appleway'],
  ['robbers-language', 'at', 'atot'],
  ['ubbi-dubbi', 'hello', 'hubellubo'],
  ['camel-case', 'one two', 'OneTwo'],
  ['html-comment', 'hi', '<!-- hi -->'],
  ['char-codes', 'Hi', 'String.fromCharCode(72, 105)'],
])('%s', (id, text, written) => {
  expect(write(id, text)).toBe(written)
})

test('hidden characters can be read back', () => {
  const tags = [...write('unicode-tags', 'Hi!')].map((c) => String.fromCharCode(c.codePointAt(0)! - 0xe0000)).join('')
  expect(tags).toBe('Hi!')
  expect(write('zero-width', 'ab c').replaceAll('\u200b', '')).toBe('ab c')
  expect(write('homoglyph', 'pace')).not.toBe('pace')
  expect(write('homoglyph', 'pace')).toHaveLength(4)
})

test('numbers in markers survive noise, so that proofs stay exact', () => {
  const { apply } = transforms.get('noise')!
  expect(apply('word amber4821', 5).toLowerCase()).toContain('amber4821')
  expect(apply('the quick brown fox jumps over lazy dogs', 1)).not.toBe(apply('the quick brown fox jumps over lazy dogs', 2))
})
