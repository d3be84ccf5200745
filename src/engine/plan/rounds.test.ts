import fc from 'fast-check'
import { expect, test } from 'vitest'
import { playRounds } from '../../../test/play-rounds.ts'
import { anAttack } from '../../../test/support.ts'
import type { Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { countProbes, Rounds } from './rounds.ts'

const attacks = ['jailbreak', 'prompt_injection', 'multi_turn', 'tool_abuse'].flatMap((category) =>
  Array.from({ length: 12 }, (_, n) =>
    anAttack({
      id: `${category}/a${n}`,
      weakness: `w${n % 3}-${category.slice(0, 4)}`,
      technique: `t${n % 4}`,
      transforms: ['plain', 'base64', 'hex'],
    }),
  ),
)

/** Plays a scan: every probe ends as `outcomeOf` says, whatever order answers arrive in. */
function play(
  seed: number,
  maxAttacks: number,
  outcomeOf: (probe: Probe) => Outcome,
  recorded: ReadonlyMap<string, Outcome> = new Map(),
): string[] {
  const rounds = new Rounds({ attacks, seed, repeats: 1, maxAttacks }, recorded)
  return playRounds(rounds, (probe) => ({ outcome: outcomeOf(probe) })).map(({ id }) => id)
}
const hits = (probe: Probe): Outcome => (probe.id.length % 3 === 0 ? 'succeeded' : 'resisted')

test('a seed decides which probes run and in what order', () => {
  expect(play(7, 60, hits)).toEqual(play(7, 60, hits))
  expect(play(7, 60, hits)).not.toEqual(play(8, 60, hits))
})

test('no probe is planned twice and the budget is kept', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 1, max: 200 }), (seed, budget) => {
      const sent = play(seed, budget, hits)
      expect(new Set(sent).size).toBe(sent.length)
      expect(sent.length).toBe(countProbes(attacks, 1, budget))
    }),
    { numRuns: 40, seed: 20261115 },
  )
})

test('a scan that was interrupted anywhere goes on with exactly what is missing', () => {
  const whole = play(3, 100, hits)
  const byId = new Map(whole.map((id) => [id, (id.length % 3 === 0 ? 'succeeded' : 'resisted') as Outcome]))
  for (const cut of [0, 1, 13, 14, 50, 99, 100]) {
    const recorded = new Map(whole.slice(0, cut).map((id) => [id, byId.get(id)!]))
    const rest = play(3, 100, hits, recorded)
    expect([...recorded.keys(), ...rest].sort()).toEqual(whole.toSorted())
  }
})

test('every category gets its share, and the wording listed first comes before the others', () => {
  const sent = play(1, 48, () => 'resisted')
  const perCategory = Map.groupBy(sent, (id) => id.split('/')[0])
  expect([...perCategory.values()].map((ids) => ids.length)).toEqual([12, 12, 12, 12])
  expect(sent.filter((id) => !id.includes('+plain')).length).toBe(0)
})

test('a weakness that is proved makes room for the others', () => {
  const proved = (probe: Probe): Outcome => (probe.attack.weakness.startsWith('w0') ? 'succeeded' : 'resisted')
  const count = (outcomeOf: (probe: Probe) => Outcome) => {
    const weakness = new Map(attacks.map((attack) => [attack.id, attack.weakness]))
    return play(5, 72, outcomeOf).filter((id) => weakness.get(id.split('+')[0]!)!.startsWith('w0')).length
  }
  expect(count(proved)).toBeLessThan(count(() => 'resisted'))
})

test('ten thousand probes are planned in well under a second', () => {
  const many = Array.from({ length: 2000 }, (_, n) =>
    anAttack({
      id: `jailbreak/m${n}`,
      weakness: `w${n % 40}`,
      technique: `t${n % 80}`,
      transforms: ['plain', 'hex', 'base64', 'rot13', 'morse'],
    }),
  )
  const rounds = new Rounds({ attacks: many, seed: 1, repeats: 1, maxAttacks: 10_000 }, new Map())
  const started = performance.now()
  for (let round = rounds.next(); round; round = rounds.next()) for (const probe of round) rounds.settle(probe, 'resisted')
  expect(performance.now() - started).toBeLessThan(3000)
})
