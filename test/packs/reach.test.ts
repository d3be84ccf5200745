import { expect, test } from 'vitest'
import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { transforms } from '../../src/attacks/transforms/index.ts'
import type { Probe } from '../../src/domain/attack.ts'
import { categories } from '../../src/domain/category.ts'
import type { Outcome } from '../../src/domain/verdict.ts'
import { Rounds } from '../../src/engine/plan/rounds.ts'
import { detectors } from '../../src/judge/index.ts'

const catalog = await loadCatalog([ownPacks], detectors)
const attacks = catalog.attacks.map(({ attack }) => attack)
const stock = { ...catalog, entries: new Map(catalog.attacks.map((entry) => [entry.attack.id, entry])) }

/** All probes of a scan in which everything ends the same. */
function probesOf(maxAttacks: number, outcome: Outcome): readonly Probe[] {
  const rounds = new Rounds({ attacks, seed: 4, repeats: 1, maxAttacks, stock }, new Map())
  const sent: Probe[] = []
  for (let round = rounds.next(); round; round = rounds.next())
    for (const probe of round) {
      sent.push(probe)
      rounds.settle(probe, outcome)
    }
  return sent
}
const missing = (all: Iterable<string>, reached: Iterable<string>) => [...new Set(all)].filter((name) => !new Set(reached).has(name))

test.each<[number, Outcome]>([
  [3000, 'resisted'],
  [3000, 'succeeded'],
  [3000, 'blocked'],
])('%i attacks reach every category, weakness, technique, language and transform, even when all are %s', (budget, outcome) => {
  const sent = probesOf(budget, outcome)
  expect(
    missing(
      categories,
      sent.map(({ attack }) => attack.category),
    ),
  ).toEqual([])
  expect(
    missing(
      attacks.map(({ weakness }) => weakness),
      sent.map(({ attack }) => attack.weakness),
    ),
  ).toEqual([])
  expect(
    missing(
      attacks.map(({ technique }) => technique),
      sent.map(({ attack }) => attack.technique),
    ),
  ).toEqual([])
  expect(
    missing(
      attacks.map(({ language }) => language),
      sent.map(({ attack }) => attack.language),
    ),
  ).toEqual([])
  expect(
    missing(
      transforms.keys(),
      sent.map(({ transform }) => transform),
    ),
  ).toEqual([])
})

test('a hundred attacks reach every category and most weaknesses', () => {
  const sent = probesOf(100, 'resisted')
  expect(
    missing(
      categories,
      sent.map(({ attack }) => attack.category),
    ),
  ).toEqual([])
  const weaknesses = new Set(attacks.map(({ weakness }) => weakness))
  expect(new Set(sent.map(({ attack }) => attack.weakness)).size).toBeGreaterThan(0.75 * weaknesses.size)
})
