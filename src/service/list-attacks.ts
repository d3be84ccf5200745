import { z } from 'zod'
import { Category, toCategory } from '../domain/category.ts'
import { Problem } from '../domain/problem.ts'
import { Severity } from '../domain/severity.ts'
import type { Page } from './list-scans.ts'
import { ResultView, toComplianceView } from './result-view.ts'
import { fromAttackCursor, toAttackCursor } from './scan-cursor.ts'
import type { ServiceCatalog } from './service-catalog.ts'

export const AttackView = z
  .object({
    id: z.string(),
    name: z.string(),
    category: Category,
    weakness: z.string(),
    technique: z.string(),
    severity: Severity,
    objective: z.string(),
    language: z.string(),
    turns: z.int().min(1),
    transforms: z.array(z.string()),
    compliance: ResultView.shape.compliance,
    remediation: z.string(),
    references: z.array(z.string()),
  })
  .meta({ id: 'Attack', description: 'An attack of the catalogue.' })
export type AttackView = z.infer<typeof AttackView>

/** A page of the catalogue in the order of ids; without a limit, all that is left of it. */
export function listAttackPage(
  catalog: ServiceCatalog,
  query: Readonly<{ category?: string | undefined; limit?: number | undefined; cursor?: string | undefined }>,
): Page<AttackView> {
  const filter = query.category ?? ''
  const after = query.cursor === undefined ? undefined : fromAttackCursor(query.cursor, filter)
  const left = listAttacks(catalog, query.category)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .filter(({ id }) => after === undefined || id > after)
  const items = left.slice(0, query.limit ?? left.length)
  const last = items.at(-1)
  return { items, next: last && items.length < left.length ? toAttackCursor(last.id, filter) : null }
}

/** The catalogue, all of it or one category's. */
export function listAttacks(catalog: ServiceCatalog, categoryName?: string): readonly AttackView[] {
  const category = categoryName === undefined ? undefined : toCategory(categoryName)
  if (categoryName !== undefined && category === undefined) {
    const detail = 'There is no such category: GET /categories lists them.'
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/category', detail }] })
  }
  return catalog.attacks
    .filter(({ attack }) => category === undefined || attack.category === category)
    .map(({ attack, compliance }) => ({
      id: attack.id,
      name: attack.name,
      category: attack.category,
      weakness: attack.weakness,
      technique: attack.technique,
      severity: attack.severity,
      objective: attack.objective,
      language: attack.language,
      turns: attack.turns.length,
      transforms: [...attack.transforms],
      compliance: toComplianceView(compliance),
      remediation: attack.remediation,
      references: [...attack.references],
    }))
}
