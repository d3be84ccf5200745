import { expect, test } from 'vitest'
import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { transforms } from '../../src/attacks/transforms/index.ts'
import { writeScript } from '../../src/attacks/write-script.ts'
import { probeId } from '../../src/domain/attack.ts'
import { categories } from '../../src/domain/category.ts'
import { detectors } from '../../src/judge/index.ts'

const catalog = await loadCatalog([ownPacks], detectors)
const attacks = catalog.attacks.map(({ attack }) => attack)
const secret = new TextEncoder().encode('the same for all')

test('objectives, techniques and transforms compose to tens of thousands of probes that all say something else', () => {
  const said = new Map<string, string>()
  const twice: string[] = []
  for (const attack of attacks)
    for (const transform of attack.transforms) {
      const id = probeId(attack, transform, 1)
      // One id for all, so that canaries are equal and only the words can differ.
      const { turns, setup } = writeScript({ id: 'same', attack, transform, trial: 1 }, secret)
      const text = JSON.stringify([turns, setup ?? null, attack.detect])
      const twin = said.get(text)
      if (twin) twice.push(`${id} says the same as ${twin}`)
      said.set(text, id)
    }
  expect(twice).toEqual([])
  expect(said.size).toBeGreaterThan(20_000)
  // Three seconds on a free core; the bound is for machines that many share.
}, 300_000)

test('500 attacks and more, 80 techniques and more, every transform reached, 15 languages and more', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(500)
  expect(new Set(attacks.map(({ technique }) => technique)).size).toBeGreaterThanOrEqual(80)
  expect(new Set(attacks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15)
  const used = new Set(attacks.flatMap((attack) => attack.transforms))
  expect([...transforms.keys()].filter((id) => !used.has(id))).toEqual([])
})

test('three to six attacks of each category go first, ninety or so in all, so that a default scan of a hundred reaches them and learns from them', () => {
  const first = attacks.filter(({ tier }) => tier === 1)
  const sizes = Map.groupBy(first, ({ category }) => category)
  const odd = categories.map((name) => ({ name, size: sizes.get(name)?.length ?? 0 })).filter(({ size }) => size < 3 || size > 6)
  expect(odd).toEqual([])
  expect(first.length).toBeLessThanOrEqual(92)
})

test('what goes first differs in what it wants: secrets, orders of ours, and harm', () => {
  const wanted = (category: string) =>
    new Set(attacks.filter((attack) => attack.tier === 1 && attack.category === category).map(({ detect }) => JSON.stringify(detect)))
  for (const category of ['jailbreak', 'multi_turn', 'multilingual', 'encoding_obfuscation', 'harmful_content', 'cyber_misuse'])
    expect({ category, several: wanted(category).size > 1 }).toEqual({ category, several: true })
})

test('what proves a success never stands in what is sent', () => {
  const flat = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const wrong: string[] = []
  for (const attack of attacks) {
    const { turns, vars } = writeScript({ id: attack.id, attack, transform: attack.transforms[0]!, trial: 1 }, secret)
    const markers = attack.detect.flatMap((entry) => (typeof entry['canary'] === 'string' ? [entry['canary']] : []))
    for (const marker of markers) {
      const expected = flat(marker.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => vars[name] ?? ''))
      if (turns.at(-1)!.say.length > 0 && flat(turns.at(-1)!.say).includes(expected)) wrong.push(attack.id)
    }
  }
  expect(wrong).toEqual([])
})
