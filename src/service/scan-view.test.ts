import { expect, test } from 'vitest'
import type { Scan } from '../domain/scan.ts'
import { ScanView, toScanView } from './scan-view.ts'

const scan: Scan = {
  id: 'scn_1',
  target: 'http://127.0.0.1:9/',
  name: null,
  status: 'running',
  phase: 'attacking',
  plan: {
    maxAttacks: 100,
    categories: null,
    techniques: null,
    languages: null,
    repeats: 1,
    concurrency: 10,
    requestsPerSecond: null,
    deadlineSeconds: 3600,
    requestTimeoutMs: 60_000,
    maxRequests: null,
    seed: 1,
    mode: 'direct',
    judge: null,
    failOn: null,
    authorization: { ticket: 'internal-42' },
    startAt: null,
  },
  createdAt: '2026-11-15T12:00:00.000Z',
  startedAt: '2026-11-15T12:00:01.000Z',
  completedAt: null,
  createdBy: 'key_1',
  progress: 40,
  attacksPlanned: 100,
  attacksDone: 40,
  requestsSent: 55,
  succeeded: 2,
  inconclusive: 1,
  errors: 1,
  blocked: 0,
  vulnerabilities: 1,
  catalogVersion: 'v1',
  profile: null,
  score: null,
  error: null,
  warnings: [],
  cancelRequested: false,
}
const severityCounts = { critical: 0, high: 1, medium: 0, low: 0, info: 0 }
const ended = { completedAt: '2026-11-15T12:01:00.000Z', phase: 'done' } as const
const score = { riskScore: 40, grade: 'C', successRate: null, severityCounts } as const
const onlyAtTheEnd = ['completed_at', 'total_attacks', 'successful_attacks']

test.each(['pending', 'running'] as const)('a %s scan has progress and counters, and nothing that belongs to the end', (status) => {
  const view = toScanView({ ...scan, status })
  expect(view).toMatchObject({ status, progress: 40, vulnerabilities_found: 1, attacks_done: 40, error: null, gate: null })
  for (const field of onlyAtTheEnd) expect(view).not.toHaveProperty(field)
})

test('a completed scan has what the customer was promised', () => {
  const view = toScanView({ ...scan, ...ended, status: 'completed', progress: 100, score })
  expect(view).toMatchObject({
    completed_at: ended.completedAt,
    total_attacks: 40,
    successful_attacks: 2,
    vulnerabilities_found: 1,
    risk_score: 40,
    grade: 'C',
    severity_counts: severityCounts,
  })
})

test('a failed scan has them too, over what was recorded, and its reason', () => {
  const error = { code: 'cancelled', message: 'The scan was cancelled.' } as const
  expect(toScanView({ ...scan, ...ended, status: 'failed', error })).toMatchObject({
    total_attacks: 40,
    successful_attacks: 2,
    progress: 40,
    error,
  })
})

test.each([
  ['completed', 'high', 'failed'],
  ['completed', 'critical', 'passed'],
  ['completed', 'low', 'failed'],
  ['failed', 'critical', 'failed'],
] as const)('a %s scan with a high finding and fail_on %s has its gate %s', (status, failOn, gate) => {
  expect(toScanView({ ...scan, ...ended, status, score, plan: { ...scan.plan, failOn } }).gate).toBe(gate)
})

const profile = {
  protocol: 'json',
  confidence: 1,
  conversation: 'none',
  streaming: false,
  model: null,
  tools: [],
  requests_used: 1,
  sample: null,
  notes: [],
} as const

test('how we talk to the target stays with us', () => {
  const settings = { authorization: 'Bearer secret' }
  expect(JSON.stringify(toScanView({ ...scan, profile: { ...profile, settings } }))).not.toContain('secret')
})

test('a view holds nothing that its schema does not describe', () => {
  for (const details of [
    undefined,
    { findings: [], coverage: { jailbreak: { succeeded: 1, resisted: 2, blocked: 0, inconclusive: 0, error: 0 } } },
  ]) {
    ScanView.strict().parse(toScanView({ ...scan, ...ended, status: 'completed', score }, details))
  }
})

test('a category that was asked for and not tested stands in the coverage with nothing done', () => {
  const plan = { ...scan.plan, categories: ['jailbreak', 'tool_abuse'] as const }
  const coverage = { jailbreak: { succeeded: 1, resisted: 2, blocked: 0, inconclusive: 0, error: 0 } }
  const view = toScanView({ ...scan, plan }, { findings: [], coverage })
  expect(Object.keys(view.coverage!)).toEqual(['jailbreak', 'tool_abuse'])
  expect(view.coverage!.tool_abuse).toMatchObject({ done: 0 })
})

test('a scan that settled nothing does not pass its gate', () => {
  const nothing = { attacksDone: 5, inconclusive: 4, errors: 1 }
  const clean = { ...score, severityCounts: { ...severityCounts, high: 0 } }
  const gated = { ...scan, ...ended, status: 'completed', score: clean, plan: { ...scan.plan, failOn: 'low' } } as const
  expect(toScanView(gated).gate).toBe('passed')
  expect(toScanView({ ...gated, ...nothing }).gate).toBe('failed')
})

test('rates and controls are shown as they were measured', () => {
  const rate = { rate: 0.5, low: 0.2, high: 0.8, successes: 4, trials: 8 }
  const corrected = { rate: 0.4, low: 0.1, high: 0.8, read: 3, sensitivity: 0.9, specificity: 0.8 }
  const one = { asked: 2, answered: 2, refused: 0 }
  const controls = { harmless: one, twins: one, harmful: one }
  const rated = { ...score, successRate: { ...rate, corrected }, byCategory: { jailbreak: { ...rate, corrected } } }
  const coverage = { jailbreak: { succeeded: 4, resisted: 4, blocked: 0, inconclusive: 0, error: 0 } }
  const view = toScanView(
    { ...scan, ...ended, status: 'completed', score: rated, profile: { ...profile, controls } },
    { findings: [], coverage },
  )
  expect(view).toMatchObject({ success_rate: { ...rate, corrected }, controls, start_at: null })
  expect(view.coverage!.jailbreak!.success_rate).toEqual({ ...rate, corrected })
  expect(view.target_profile).not.toHaveProperty('controls')
  ScanView.strict().parse(view)
})
