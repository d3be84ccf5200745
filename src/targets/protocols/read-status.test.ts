import { expect, test } from 'vitest'
import { toProblem } from '../../domain/problem.ts'
import type { NetResponse } from '../../domain/target.ts'
import { readRetryAfter, readStatus } from './read-status.ts'

const response = (status: number, text = '', headers: Readonly<Record<string, string>> = {}): NetResponse => ({
  status,
  text,
  headers,
  truncated: false,
  malformed: false,
  ms: 1,
})
const codeOf = (answer: NetResponse) => {
  try {
    return readStatus(answer)
  } catch (error) {
    return toProblem(error).code
  }
}

test.each([
  [401, '{"error":{"message":"Incorrect API key"}}', 'target_auth_failed'],
  [403, '{"message":"Forbidden"}', 'target_auth_failed'],
  [404, '{"detail":"Not Found"}', 'target_not_found'],
  [429, '', 'target_rate_limited'],
  [400, '{"error":{"message":"messages is required"}}', 'target_rejected'],
  [500, 'oops', 'target_server_error'],
  [302, '', 'target_rejected'],
] as const)('HTTP %i reads as its own problem', (status, text, code) => {
  expect(codeOf(response(status, text))).toBe(code)
})

test.each([
  ['<title>Attention Required! | Cloudflare</title>', {}],
  ['<html>The requested URL was rejected. Please consult with your administrator.</html>', {}],
  ['{}', { 'cf-mitigated': 'challenge' }],
  ['', { 'x-amzn-waf-action': 'captcha' }],
])('a firewall page is no missing credential: %s', (text, headers) => {
  expect(codeOf(response(403, text, headers as Record<string, string>))).toBe('target_blocked')
})

test.each([
  '{"error":{"message":"filtered","code":"content_filter","innererror":{"code":"ResponsibleAIPolicyViolation"}}}',
  '{"error":{"message":"x","code":"content_policy_violation"}}',
  '{"error":{"message":"Violated guardrail policy","type":"None","code":"400"}}',
])('a content filter has answered: %s', (text) => {
  expect(codeOf(response(400, text))).toMatchObject({ text: '', refusal: { layer: 'filter' } })
})

test('the wait that a target asks for is kept, in every form, and bounded', () => {
  expect(readRetryAfter({ 'retry-after': '2' })).toBe(2000)
  expect(readRetryAfter({ 'retry-after-ms': '250' })).toBe(250)
  expect(readRetryAfter({ 'retry-after': 'Wed, 21 Oct 2026 07:28:05 GMT' }, Date.parse('2026-10-21T07:28:00Z'))).toBe(5000)
  expect(readRetryAfter({ 'retry-after': '99999999' })).toBeUndefined()
  expect(readRetryAfter({ 'retry-after': '999999' })).toBe(600_000)
  expect(readRetryAfter({})).toBeUndefined()
})
