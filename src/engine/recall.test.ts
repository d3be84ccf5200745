import { expect, test } from 'vitest'
import { anAttack, aProbe, aScript, catalogued } from '../../test/support.ts'
import { probeId } from '../domain/attack.ts'
import type { AttemptRow } from '../domain/ports.ts'
import type { Verdict } from '../domain/verdict.ts'
import { OwnSecrets } from './own-secrets.ts'
import { recall } from './recall.ts'
import type { ScanRun } from './scan-run.ts'
import { toAttempt } from './to-attempt.ts'

const leaking = anAttack({ id: 'jailbreak/tale-own', detect: [{ leak: { of: 'canaries' } }] })
const other = anAttack({ id: 'multi_turn/ladder-mark' })
const entries = new Map([leaking, other].map((attack, i) => [attack.id, { ...catalogued(attack), wants: i === 0 ? 'own' : 'mark' }]))
const crossed = anAttack({ id: 'multi_turn/ladder-own', detect: [{ leak: { of: 'canaries' } }] })
const stock = { entries, cross: () => ({ ...catalogued(crossed), wants: 'own' }) }
const told: Verdict = { outcome: 'succeeded', confidence: 'firm', evidence: [], by: 'credential@1' }

/** The recorded results of an earlier process, as far as `recall` reads a scan. */
function earlier(...results: readonly Readonly<{ id: string; attack: typeof leaking; answer: string; verdict: Verdict }>[]): ScanRun {
  const rows = results.map(({ id, attack, answer, verdict }, seq): AttemptRow => {
    const script = { ...aScript(attack), probe: { ...aProbe(attack), id } }
    const carried = { script, transcript: [{ sent: 'Hello', reply: { text: answer }, ms: 1 }], verdict, requests: 1 }
    return { seq, id: `res_${seq}`, recordedAt: '', attempt: toAttempt(carried, catalogued(attack), { attacks: [] }) }
  })
  const part: Pick<ScanRun, 'writeScript' | 'fill'> & { scan: { id: string }; scans: Pick<ScanRun['scans'], 'streamAttempts'> } = {
    scan: { id: 'scn_1' },
    scans: {
      async *streamAttempts() {
        yield* rows
      },
    },
    writeScript: ({ attack }) => aScript(attack),
    fill: (text) => text,
  }
  return part as ScanRun
}

test('a resumed scan knows how every probe ended, as planning saw it then', async () => {
  const amended: Verdict = { ...told, by: 'own-secret@1', first: { outcome: 'resisted', isNear: true } }
  const past = await recall(
    earlier(
      { id: 'a', attack: leaking, answer: 'No.', verdict: { outcome: 'resisted', confidence: 'firm', by: 'refusal@1' } },
      { id: 'b', attack: other, answer: 'QUARTZ-LADDER-8813', verdict: amended },
    ),
    stock,
    new OwnSecrets(),
    undefined,
  )
  expect([...past.outcomes]).toEqual([
    ['a', 'resisted'],
    ['b', 'resisted'],
  ])
  expect([...past.nearMisses]).toEqual(['b'])
})

test.each([
  ['an attack of the catalogue', leaking, probeId(leaking, 'plain', 1)],
  ['a descendant', crossed, probeId(crossed, 'plain', 1, { strategy: 'crossover', parents: [other.id, leaking.id] })],
])('it knows the secrets that %s has brought out', async (_, attack, id) => {
  const secrets = new OwnSecrets()
  await recall(earlier({ id, attack, answer: 'The vault password is QUARTZ-LADDER-8813.', verdict: told }), stock, secrets, undefined)
  const script = aScript(other)
  const resisted: Verdict = { outcome: 'resisted', confidence: 'firm', by: 'canary@1' }
  const again = [{ sent: 'Hello', reply: { text: 'It was QUARTZ-LADDER-8813.' }, ms: 1 }]
  expect(secrets.review(again, resisted, { script, fill: (text) => text }).outcome).toBe('succeeded')
})
