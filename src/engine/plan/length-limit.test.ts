import { expect, test } from 'vitest'
import { playRounds } from '../../../test/play-rounds.ts'
import { anAttack, aProbe, catalogued } from '../../../test/support.ts'
import type { Outcome } from '../../domain/verdict.ts'
import type { Result, Stock } from './breed.ts'
import { lengthLimit, saidLength, withinLimit } from './length-limit.ts'
import { Rounds } from './rounds.ts'

const ofLength = (length: number, outcome: Outcome): Result => ({
  probe: aProbe(anAttack({ id: `jailbreak/n${length}`, turns: ['x'.repeat(length)] })),
  outcome,
  isNear: false,
})
const short = [50, 80, 120, 200, 250].map((length) => ofLength(length, 'resisted'))
const long = [310, 400, 500, 700, 900].map((length) => ofLength(length, 'blocked'))

test('a target that turns away everything long has a limit', () => {
  expect(lengthLimit([...short, ...long])).toBe(250)
})

test('a filter that stops words of any length has none', () => {
  expect(lengthLimit([...short, ...long, ofLength(1000, 'resisted')])).toBeUndefined()
  expect(lengthLimit([...short, ...long, ofLength(60, 'blocked'), ofLength(90, 'blocked')])).toBeUndefined()
  expect(lengthLimit([...short, ...long.slice(1)])).toBeUndefined()
})

test('beyond the limit an attack is said in fewer words, where it can be', () => {
  const attack = anAttack({ id: 'jailbreak/long', turns: ['x'.repeat(500)] })
  const stock: Stock = { entries: new Map(), shorten: () => catalogued({ ...attack, turns: ['short'] }) }
  const probe = aProbe(attack)
  expect(withinLimit(probe, 250, stock)).toMatchObject({
    attack: { turns: ['short'] },
    descent: { strategy: 'shortened', parents: [attack.id] },
  })
  expect(withinLimit(probe, 250, { entries: new Map() })).toBe(probe)
  expect(withinLimit(probe, undefined, stock)).toBe(probe)
  expect(withinLimit(probe, 600, stock)).toBe(probe)
})

test('a scan of a target with a limit turns to what fits, and still spends its whole budget', () => {
  const lengths = Array.from({ length: 120 }, (_, n) => 40 + n * 10)
  const attacks = lengths.map((length) => anAttack({ id: `jailbreak/n${length}`, turns: ['x'.repeat(length)], tier: length > 400 ? 1 : 2 }))
  const play = (maxAttacks: number) => {
    const rounds = new Rounds({ attacks, seed: 2, repeats: 1, maxAttacks, stock: { entries: new Map() } }, new Map())
    return playRounds(rounds, ({ attack }) => ({ outcome: saidLength(attack) > 700 ? 'blocked' : 'resisted' }))
  }
  const part = play(90)
  expect(part.length).toBe(90)
  // The fourth round knows the first two, forty results: from there on everything fits.
  expect(
    part
      .slice(60)
      .filter(({ attack }) => saidLength(attack) > 770)
      .map(({ id }) => id),
  ).toEqual([])
  expect(play(500).length).toBe(attacks.length)
})
