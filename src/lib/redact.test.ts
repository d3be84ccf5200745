import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encoders } from '../../test/security/encoders.ts'
import { createRedactor, redacted } from './redact.ts'

const secret = 'sk-live/7Q+x_9"Zé&<k>'

test('every spelling of a secret goes, and the text around it stays', () => {
  const { text } = createRedactor([secret])
  expect(text(`before ${secret} after`)).toBe(`before ${redacted} after`)
})

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
