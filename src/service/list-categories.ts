import { z } from 'zod'
import { Category } from '../domain/category.ts'
import { Severity, worst } from '../domain/severity.ts'
import type { ServiceCatalog } from './service-catalog.ts'

export const CategoryView = z
  .object({
    id: Category,
    name: z.string(),
    description: z.string(),
    attacks: z.int().min(1),
    worst_severity: Severity,
  })
  .meta({ id: 'Category', description: 'A kind of attack that can be chosen.' })
export type CategoryView = z.infer<typeof CategoryView>

/** The categories that have attacks: exactly the names that POST /scans takes. */
export function listCategories(catalog: ServiceCatalog): readonly CategoryView[] {
  const byCategory = Map.groupBy(catalog.attacks, ({ attack }) => attack.category)
  return [...byCategory].map(([id, members]) => {
    const text = catalog.categories[id]
    return {
      id,
      name: text?.name ?? id,
      description: text?.tests ?? '',
      attacks: members.length,
      worst_severity: members.map(({ attack }) => attack.severity).reduce(worst),
    }
  })
}
