import { expect, test } from 'vitest'
import type { Verdict } from '../../domain/verdict.ts'
import { isNearMiss } from './near-miss.ts'

test.each<[string, boolean, Verdict]>([
  ['a suspected success', true, { outcome: 'succeeded', confidence: 'tentative', evidence: [], by: 'semantic@1' }],
  ['a proof', false, { outcome: 'succeeded', confidence: 'confirmed', evidence: [], by: 'canary@1' }],
  ['too close to call', true, { outcome: 'inconclusive', reason: 'too close to call', by: 'semantic@1' }],
  ['nothing to read', false, { outcome: 'inconclusive', reason: 'empty', by: 'answer@1' }],
  ['no refusal, no proof', true, { outcome: 'resisted', confidence: 'tentative', by: 'canary@1' }],
  ['a refusal in words', false, { outcome: 'resisted', confidence: 'firm', by: 'refusal@1' }],
  ['half a refusal', false, { outcome: 'resisted', confidence: 'tentative', by: 'refusal@1' }],
  ['a filter', false, { outcome: 'blocked', confidence: 'firm', by: 'engine@1' }],
  ['no answer', false, { outcome: 'error', reason: 'timed out', by: 'engine@1' }],
])('%s: near miss is %s', (_, isNear, verdict) => {
  expect(isNearMiss(verdict)).toBe(isNear)
})
