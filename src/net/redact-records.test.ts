import { expect, test } from 'vitest'
import type { ScanStore } from '../domain/ports.ts'
import type { Attempt } from '../domain/verdict.ts'
import { createRedactor } from '../lib/redact.ts'
import { redactRecords } from './redact-records.ts'

const secret = 'sk-planted-0123456789'
const lease = { scanId: 'scn_1', owner: 'me', epoch: 1 }

/** A store that remembers what it was told. Only what is asked of it here exists. */
class Remembering {
  readonly told: unknown[] = []
  async record(...args: unknown[]): Promise<boolean> {
    this.told.push(args)
    return true
  }
  async update(...args: unknown[]): Promise<boolean> {
    this.told.push(args)
    return true
  }
  async finish(...args: unknown[]): Promise<boolean> {
    this.told.push(args)
    return true
  }
  async remove(id: string): Promise<boolean> {
    return this.told.length === 3 && id === 'scn_1'
  }
}
/** The cast is safe: the test calls nothing else. */
const asStore = (store: Remembering) => store as unknown as ScanStore

const attempt: Attempt = {
  probeId: 'a/b+plain.0',
  attackId: 'a/b',
  name: 'n',
  category: 'jailbreak',
  weakness: 'w',
  technique: 't',
  transform: 'plain',
  language: 'en',
  trial: 0,
  severity: 'high',
  compliance: { owasp_llm: [], mitre_atlas: [], owasp_llm_2026: [], owasp_agentic: [], cwe: [], nist: [] },
  remediation: 'r',
  prompt: `Is it ${secret}?`,
  response: `Yes, ${secret}. In base64: ${Buffer.from(secret).toString('base64')}`,
  turns: [{ sent: 'x', reply: { text: secret, reasoning: secret, toolCalls: [{ name: 'f', arguments: { key: secret } }] }, ms: 1 }],
  verdict: { outcome: 'succeeded', confidence: 'firm', evidence: [{ turn: 0, where: 'answer', text: secret }], by: 'x@1' },
  requests: 1,
  latencyMs: 1,
}

test('nothing that a worker writes holds a secret of its scan', async () => {
  const store = new Remembering()
  const scans = redactRecords(asStore(store), createRedactor([secret]))
  await scans.record(lease, [attempt], 'now')
  await scans.update(lease, { warnings: [`saw ${secret}`] })
  const error = { code: 'target_rejected', message: `it said ${secret}` } as const
  await scans.finish(lease, { status: 'failed', completedAt: 'now', error, score: null, warnings: [secret] })
  expect(await scans.remove('scn_1')).toBe(true)
  const written = JSON.stringify(store.told)
  expect(written).not.toContain('sk-planted')
  expect(written).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20))
  expect(written).toContain('a/b+plain.0')
})

test('without secrets everything is written as it is', async () => {
  const store = new Remembering()
  await redactRecords(asStore(store), createRedactor([])).record(lease, [attempt], 'now')
  expect(store.told).toEqual([[lease, [attempt], 'now']])
})
