import type { Catalog, CatalogAttack, Need } from '../domain/attack.ts'
import type { TargetFeatures } from '../domain/target.ts'

export type Selection = Readonly<{
  categories: readonly string[] | null
  techniques: readonly string[] | null
  languages: readonly string[] | null
  /** Left out while nothing is known about the target: then every attack may fit. */
  features?: TargetFeatures
}>

/** The attacks that a scan may plan, and why each of the others stays out. */
export function selectAttacks(
  catalog: Catalog,
  wanted: Selection,
): Readonly<{ chosen: readonly CatalogAttack[]; leftOut: readonly Readonly<{ attackId: string; why: string }>[] }> {
  const chosen: CatalogAttack[] = []
  const leftOut: { attackId: string; why: string }[] = []
  for (const entry of catalog.attacks) {
    const why = reasonAgainst(entry, wanted)
    if (why === undefined) chosen.push(entry)
    else leftOut.push({ attackId: entry.attack.id, why })
  }
  return { chosen, leftOut }
}

function reasonAgainst({ attack }: CatalogAttack, wanted: Selection): string | undefined {
  const misses = (list: readonly string[] | null, value: string) => list !== null && !list.includes(value)
  if (misses(wanted.categories, attack.category)) return `category ${attack.category} was not asked for`
  if (misses(wanted.techniques, attack.technique)) return `technique ${attack.technique} was not asked for`
  if (misses(wanted.languages, attack.language)) return `language ${attack.language} was not asked for`
  const { features } = wanted
  const missing = features && attack.needs.find((need) => !offers[need](features))
  return missing && `the target offers no ${lacks[missing]}`
}

const offers: Readonly<Record<Need, (features: TargetFeatures) => boolean>> = {
  conversation: (features) => features.conversation !== 'none',
  system: (features) => features.system,
  history: (features) => features.history,
  tools: (features) => features.tools,
}
const lacks: Readonly<Record<Need, string>> = {
  conversation: 'conversation of several turns',
  system: 'place for a system message',
  history: 'place for an earlier conversation',
  tools: 'place to declare tools',
}
