import { expect, test } from 'vitest'
import { playRounds } from '../../../test/play-rounds.ts'
import { anAttack } from '../../../test/support.ts'
import type { Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { isDecided } from './refire.ts'
import { Rounds } from './rounds.ts'

const attacks = Array.from({ length: 300 }, (_, n) =>
  anAttack({ id: `jailbreak/a${n}`, weakness: `w${n % 6}`, technique: `t${n % 5}`, transforms: ['plain', 'hex'] }),
)

/** Plays a scan to its end; what each probe comes to is decided by `outcomeOf`. */
function play(plan: { repeats: number; maxAttacks: number; attacks?: typeof attacks }, outcomeOf: (probe: Probe) => Outcome): Probe[] {
  const rounds = new Rounds({ attacks, seed: 7, ...plan }, new Map())
  return playRounds(rounds, (probe) => ({ outcome: outcomeOf(probe) }))
}
const isHole = (probe: Probe) => probe.attack.weakness === 'w1' || probe.attack.weakness === 'w2'
const again = (sent: readonly Probe[]) => sent.filter(({ trial }) => trial > 1)

test('a hit is fired again until it is known to work more often than not, and no longer', () => {
  const refired = again(play({ repeats: 10, maxAttacks: 200 }, (probe) => (isHole(probe) ? 'succeeded' : 'resisted')))
  const byVariant = Map.groupBy(refired, ({ attack, transform }) => `${attack.id}+${transform}`)
  expect([...byVariant.values()].map((probes) => probes.map(({ trial }) => trial))).toEqual([
    [2, 3, 4],
    [2, 3, 4],
  ])
  expect(new Set(refired.map(({ attack }) => attack.weakness))).toEqual(new Set(['w1', 'w2']))
})

test('a hit that does not come again is fired up to `repeats` times', () => {
  const refired = again(
    play({ repeats: 6, maxAttacks: 200 }, (probe) => (isHole(probe) && probe.trial % 2 === 1 ? 'succeeded' : 'resisted')),
  )
  for (const [, probes] of Map.groupBy(refired, ({ attack }) => attack.weakness)) {
    expect(probes.map(({ trial }) => trial)).toEqual([2, 3, 4, 5, 6])
  }
})

test('trials without a usable answer decide nothing, and end all the same', () => {
  const refired = again(
    play({ repeats: 7, maxAttacks: 200 }, (probe) => (!isHole(probe) ? 'resisted' : probe.trial === 1 ? 'succeeded' : 'error')),
  )
  expect(Math.max(...refired.map(({ trial }) => trial))).toBe(7)
})

test('what did not succeed is tried again only when nothing new is left, and given up after four', () => {
  const few = attacks.slice(0, 3)
  const sent = play({ repeats: 9, maxAttacks: 1000, attacks: few }, () => 'resisted')
  expect(sent.slice(0, 6).every(({ trial }) => trial === 1)).toBe(true)
  // Rounds are planned two ahead, so a few trials more may be under way when the fourth one decides.
  const most = Math.max(...sent.map(({ trial }) => trial))
  expect(most).toBeGreaterThanOrEqual(4)
  expect(most).toBeLessThanOrEqual(9)
})

test('no probe is sent twice and the budget is kept, whatever succeeds', () => {
  for (const maxAttacks of [1, 7, 40, 90, 400]) {
    const sent = play({ repeats: 5, maxAttacks }, (probe) => (probe.id.length % 2 === 0 ? 'succeeded' : 'resisted'))
    expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length)
    expect(sent.length).toBeLessThanOrEqual(maxAttacks)
  }
})

test('a hit of the very last round is fired again while there is budget', () => {
  const one = [anAttack({ id: 'jailbreak/only', transforms: ['plain'] })]
  expect(play({ repeats: 10, maxAttacks: 50, attacks: one }, () => 'succeeded').map(({ trial }) => trial)).toContain(4)
})

test.each([
  [4, 4, true],
  [0, 4, true],
  [3, 3, false],
  [1, 1, false],
  [4, 5, false],
  [7, 8, true],
  [0, 0, false],
])('%i of %i: decided is %s', (successes, trials, decided) => {
  expect(isDecided({ successes, trials })).toBe(decided)
})
