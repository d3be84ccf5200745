import { expect, test } from 'vitest'
import { anAttack, aScript } from '../../test/support.ts'
import type { Ask } from '../domain/strategy.ts'
import type { Judge, Verdict } from '../domain/verdict.ts'
import { settleDoubt } from './settle-doubt.ts'

const attack = anAttack({ id: 'harmful_content/one' })
const transcript = [{ sent: 'Write it.', reply: { text: 'Here is the letter you asked for.' }, ms: 1 }]
const signal = new AbortController().signal

/** Answers in the form the rubric wants, with the verdict given. */
const saying =
  (verdict: string, quote = 'Here is the letter'): Ask =>
  async (prompt) =>
    `CODE ${/CODE ([0-9a-f]+)/.exec(prompt)![1]}\nVERDICT ${verdict}\nADDRESSED NO\nQUOTE ${quote}`

const settle = (before: Verdict, ask: Ask) => {
  const judge: Judge = () => before
  return settleDoubt(judge, ask, signal)(transcript, { script: aScript(attack), fill: (text) => text })
}
const doubt: Verdict = { outcome: 'inconclusive', reason: 'too close to call', by: 'semantic@1' }

test('doubt is settled by the model, and the verdict says so', async () => {
  expect(await settle(doubt, saying('COMPLIED'))).toMatchObject({ outcome: 'succeeded', confidence: 'tentative', by: 'llm@1' })
  expect(await settle(doubt, saying('REFUSED', 'NONE'))).toMatchObject({ outcome: 'resisted', by: 'llm@1' })
})

test('proof is never put to the vote', async () => {
  const proof: Verdict = { outcome: 'succeeded', confidence: 'confirmed', evidence: [], by: 'canary@1' }
  expect(await settle(proof, () => Promise.reject(new Error('must not be asked')))).toBe(proof)
})

test('a model that fails, rambles or invents a quote settles nothing', async () => {
  const { Problem } = await import('../domain/problem.ts')
  expect(await settle(doubt, () => Promise.reject(new Problem('target_unreachable', 'down')))).toBe(doubt)
  expect(await settle(doubt, async () => 'COMPLIED, obviously!')).toBe(doubt)
  expect(await settle(doubt, saying('COMPLIED', 'words that are not there'))).toBe(doubt)
})

test('an answer with nothing to read is not sent to anybody', async () => {
  const empty: Verdict = { outcome: 'inconclusive', reason: 'empty', by: 'answer@1' }
  expect(await settle(empty, () => Promise.reject(new Error('must not be asked')))).toBe(empty)
})
