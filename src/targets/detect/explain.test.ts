import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { protocolIds, TargetConfig } from '../../domain/target.ts'
import { adviceFor, explain, suggestFor } from './explain.ts'

const docs = readFileSync('docs/targets.md', 'utf8')

test.each(Object.entries(adviceFor))('the documentation gives the same advice for %s', (code, advice) => {
  expect(docs).toContain(`| \`${code}\` | ${advice} |`)
})

test.each(protocolIds)('%s is documented', (id) => {
  expect(docs).toContain(`\`${id}\``)
})

test.each(['auth_required', 'error', 'timeout', 'not_an_ai_endpoint', 'constant_answer'] as const)(
  'the target_config suggested for %s can be pasted',
  (code) => {
    for (const scheme of ['bearer', 'basic', 'header', 'cookie'] as const)
      expect(TargetConfig.safeParse(suggestFor({ code, message: 'x', scheme })).error).toBeUndefined()
  },
)

test('a profile in words names the reason, the requests and the settings that would settle it', () => {
  const text = explain({
    protocol: null,
    confidence: 0,
    conversation: 'none',
    streaming: false,
    model: null,
    tools: [],
    requests_used: 1,
    sample: null,
    notes: ['1. sent an empty JSON object: HTTP 401', adviceFor.auth_required],
    problem: { code: 'auth_required', message: 'The endpoint wants credentials.' },
    suggested_config: { auth: { type: 'bearer', token: '<token>' } },
  })
  expect(text).toBe(`Nobody to talk to (auth_required): The endpoint wants credentials.
- 1. sent an empty JSON object: HTTP 401
- ${adviceFor.auth_required}
target_config to complete and try:
{
  "auth": {
    "type": "bearer",
    "token": "<token>"
  }
}`)
})
