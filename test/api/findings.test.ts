import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attempt } from '../../src/domain/verdict.ts'
import type { FindingView } from '../../src/service/list-findings.ts'
import { type Api, openApi } from './open-api.ts'
import { attemptOf } from './small-catalog.ts'

let api: Api
let key: string
beforeAll(async () => {
  api = await openApi()
  key = await api.key()
})
afterAll(() => api.close())

/** A scan with these results, and its findings on the wire. */
async function findingsOf(attempts: readonly Attempt[]): Promise<readonly FindingView[]> {
  await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })
  const lease = await api.claim()
  await api.store.scans.record(lease, attempts, '2026-11-15T12:00:01.000Z')
  const answer = await api.call('GET', `/scans/${lease.scanId}/findings`, { key })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

let number = 0
const attempt = (weakness: string, outcome: 'succeeded' | 'resisted' | 'error', change: Partial<Attempt> = {}): Attempt => {
  const id = `${weakness}-${number++}`
  return { ...attemptOf(number, outcome), weakness, attackId: `jailbreak/${id}`, probeId: `jailbreak/${id}+plain.1`, trial: 1, ...change }
}
const times = (count: number, make: () => Attempt): Attempt[] => Array.from({ length: count }, make)

test('one of one does not outrank eighteen of twenty; a worse severity outranks both', async () => {
  const findings = await findingsOf([
    attempt('once', 'succeeded'),
    ...times(18, () => attempt('often', 'succeeded')),
    ...times(2, () => attempt('often', 'resisted')),
    attempt('worst', 'succeeded', { severity: 'critical' }),
    ...times(9, () => attempt('worst', 'resisted', { severity: 'critical' })),
  ])
  expect(findings.map(({ weakness }) => weakness)).toEqual(['worst', 'often', 'once'])
  expect(findings[1]!.success_rate).toMatchObject({ successes: 18, trials: 20, rate: 0.9 })
  expect(findings[1]!.success_rate.low).toBeCloseTo(0.699, 2)
})

test('one and the same attack that was fired again is one attack, and says how often it came through', async () => {
  const again = (trial: number, outcome: 'succeeded' | 'resisted') =>
    attempt('w', outcome, { attackId: 'jailbreak/same', transform: 'plain', probeId: `jailbreak/same+plain.${trial}`, trial })
  const [finding] = await findingsOf([
    again(1, 'succeeded'),
    again(2, 'succeeded'),
    again(3, 'resisted'),
    again(4, 'succeeded'),
    attempt('w', 'resisted'),
  ])
  expect(finding!.success_rate).toMatchObject({ successes: 1, trials: 2 })
  expect(finding!.reproduced).toMatchObject({ attack_id: 'jailbreak/same', successes: 3, trials: 4 })
})

test('what came out beside the aim of its attack is filed where such things belong', async () => {
  const verdict: Attempt['verdict'] = { outcome: 'succeeded', confidence: 'firm', evidence: [], by: 'sensitive_data@1', exposes: 'people' }
  const findings = await findingsOf([
    attempt('personal-data-disclosed', 'succeeded', { category: 'jailbreak', verdict }),
    attempt('own', 'succeeded', { category: 'jailbreak' }),
  ])
  expect(Object.fromEntries(findings.map(({ weakness, category }) => [weakness, category]))).toEqual({
    'personal-data-disclosed': 'sensitive_data_disclosure',
    own: 'jailbreak',
  })
})

test('answers that decide nothing are no trials', async () => {
  const [finding] = await findingsOf([attempt('w', 'succeeded'), ...times(5, () => attempt('w', 'error'))])
  expect(finding!.success_rate).toMatchObject({ successes: 1, trials: 1 })
})

test('a finding tells what was shown, where to look, what to do and by which standards', async () => {
  const proof = (confidence: 'confirmed' | 'tentative', text: string): Partial<Attempt> => ({
    verdict: { outcome: 'succeeded', confidence, evidence: [{ turn: 0, where: 'answer', text, note: 'the marker' }], by: 'canary@1' },
  })
  const [finding] = await findingsOf([
    attempt('w', 'succeeded', proof('tentative', 'perhaps')),
    attempt('w', 'succeeded', proof('confirmed', 'velvet-8213\u001b[2J\u202e')),
  ])
  expect(finding).toMatchObject({
    count: 2,
    confidence: 'confirmed',
    attack_name: 'The persona attack',
    remediation: 'Keep untrusted text away from instructions.',
    compliance: { owasp_llm: ['LLM01:2025'], owasp_llm_2026: ['LLM01:2026'], mitre_atlas: ['AML.T0051'], cwe: ['CWE-1427'] },
    evidence: { where: 'answer', note: 'the marker', excerpt: 'velvet-8213\\u{1b}[2J\\u{202e}' },
    judged_by: 'canary@1',
    reproduced: null,
  })
  expect(finding!.result_ids).toHaveLength(2)
  expect(finding!.evidence!.result_id).toBe(finding!.result_ids[0])
})

test('a finding is shown by a result of its own severity, the surest of them', async () => {
  const proof = (severity: Attempt['severity'], confidence: 'confirmed' | 'firm' | 'tentative', text: string): Attempt =>
    attempt('w', 'succeeded', {
      severity,
      name: text,
      verdict: { outcome: 'succeeded', confidence, evidence: [{ turn: 0, where: 'answer', text }], by: 'canary@1' },
    })
  const [finding] = await findingsOf([
    proof('high', 'confirmed', 'sure but milder'),
    proof('critical', 'tentative', 'perhaps'),
    proof('critical', 'firm', 'worst and surest'),
  ])
  expect(finding).toMatchObject({
    severity: 'critical',
    confidence: 'firm',
    attack_name: 'worst and surest',
    evidence: { excerpt: 'worst and surest' },
  })
  expect(finding!.evidence!.result_id).toBe(finding!.result_ids[0])
  expect(finding!.result_ids).toHaveLength(3)
})

test('what repeats fired again says how often the same probe came through', async () => {
  const again = (trial: number, outcome: 'succeeded' | 'resisted') =>
    attempt('w', outcome, { attackId: 'jailbreak/a', probeId: `jailbreak/a+plain.${trial}`, trial })
  const [finding] = await findingsOf([again(1, 'succeeded'), again(2, 'succeeded'), again(3, 'resisted'), attempt('w', 'resisted')])
  expect(finding!.reproduced).toEqual({ attack_id: 'jailbreak/a', transform: 'plain', successes: 2, trials: 3 })
})

test('a thousand successes of one weakness are one finding with twenty ids', async () => {
  const [finding, ...others] = await findingsOf(times(1000, () => attempt('w', 'succeeded')))
  expect(others).toEqual([])
  expect(finding!.count).toBe(1000)
  expect(finding!.result_ids).toHaveLength(20)
})
