import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { selectAttacks } from '../../src/attacks/select.ts'
import type { Probe } from '../../src/domain/attack.ts'
import type { TargetFeatures } from '../../src/domain/target.ts'
import { Rounds } from '../../src/engine/plan/rounds.ts'
import { detectors } from '../../src/judge/index.ts'
import { drawFrom } from '../../src/lib/hash.ts'

/**
 * What planning is worth on applications that are hard to hit: random ones, each with eight weaknesses, that fall for a family of
 * techniques, for a few writings or for a few languages, and only where one certain thing is asked for. Nothing is sent: an answer is
 * a function of the probe's own data. With descendants and without.
 *
 *   node test/bench/planner.ts [applications]
 */
const applications = Number(process.argv[2] ?? 40)
const catalog = await loadCatalog([ownPacks], detectors)
const kinds: Readonly<Record<string, TargetFeatures>> = {
  'rich endpoint': { conversation: 'history', system: true, history: true, tools: true },
  'single messages': { conversation: 'none', system: false, history: false, tools: false },
}
const rows: Record<string, string | number>[] = []
for (const [kind, features] of Object.entries(kinds)) {
  const { chosen } = selectAttacks(catalog, { categories: null, techniques: null, languages: null, features })
  const entries = new Map(chosen.map((entry) => [entry.attack.id, entry]))
  const attacks = chosen.map(({ attack }) => attack)
  const made = chosen.filter(({ wants }) => wants !== undefined)
  const wantsOf = ({ attack, descent }: Probe) => entries.get(attack.id)?.wants ?? entries.get(descent?.parents[1] ?? '')?.wants
  const names = {
    wants: [...new Set(made.map(({ wants }) => wants!))],
    techniques: [...new Set(made.map(({ attack }) => attack.technique))],
    transforms: [...new Set(attacks.flatMap(({ transforms }) => transforms))].filter((name) => name !== 'plain'),
    languages: [...new Set(attacks.map(({ language }) => language))].filter((name) => name !== 'en'),
  }

  for (const budget of [100, 200, 400, 1000]) {
    const share = (stock: object) => {
      let found = 0
      for (let n = 1; n <= applications; n++) found += foundIn(n, budget, stock)
      return `${((100 * found) / (8 * applications)).toFixed(1)} %`
    }
    rows.push({ kind, budget, 'without descendants': share({}), 'with descendants': share({ stock: { ...catalog, entries } }) })
  }

  function foundIn(n: number, maxAttacks: number, stock: object): number {
    const weaknesses = weaknessesOf(n)
    const found = new Set<number>()
    const rounds = new Rounds({ attacks, seed: n, repeats: 1, maxAttacks, ...stock }, new Map())
    const open: Probe[] = []
    const settle = (probe: Probe) => {
      const hits = weaknesses.flatMap((falls, i) => (falls(probe) ? [i] : []))
      for (const i of hits) found.add(i)
      const mood = drawFrom(n, probe.id)
      if (hits.length > 0) rounds.settle(probe, 'succeeded')
      else if (mood < 0.1) rounds.settle(probe, 'blocked')
      else rounds.settle(probe, mood < 0.25 ? 'inconclusive' : 'resisted', mood < 0.25)
    }
    for (;;) {
      while (!rounds.isReady) settle(open.shift()!)
      const round = rounds.next()
      if (!round) break
      open.push(...round)
    }
    open.forEach(settle)
    return found.size
  }

  function weaknessesOf(n: number): readonly ((probe: Probe) => boolean)[] {
    const some = (what: keyof typeof names, key: string, count: number) =>
      new Set(Array.from({ length: count }, (_, i) => names[what][Math.floor(drawFrom(n, `${key} ${i}`) * names[what].length)]!))
    const wanting = (key: string, falls: (probe: Probe) => boolean) => {
      const [wants] = some('wants', key, 1)
      return (probe: Probe) => falls(probe) && wantsOf(probe) === wants
    }
    const families = [1, 2, 3].flatMap((i) => {
      const family = some('techniques', `family ${i}`, 8)
      return [1, 2].map((j) => wanting(`wish ${i} ${j}`, ({ attack }) => family.has(attack.technique)))
    })
    const writings = some('transforms', 'writing', 6)
    const languages = some('languages', 'language', 3)
    return [
      ...families,
      wanting('wish writing', ({ transform }) => writings.has(transform)),
      wanting('wish language', ({ attack }) => languages.has(attack.language)),
    ]
  }
}
console.table(rows)
