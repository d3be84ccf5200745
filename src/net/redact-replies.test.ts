import { expect, test } from 'vitest'
import { createRedactor, redacted } from '../lib/redact.ts'
import { redactReply } from './redact-replies.ts'

const secret = 'sk-planted-0123456789'
const redactor = createRedactor([secret])
const spaced = [...secret].join('\n')

test.each([
  ['plain', `it is ${secret}.`, `it is ${redacted}.`],
  ['JSON', JSON.stringify({ a: spaced, b: [secret] }), JSON.stringify({ a: redacted, b: [redacted] })],
  [
    'an event stream',
    `event: x\ndata: ${JSON.stringify({ d: spaced })}\n\ndata: [DONE]\n\n`,
    `event: x\ndata: {"d":"${redacted}"}\n\ndata: [DONE]\n\n`,
  ],
  ['JSON lines', `{"a":1}\n${JSON.stringify({ a: spaced })}\n`, `{"a":1}\n{"a":"${redacted}"}\n`],
  ['JSON in JSON', JSON.stringify({ body: JSON.stringify({ key: secret }) }), JSON.stringify({ body: `{"key":"${redacted}"}` })],
])('%s', (_, text, expected) => {
  expect(redactReply(text, redactor)).toBe(expected)
})

test.each(['{"n": 1.00, "n":2, "s": "x"}', 'data: {"n": 1e3}\n\n', '', 'words', '{"a":', '['.repeat(100_000)])(
  'what holds no secret stays as it was written',
  (text) => {
    expect(redactReply(text, redactor)).toBe(text)
  },
)

test('without secrets nothing is even read', () => {
  expect(redactReply('{"a": 1}', createRedactor([]))).toBe('{"a": 1}')
})
