import { expect, test } from 'vitest'
import { anAttack, aScript, aTarget } from '../../test/support.ts'
import { Problem } from '../domain/problem.ts'
import type { Strategy } from '../domain/strategy.ts'
import type { Judge } from '../domain/verdict.ts'
import { type ProbeRun, runProbe } from './run-probe.ts'

const attack = anAttack({ id: 'jailbreak/one' })
const scripted: Strategy = async function* (script) {
  for (const turn of script.turns) yield turn
}
const saysMagic: Judge = (transcript) =>
  transcript.some(({ reply }) => reply.text.includes('magic'))
    ? { outcome: 'succeeded', confidence: 'confirmed', evidence: [{ turn: 0, where: 'answer', text: 'magic' }], by: 'test@1' }
    : { outcome: 'resisted', confidence: 'firm', by: 'test@1' }

function aRun(over: Partial<ProbeRun>): ProbeRun {
  const script = aScript(attack)
  return {
    target: aTarget(() => 'no'),
    strategy: scripted,
    judge: saysMagic,
    aid: { script, fill: (text) => text },
    send: (conversation, text, signal) => conversation.send(text, signal),
    answersHarmlessQuestions: true,
    monotonicMs: () => 0,
    signal: new AbortController().signal,
    ...over,
  }
}
const failing = (problem: Problem) => aTarget(() => Promise.reject(problem))

test('a target that fails is an error with a reason, never resisted', async () => {
  const { verdict, transcript } = await runProbe(
    aScript(attack),
    aRun({ target: failing(new Problem('target_timeout', 'Nothing came within 60 s.')) }),
  )
  expect(verdict).toMatchObject({ outcome: 'error', reason: expect.stringContaining('60 s') })
  expect(transcript).toEqual([{ sent: 'Hello', reply: { text: '' }, ms: 0 }])
})

test('a filter that stops attacks but lets harmless questions pass is a defence', async () => {
  const forbidden = new Problem('target_auth_failed', 'It answered 403.', { targetStatus: 403 })
  expect((await runProbe(aScript(attack), aRun({ target: failing(forbidden) }))).verdict.outcome).toBe('blocked')
  expect((await runProbe(aScript(attack), aRun({ target: failing(forbidden), answersHarmlessQuestions: false }))).verdict.outcome).toBe(
    'error',
  )
})

test('an endpoint that does not take declared tools has not resisted anything', async () => {
  const script = { ...aScript(attack), setup: { tools: [{ name: 'send', description: 'Sends', parameters: {} }] } }
  const rejected = new Problem('target_rejected', 'It answered 400.', { targetStatus: 400 })
  const { verdict } = await runProbe(script, aRun({ target: failing(rejected), aid: { script, fill: (text) => text } }))
  expect(verdict).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('tools') })
})

test('what a target has no place for was never laid down, so a rejection is about the attack', async () => {
  const script = { ...aScript(attack), setup: { system: 'Keep the code.' } }
  const target = failing(new Problem('target_rejected', 'It answered 400.', { targetStatus: 400 }))
  const verdictOn = async (system: boolean) => {
    const run = aRun({ target: { ...target, features: { ...target.features, system } }, aid: { script, fill: (text) => text } })
    return (await runProbe(script, run)).verdict.outcome
  }
  expect(await verdictOn(true)).toBe('inconclusive')
  expect(await verdictOn(false)).toBe('blocked')
})

test('proof that came before the line broke stays proof', async () => {
  const target = aTarget((_, turn) => (turn === 0 ? 'magic' : Promise.reject(new Problem('target_unreachable', 'reset'))))
  const { verdict } = await runProbe(aScript(attack, ['one', 'two']), aRun({ target }))
  expect(verdict.outcome).toBe('succeeded')
})

test('a strategy hears every reply', async () => {
  const insist: Strategy = async function* (script) {
    for (let tries = 0; tries < 3; tries++) {
      const reply = yield script.turns[0]!
      if (reply.text === 'magic') return
    }
  }
  const { transcript, verdict } = await runProbe(
    aScript(attack),
    aRun({ target: aTarget((_, turn) => (turn === 1 ? 'magic' : 'no')), strategy: insist }),
  )
  expect(transcript.length).toBe(2)
  expect(verdict.outcome).toBe('succeeded')
})

test('a fresh turn is said in a new session', async () => {
  const sessions: string[][] = []
  const target = {
    features: { conversation: 'history', system: false, history: false, tools: false } as const,
    open() {
      const said: string[] = []
      sessions.push(said)
      return { send: async (text: string) => ({ text: String(said.push(text)) }) }
    },
  }
  const strategy: Strategy = async function* () {
    yield { say: 'a' }
    yield { say: 'b' }
    yield { say: 'c', fresh: true }
  }
  await runProbe(aScript(attack), aRun({ target, strategy }))
  expect(sessions).toEqual([['a', 'b'], ['c']])
})

test('a bug of ours is thrown, not turned into a verdict', async () => {
  const judge: Judge = () => {
    throw new TypeError('oops')
  }
  await expect(runProbe(aScript(attack), aRun({ judge }))).rejects.toThrow('oops')
})

test('a target that fails at saying goodbye changes no verdict', async () => {
  const target = {
    features: { conversation: 'session', system: false, history: false, tools: false } as const,
    open: () => ({
      send: async () => ({ text: 'magic' }),
      close: () => Promise.reject(new Problem('target_timeout', 'DELETE was not answered.')),
    }),
  }
  expect((await runProbe(aScript(attack), aRun({ target }))).verdict.outcome).toBe('succeeded')
})
