import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor, redacted } from './redact.ts'

const secret = 'sk-live/7Q+x_9"Zé&<k>'

test('every spelling of a secret goes, and the text around it stays', () => {
  const { text } = createRedactor([secret])
  expect(text(`before ${secret} after`)).toBe(`before ${redacted} after`)
})

/** What a target can do to a header it was sent, one line each. */
const encoders: Readonly<Record<string, (text: string) => string>> = {
  plain: (t) => t,
  'lower case': (t) => t.toLowerCase(),
  'upper case': (t) => t.toUpperCase(),
  reversed: (t) => [...t].reverse().join(''),
  rot13: (t) => t.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (/[a-m]/i.test(c) ? 13 : -13))),
  base64: (t) => Buffer.from(t).toString('base64').replace(/=+$/, ''),
  base64url: (t) => Buffer.from(t).toString('base64url'),
  'base64 twice': (t) => Buffer.from(Buffer.from(t).toString('base64')).toString('base64'),
  'base64 of the reversed': (t) =>
    Buffer.from([...t].reverse().join(''))
      .toString('base64')
      .replace(/=+$/, ''),
  hex: (t) => Buffer.from(t).toString('hex'),
  'hex in capitals': (t) => Buffer.from(t).toString('hex').toUpperCase(),
  'hex pairs': (t) => Buffer.from(t).toString('hex').match(/../g)!.join(' '),
  'hex with colons': (t) => Buffer.from(t).toString('hex').match(/../g)!.join(':'),
  'string escapes': (t) => [...Buffer.from(t)].map((b) => `\\x${b.toString(16).padStart(2, '0')}`).join(''),
  octal: (t) => [...Buffer.from(t)].map((b) => `\\${b.toString(8).padStart(3, '0')}`).join(''),
  'URL component': encodeURIComponent,
  'URL form': (t) => new URLSearchParams({ '': t }).toString().slice(1),
  'URL twice': (t) => encodeURIComponent(encodeURIComponent(t)),
  'URL, every byte': (t) => [...Buffer.from(t)].map((b) => `%${b.toString(16).padStart(2, '0')}`).join(''),
  JSON: (t) => JSON.stringify(t).slice(1, -1),
  'JSON in JSON': (t) => JSON.stringify(JSON.stringify(t).slice(1, -1)).slice(1, -1),
  'JSON with escaped slashes': (t) => JSON.stringify(t).slice(1, -1).replaceAll('/', '\\/'),
  'JSON, every unit': (t) => Array.from({ length: t.length }, (_, i) => `\\u${t.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  HTML: (t) => t.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'HTML decimal': (t) => Array.from(t, (c) => `&#${c.codePointAt(0)};`).join(''),
  'HTML hex': (t) => Array.from(t, (c) => `&#x${c.codePointAt(0)!.toString(16)};`).join(''),
  'byte list': (t) => [...Buffer.from(t)].join(', '),
  binary: (t) => [...Buffer.from(t)].map((b) => b.toString(2).padStart(8, '0')).join(' '),
  'quoted-printable': (t) => [...Buffer.from(t)].map((b) => `=${b.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  'spaced out': (t) => [...t].join(' '),
  dashed: (t) => [...t].join('-'),
  'one a line': (t) => [...t].join('\n'),
  'zero-width between': (t) => [...t].join('\u200b'),
  'case swapped': (t) => t.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
  'every other letter large': (t) => [...t].map((c, i) => (i % 2 ? c.toUpperCase() : c.toLowerCase())).join(''),
  'with a word between': (t) => [...t].join(' ~~ '),
  'lines of eight': (t) => t.match(/.{1,8}/gu)!.join('\r\n'),
  'base64 in lines': (t) =>
    Buffer.from(t)
      .toString('base64')
      .match(/.{1,10}/g)!
      .join('\n'),
  'base64 in a URL': (t) => encodeURIComponent(Buffer.from(t).toString('base64').replace(/=+$/, '')),
  'base64 in quotes with dots': (t) => [...Buffer.from(t).toString('base64url')].map((c) => `'${c}'`).join('.'),
  'base64 of UTF-16': (t) => Buffer.from(t, 'utf16le').toString('base64').replace(/=+$/, ''),
  'base64 of hex': (t) => Buffer.from(Buffer.from(t).toString('hex')).toString('base64').replace(/=+$/, ''),
  'base64 of a URL component': (t) => Buffer.from(encodeURIComponent(t)).toString('base64').replace(/=+$/, ''),
  'hex of hex': (t) => Buffer.from(Buffer.from(t).toString('hex')).toString('hex'),
  'hex of UTF-16': (t) => Buffer.from(t, 'utf16le').toString('hex'),
  'hex dump': (t) =>
    Buffer.from(t)
      .toString('hex')
      .match(/.{1,4}/g)!
      .join(' '),
  'hex array': (t) => [...Buffer.from(t)].map((b) => `0x${b.toString(16).padStart(2, '0')}`).join(', '),
  'rot13 of the reversed': (t) => encoders['rot13']!([...t].reverse().join('')),
  rot47: (t) => t.replace(/[!-~]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33)),
  atbash: (t) => t.replace(/[a-z]/gi, (c) => String.fromCharCode((c <= 'Z' ? 155 : 219) - c.charCodeAt(0))),
}

test.each(Object.entries(encoders))('%s', (_, encode) => {
  const { text } = createRedactor([secret])
  const reflected = encode(secret)
  const output = text(`You sent: ${reflected}. Anything else?`)
  expect(output).toContain(redacted)
  expect(output).not.toContain(reflected)
})

test('base64 of a longer text loses the part that is the secret, wherever it starts', () => {
  const { text } = createRedactor([secret])
  for (const before of ['', 'a', 'ab', 'abc', 'Authorization: Bearer ']) {
    for (const after of ['', '!', '!!', '\r\nHost: x']) {
      const output = text(Buffer.from(before + secret + after).toString('base64'))
      expect(output).toContain(redacted)
      expect(Buffer.from(output.replaceAll(redacted, 'AAAA'), 'base64').toString('latin1')).not.toContain('sk-live')
    }
  }
})

test('all of it, in every value and key of a structure, and the structure stays', () => {
  const { deep } = createRedactor([secret])
  const value = { text: secret, turns: [{ sent: 'hi', [secret]: 1, list: [null, true, 3, secret] }], none: undefined }
  const output = deep(value)
  expect(JSON.stringify(output)).not.toContain('sk-live')
  expect(output.turns[0]!.list).toEqual([null, true, 3, redacted])
  expect(value.text).toBe(secret)
})

test('a structure nested without end is cut, not followed', () => {
  let nested: unknown = secret
  for (let i = 0; i < 50_000; i++) nested = [nested]
  expect(JSON.stringify(createRedactor([secret]).deep(nested))).not.toContain('sk-live')
})

test('a token learnt later is taken out from then on', () => {
  const redactor = createRedactor([])
  expect(redactor.text('token-123456')).toBe('token-123456')
  redactor.add('token-123456')
  expect(redactor.text('a token-123456 b')).toBe(`a ${redacted} b`)
})

test('very short values are left alone: they would tear holes into ordinary text', () => {
  expect(createRedactor(['abc', 'a']).text('abc a')).toBe('abc a')
})

test('text without secrets comes out as it went in', () => {
  const { text } = createRedactor(['correct-horse-battery'])
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (input) => text(input) === input),
    { seed: 20261115 },
  )
})

test('a megabyte with ten secrets takes no time', () => {
  const redactor = createRedactor(Array.from({ length: 10 }, (_, i) => `secret-number-${i}-0123456789`))
  const startedMs = performance.now()
  redactor.text('secret-number-'.repeat(75_000))
  expect(performance.now() - startedMs).toBeLessThan(3000)
})

test('ordinary words do not come together to a secret', () => {
  const { text } = createRedactor(['production-west', 'team-alpha-2'])
  for (const said of ['Our production is west of here.', 'The team: alpha, beta.', 'production\nwest']) expect(text(said)).toBe(said)
})
