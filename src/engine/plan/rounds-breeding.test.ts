import { expect, test } from 'vitest'
import { playRounds } from '../../../test/play-rounds.ts'
import { loadCatalog, ownPacks } from '../../attacks/load.ts'
import { selectAttacks } from '../../attacks/select.ts'
import type { Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { detectors } from '../../judge/index.ts'
import { drawFrom } from '../../lib/hash.ts'
import { saying } from './breed.ts'
import { Rounds } from './rounds.ts'

const catalog = await loadCatalog([ownPacks], detectors)
const features = { conversation: 'session', system: false, history: false, tools: false } as const
const { chosen } = selectAttacks(catalog, { categories: null, techniques: null, languages: null, features })
const attacks = chosen.map(({ attack }) => attack)
const stock = { ...catalog, entries: new Map(chosen.map((entry) => [entry.attack.id, entry])) }

/** An application that falls for stories, reads Base64, blocks a third of everything and hesitates now and then. */
function outcomeOf({ attack, transform, id }: Probe): { outcome: Outcome; isNear: boolean } {
  if (/role|persona|fiction|story|game/.test(attack.technique) || transform === 'base64') return { outcome: 'succeeded', isNear: false }
  const draw = drawFrom(1, id)
  if (draw < 0.3) return { outcome: 'blocked', isNear: false }
  return draw < 0.5 ? { outcome: 'inconclusive', isNear: true } : { outcome: 'resisted', isNear: false }
}

type Recorded = ReadonlyMap<string, ReturnType<typeof outcomeOf>>
function play(maxAttacks: number, seed: number, recorded: Recorded = new Map()): Probe[] {
  const outcomes = new Map([...recorded].map(([id, { outcome }]) => [id, outcome]))
  const near = new Set([...recorded].filter(([, { isNear }]) => isNear).map(([id]) => id))
  const rounds = new Rounds({ attacks, seed, repeats: 1, maxAttacks, stock }, outcomes, near)
  return playRounds(rounds, outcomeOf)
}
const bredOf = (sent: readonly Probe[]) => sent.filter(({ descent }) => descent)

test('a default scan sends the whole first tier, and what room is left follows what worked', () => {
  const sent = play(100, 3)
  const ids = new Set(sent.map(({ attack }) => attack.id))
  expect(attacks.filter(({ tier, id }) => tier === 1 && !ids.has(id)).map(({ id }) => id)).toEqual([])
  expect(sent.length).toBe(100)
  expect(bredOf(sent).length).toBeGreaterThan(0)
  expect(bredOf(sent).length).toBeLessThanOrEqual(25)
})

test('a large scan breeds in every way, at most a quarter of its probes, none of them twice', () => {
  const sent = play(600, 5)
  expect(sent.length).toBe(600)
  expect(new Set(bredOf(sent).map(({ descent }) => descent!.strategy)).size).toBe(4)
  expect(bredOf(sent).length).toBeLessThanOrEqual(150)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(600)
  expect(new Set(sent.map(saying)).size).toBe(600)
  const known = new Set(attacks.map(({ id }) => id))
  for (const { descent } of bredOf(sent)) for (const parent of descent!.parents) expect(known).toContain(parent)
})

test('the same seed and answers breed the same probes in the same order', () => {
  const ids = (seed: number) => play(300, seed).map(({ id }) => id)
  expect(ids(7)).toEqual(ids(7))
  expect(ids(7)).not.toEqual(ids(8))
})

test('a scan that was interrupted anywhere goes on with exactly what is missing, descendants included', () => {
  const whole = play(300, 11)
  expect(bredOf(whole).length).toBeGreaterThan(20)
  for (const cut of [1, 59, 120, 181, 240, 299]) {
    const recorded = new Map(whole.slice(0, cut).map((probe) => [probe.id, outcomeOf(probe)]))
    const rest = play(300, 11, recorded)
    expect([...recorded.keys(), ...rest.map(({ id }) => id)].sort()).toEqual(whole.map(({ id }) => id).toSorted())
  }
})

test('a scan that can send everything sends everything, and breeds nothing', () => {
  const few = attacks.filter(({ category }) => category === 'unbounded_consumption')
  const rounds = new Rounds({ attacks: few, seed: 1, repeats: 1, maxAttacks: 5000, stock }, new Map())
  const sent: Probe[] = []
  for (let round = rounds.next(); round; round = rounds.next())
    for (const probe of round) {
      sent.push(probe)
      rounds.settle(probe, 'inconclusive', true)
    }
  expect(bredOf(sent)).toEqual([])
  expect(sent.length).toBe(few.reduce((sum, { transforms }) => sum + transforms.length, 0))
})
