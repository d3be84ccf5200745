import { selectAttacks } from '../attacks/select.ts'
import type { Catalog, CatalogAttack } from '../domain/attack.ts'
import { type Category, categories } from '../domain/category.ts'
import type { ScanPlan } from '../domain/scan.ts'
import type { TargetFeatures } from '../domain/target.ts'

type Plan = Pick<ScanPlan, 'categories' | 'techniques' | 'languages'>

/** The attacks that fit plan and target, and a sentence for each reason why categories that were asked for can't be tested here. */
export function selectForTarget(
  catalog: Catalog,
  plan: Plan,
  features: TargetFeatures,
): Readonly<{ chosen: readonly CatalogAttack[]; untested: readonly string[] }> {
  const { chosen, leftOut } = selectAttacks(catalog, { ...plan, features })
  const tested = new Set(chosen.map(({ attack }) => attack.category))
  const byReason = new Map<string, Category[]>()
  for (const category of plan.categories ?? categories) {
    if (tested.has(category)) continue
    const why = reasonFor(leftOut.filter(({ attackId }) => attackId.startsWith(`${category}/`)).map((left) => left.why))
    byReason.set(why, [...(byReason.get(why) ?? []), category])
  }
  return { chosen, untested: [...byReason].map(([why, names]) => `Not tested: ${names.join(', ')} (${why}).`) }
}

/** One reason for a category: what the target lacks comes before what was narrowed down on purpose. */
function reasonFor(reasons: readonly string[]): string {
  const narrowed = reasons.filter((why) => / was not asked for$/.test(why))
  const lacking = reasons.find((why) => !narrowed.includes(why))
  if (lacking) return lacking
  if (narrowed.length === 0) return 'there is no attack for it'
  const fields = ['technique', 'language'].filter((field) => narrowed.some((why) => why.startsWith(field)))
  return `no attack of the ${fields.map((field) => `${field}s`).join(' and ')} that were asked for`
}
