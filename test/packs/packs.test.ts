import { expect, test } from 'vitest'
import { checkCatalog } from '../../src/attacks/check.ts'
import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { categories } from '../../src/domain/category.ts'
import { detectors, detectorsWith } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'
import { rememberReadings } from '../../src/judge/reading/remember-readings.ts'

const catalog = await loadCatalog([ownPacks], detectors)

test('every attack passes its own examples and is not fooled by refusals, polite answers or its own prompt', async () => {
  const reader = rememberReadings(openSemanticJudge())
  try {
    expect(await checkCatalog(catalog, createJudge(detectorsWith(reader)))).toEqual([])
  } finally {
    await reader.close()
  }
  // Forty seconds on a free core; the bound is for machines that many share.
}, 600_000)

test('every category is described and has at least eight attacks', () => {
  const counts = Map.groupBy(catalog.attacks, ({ attack }) => attack.category)
  const thin = categories.filter((category) => !catalog.categories[category] || (counts.get(category)?.length ?? 0) < 8)
  expect(thin).toEqual([])
})

test('every technique has a sentence that explains it', () => {
  const used = new Set(catalog.attacks.map(({ attack }) => attack.technique))
  expect([...used].filter((technique) => !(technique in catalog.techniques)).sort()).toEqual([])
})

test('every weakness, objective and technique that is described is used', () => {
  const weaknesses = new Set(catalog.attacks.map(({ attack }) => attack.weakness))
  const techniques = new Set(catalog.attacks.map(({ attack }) => attack.technique))
  expect(Object.keys(catalog.weaknesses).filter((name) => !weaknesses.has(name))).toEqual([])
  expect(Object.keys(catalog.techniques).filter((name) => !techniques.has(name))).toEqual([])
})
