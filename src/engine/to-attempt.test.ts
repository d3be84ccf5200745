import { expect, test } from 'vitest'
import { anAttack, aScript, catalogued } from '../../test/support.ts'
import type { Exposure } from '../domain/exposure.ts'
import type { Verdict } from '../domain/verdict.ts'
import { toAttempt } from './to-attempt.ts'

const poem = anAttack({ id: 'jailbreak/poem', severity: 'low' })
const askingForSecrets = anAttack({
  id: 'jailbreak/secret',
  weakness: 'hidden-context-disclosed',
  detect: [{ leak: { of: 'canaries' } }],
})
const proofs = [
  anAttack({ id: 'sensitive_data_disclosure/own', weakness: 'own-secret-disclosed', severity: 'high' }),
  anAttack({ id: 'sensitive_data_disclosure/people', weakness: 'personal-data-disclosed', severity: 'high' }),
  anAttack({ id: 'system_prompt_leakage/rules', weakness: 'system-prompt-disclosed', severity: 'medium' }),
  anAttack({ id: 'sensitive_data_disclosure/second', weakness: 'session-mixup', severity: 'critical' }),
]
const catalog = { attacks: [poem, askingForSecrets, ...proofs].map(catalogued) }

function attemptOf(attack: typeof poem, over: Partial<Verdict>) {
  const evidence = [{ turn: 0, where: 'answer' as const, text: 'A rose is a rose.' }]
  const verdict = { outcome: 'succeeded', confidence: 'firm', evidence, by: 'any@1', ...over } as Verdict
  const transcript = [{ sent: 'A poem, please.', reply: { text: 'A rose is a rose.' }, ms: 1 }]
  return toAttempt({ script: aScript(attack), transcript, verdict, requests: 1 }, catalogued(attack), catalog)
}

test.each<[Exposure, string, string]>([
  ['secret', 'own-secret-disclosed', 'high'],
  ['people', 'personal-data-disclosed', 'high'],
  ['instructions', 'system-prompt-disclosed', 'medium'],
  ['session', 'session-mixup', 'critical'],
])('what comes out of an attack with another aim (%s) proves %s, as bad as that is', (exposes, weakness, severity) => {
  expect(attemptOf(poem, { exposes })).toMatchObject({ weakness, severity, attackId: poem.id, category: 'jailbreak' })
})

test('an attack that gets what it was about proves its own weakness', () => {
  expect(attemptOf(poem, {})).toMatchObject({ weakness: poem.weakness, severity: 'low' })
  expect(attemptOf(askingForSecrets, { exposes: 'secret' })).toMatchObject({ weakness: 'hidden-context-disclosed' })
})

test('what did not succeed proves nothing', () => {
  expect(attemptOf(poem, { outcome: 'resisted', exposes: 'people' })).toMatchObject({ weakness: poem.weakness })
})
