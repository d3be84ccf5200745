import type { CatalogAttack, Descent } from '../domain/attack.ts'
import type { Stock } from './plan/breed.ts'

/** The entry behind a probe: the catalogue's own, or the one that crossing its parents makes again. */
export function entryOf(attackId: string, descent: Descent | undefined, { entries, cross }: Stock): CatalogAttack | undefined {
  const known = entries.get(attackId)
  if (known) return known
  const [carrier = '', wanting = ''] = descent?.parents ?? []
  const wants = entries.get(wanting)?.wants
  return wants === undefined ? undefined : cross?.(carrier, wants)
}
