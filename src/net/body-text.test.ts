import { expect, test } from 'vitest'
import { toBodyText } from './body-text.ts'

const read = (bytes: readonly number[] | string, type = 'text/plain', isCut = false) =>
  toBodyText(Buffer.from(bytes as string), type, isCut)
const ascii = (text: string) => [...Buffer.from(text)]

test('UTF-8 is read as it is, without its mark', () => {
  expect(read('Grüße 🙂')).toEqual({ text: 'Grüße 🙂', malformed: false })
  expect(read('\ufeffhello')).toEqual({ text: 'hello', malformed: false })
})

test('what is not UTF-8 is kept and marked, and everything around it stays', () => {
  expect(read([...ascii('a'), 0xff, ...ascii('b'), 0xed, 0xa0, 0x80, ...ascii('ü')])).toEqual({
    text: 'a\ufffd[ff]b\ufffd[ed a0 80]ü',
    malformed: true,
  })
  expect(read([0xc0, 0xaf, 0xf8])).toEqual({ text: '\ufffd[c0 af f8]', malformed: true })
  expect(read([...ascii('end '), 0xe2, 0x82])).toEqual({ text: 'end \ufffd[e2 82]', malformed: true })
})

test('JSON stays JSON', () => {
  const { text } = read([...ascii('{"content":"'), 0xfe, ...ascii('"}')])
  expect(JSON.parse(text)).toEqual({ content: '\ufffd[fe]' })
})

test('a picture is not spelt out', () => {
  const { text, malformed } = read(Array.from({ length: 4096 }, (_, i) => 128 + (i % 64)))
  expect([text.length <= 4096, text.includes('['), malformed]).toEqual([true, false, true])
})

test('half a character at the end is nobody’s fault where we cut', () => {
  for (const character of ['ü', '€', '🙂']) {
    const bytes = ascii(`so far ${character}`)
    for (let missing = 1; missing < Buffer.byteLength(character); missing++) {
      expect(read(bytes.slice(0, -missing), 'text/plain', true)).toEqual({ text: 'so far ', malformed: false })
    }
    expect(read(bytes, 'text/plain', true)).toEqual({ text: `so far ${character}`, malformed: false })
  }
})

test('a declared charset is believed where the bytes are not UTF-8', () => {
  expect(read([...ascii('caf'), 0xe9], 'text/plain; charset=ISO-8859-1')).toEqual({ text: 'café', malformed: false })
  expect(read('café', 'text/plain; charset=ISO-8859-1')).toEqual({ text: 'café', malformed: false })
})
