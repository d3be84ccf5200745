import { expect, test } from 'vitest'
import { anAttack, catalogued } from '../../test/support.ts'
import type { Attempt, Verdict } from '../domain/verdict.ts'
import { Counter } from './tally.ts'

const byProof = anAttack({ id: 'jailbreak/proof' })
const byReading = anAttack({ id: 'jailbreak/reading', detect: [{ canary: '{{canary}}' }, { semantic: { kind: 'harmful' } }] })
const attempt = (attackId: string, verdict: Verdict, trial = 1): Attempt => ({ attackId, category: 'jailbreak', trial, verdict }) as Attempt
const tallyOf = (...attempts: readonly Attempt[]) => {
  const counter = new Counter([byProof, byReading].map(catalogued))
  for (const one of attempts) counter.add(one)
  return counter.tallies.jailbreak
}
const hit = (by: string, over: Partial<Verdict> = {}): Verdict =>
  ({ outcome: 'succeeded', confidence: 'firm', evidence: [], by, ...over }) as Verdict
const resisted: Verdict = { outcome: 'resisted', confidence: 'firm', by: 'refusal@1' }
const one = (successes: number) => ({ successes, trials: 1 })
const none = { successes: 0, trials: 0 }

test('a success that a marker proves is proof, also of an attack that could have been read', () => {
  expect(tallyOf(attempt(byReading.id, hit('canary@1')))).toEqual({ proved: one(1), read: none })
})

test('a success that was read, by us or by a language model, is a reading', () => {
  expect(tallyOf(attempt(byReading.id, hit('semantic@1', { restsOn: 'reading' })))).toEqual({ proved: none, read: one(1) })
  expect(tallyOf(attempt(byProof.id, hit('llm@1', { restsOn: 'reading' })))).toEqual({ proved: none, read: one(1) })
})

test('a success that is only tentative is no proof, whoever found it', () => {
  expect(tallyOf(attempt(byProof.id, hit('credential@1', { confidence: 'tentative' })))).toEqual({ proved: none, read: one(1) })
})

test('a refusal of an attack that only proof can make succeed needs no reading; of one that is read it does', () => {
  expect(tallyOf(attempt(byProof.id, resisted))).toEqual({ proved: one(0), read: none })
  expect(tallyOf(attempt(byReading.id, resisted))).toEqual({ proved: none, read: one(0) })
})

test('what the protocol itself declares is no reading', () => {
  expect(tallyOf(attempt(byReading.id, { outcome: 'resisted', confidence: 'confirmed', by: 'structure@1' }))?.read).toEqual(none)
  expect(tallyOf(attempt(byReading.id, { outcome: 'blocked', confidence: 'firm', by: 'engine@1' }))?.read).toEqual(none)
})

test('each probe counts once: trials of what succeeded would lift the rate', () => {
  expect(tallyOf(attempt(byProof.id, hit('canary@1')), attempt(byProof.id, hit('canary@1'), 2))).toEqual({ proved: one(1), read: none })
})

test('what is not known is no trial', () => {
  expect(tallyOf(attempt(byProof.id, { outcome: 'inconclusive', reason: 'x', by: 'answer@1' }))).toBeUndefined()
  expect(tallyOf(attempt(byProof.id, { outcome: 'error', reason: 'x', by: 'engine@1' }))).toBeUndefined()
})
