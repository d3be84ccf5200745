import { expect, test } from 'vitest'
import { detectors } from '../../judge/index.ts'
import { loadCatalog, ownPacks } from '../load.ts'

const catalog = await loadCatalog([ownPacks], detectors)
const known = new Map(catalog.attacks.map((entry) => [entry.attack.id, entry]))
const made = catalog.attacks.filter(({ wants }) => wants)
const sayings = (turns: readonly unknown[]) => JSON.stringify(turns)

test('an attack takes over what another one wants, with its request, its proof and how bad that is', () => {
  const carrier = made.find(({ attack, wants }) => wants === 'own-hidden' && attack.category === 'jailbreak')!
  const crossed = catalog.cross!(carrier.attack.id, 'fake-review')!
  expect(crossed.attack).toMatchObject({ category: 'jailbreak', technique: carrier.attack.technique })
  const { ask, what } = catalog.objectives['fake-review']!
  const said = JSON.stringify(crossed.attack.turns).replaceAll('\\"', '"')
  expect([ask, what].some((words) => said.includes(words.trim()))).toBe(true)
  expect(crossed.attack.detect).toEqual(
    expect.arrayContaining([...catalog.objectives['fake-review']!.detect.filter((entry) => !('proof' in entry))]),
  )
  expect(crossed.wants).toBe('fake-review')
})

test('a cross that a pack holds already is that very attack', () => {
  for (const { attack, wants } of made.slice(0, 40)) expect(catalog.cross!(attack.id, wants!)?.attack).toBe(attack)
})

test('what has no objective, or an objective not written in its language, is not crossed', () => {
  const alone = catalog.attacks.find(({ wants }) => !wants)!
  expect(catalog.cross!(alone.attack.id, 'marker')).toBeUndefined()
  const foreign = made.find(({ attack }) => attack.language !== 'en')!
  expect(catalog.cross!(foreign.attack.id, 'fake-review')).toBeUndefined()
  expect(catalog.cross!(foreign.attack.id, 'own-secret')).toBeDefined()
})

test('a shorter attack still makes its request and keeps its proof', () => {
  const short = made.flatMap(({ attack, wants }) => {
    const entry = catalog.shorten!(attack.id)
    return entry ? [{ entry, wants: wants! }] : []
  })
  expect(short.length).toBeGreaterThan(100)
  for (const { entry, wants } of short) {
    const long = known.get(entry.attack.id)!.attack
    const { ask, what } = catalog.objectives[wants]!.says[long.language] ?? catalog.objectives[wants]!
    const [before, after] = [sayings(long.turns) + long.payload, sayings(entry.attack.turns) + entry.attack.payload]
    expect(after.length).toBeLessThan(before.length)
    for (const words of [ask, what]) if (before.includes(words.trim())) expect(after).toContain(words.trim())
    expect(entry.attack.detect).toEqual(long.detect)
  }
})
