import { expect, test } from 'vitest'
import type { AttemptRow } from '../domain/ports.ts'
import type { Verdict } from '../domain/verdict.ts'
import { ResultView, toResultView } from './result-view.ts'

const verdict: Verdict = { outcome: 'succeeded', confidence: 'firm', evidence: [], by: 'regex@1' }
const aRow = (probeId: string, over: Partial<Verdict> = {}): AttemptRow => ({
  seq: 1,
  id: 'res_1_1',
  recordedAt: '2026-11-15T12:00:00.000Z',
  attempt: {
    probeId,
    attackId: 'jailbreak/a-b',
    name: 'An attack',
    category: 'jailbreak',
    weakness: 'rules-dropped-by-persona',
    technique: 'persona',
    transform: 'plain',
    language: 'en',
    trial: 1,
    severity: 'medium',
    compliance: { owasp_llm: [], mitre_atlas: [], owasp_llm_2026: [], owasp_agentic: [], cwe: [], nist: [] },
    remediation: 'Check answers.',
    prompt: 'Hello',
    response: 'Hi',
    verdict: { ...verdict, ...over } as Verdict,
    requests: 1,
    latencyMs: 1,
  },
})

test('a result that no pack holds says how it was made and of what', () => {
  const view = toResultView(aRow('jailbreak/a-b+plain.1~crossover~jailbreak/a-c~multi_turn/d-b'))
  expect(ResultView.parse(view)).toMatchObject({ strategy: 'crossover', parents: ['jailbreak/a-c', 'multi_turn/d-b'] })
  expect(toResultView(aRow('jailbreak/a-b+plain.1'))).not.toHaveProperty('strategy')
})

test('a severity that is not the attack’s own has its reason', () => {
  expect(toResultView(aRow('x', { impact: 'a live key came out' })).severity_reason).toBe('a live key came out')
  expect(toResultView(aRow('x'))).not.toHaveProperty('severity_reason')
})
