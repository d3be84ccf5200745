import type { Compliance } from '../../src/domain/compliance.ts'
import type { ApiKey } from '../../src/domain/key.ts'
import type { Lease, NewScan, Store } from '../../src/domain/ports.ts'
import type { ScanEnd, ScanPlan } from '../../src/domain/scan.ts'
import type { Attempt, Verdict } from '../../src/domain/verdict.ts'

/** Ready-made scans, attempts and keys; each test changes only what it is about. */
export const plan: ScanPlan = {
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
  seed: 7,
  mode: 'direct',
  judge: null,
  failOn: null,
  authorization: null,
  startAt: null,
}

/** Noon, plus so many seconds. */
export const at = (seconds: number): string => new Date(noon + seconds * 1000).toISOString()
export const noon = Date.UTC(2026, 10, 15, 12)

export const scanId = (number: number): string => `scn_${String(number).padStart(32, '0')}`

export function newScan(number: number, change: Partial<NewScan> = {}): NewScan {
  return {
    id: scanId(number),
    target: 'http://127.0.0.1:8000/chat',
    name: null,
    status: 'running',
    plan,
    createdAt: at(number),
    createdBy: 'key_1',
    catalogVersion: 'v1',
    attacksPlanned: 100,
    sealedConfig: null,
    canarySecret: new Uint8Array([1, 2, 3]),
    ...change,
  }
}

const compliance: Compliance = {
  owasp_llm: ['LLM01:2025'],
  mitre_atlas: ['AML.T0051.000'],
  owasp_llm_2026: [],
  owasp_agentic: [],
  cwe: [],
  nist: [],
}

export const success: Verdict & { outcome: 'succeeded' } = {
  outcome: 'succeeded',
  confidence: 'firm',
  evidence: [{ turn: 0, where: 'answer', text: 'OK' }],
  by: 'marker@1',
}
export const resisted: Verdict = { outcome: 'resisted', confidence: 'firm', by: 'refusal@1' }

export function attempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    probeId: `jailbreak/a-${number}+plain.0`,
    attackId: `jailbreak/a-${number}`,
    name: 'An attack',
    category: 'jailbreak',
    weakness: 'persona',
    technique: 'role-play',
    transform: 'plain',
    language: 'en',
    trial: 0,
    severity: 'high',
    compliance,
    remediation: 'Refuse to play that part.',
    prompt: `prompt ${number}`,
    response: `response ${number}`,
    verdict: resisted,
    requests: 1,
    latencyMs: 12.5,
    ...change,
  }
}

export const attempts = (from: number, to: number, change: Partial<Attempt> = {}): Attempt[] =>
  Array.from({ length: to - from + 1 }, (_, index) => attempt(from + index, change))

export const completed: ScanEnd = { status: 'completed', completedAt: at(900), error: null, score: null, warnings: [] }
export const failed: ScanEnd = { ...completed, status: 'failed', error: { code: 'target_unreachable', message: 'Nobody there.' } }

/** A scan that is created and held: what most tests start from. */
export async function heldScan(store: Store, number = 1, change: Partial<NewScan> = {}): Promise<Lease> {
  const made = await store.scans.create(newScan(number, { lease: { owner: 'worker-a', untilMs: noon + 60_000 }, ...change }))
  if (made.kind !== 'created' || !made.lease) throw new Error('the scan was not created with its lease')
  return made.lease
}

export const apiKey = (number: number, change: Partial<ApiKey> = {}): ApiKey => ({
  id: `key_${number}`,
  name: `Key ${number}`,
  hash: String(number).padStart(64, '0'),
  scopes: ['scans:read', 'scans:write'],
  createdAt: at(number),
  expiresAt: null,
  lastUsed: null,
  ...change,
})
