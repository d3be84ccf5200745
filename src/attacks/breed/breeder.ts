import type { Attack, Catalog, CatalogAttack } from '../../domain/attack.ts'
import type { Compliance } from '../../domain/compliance.ts'
import { composeAttacks, type Shared } from '../compose.ts'
import type { AttackFile } from '../pack-format.ts'
import { shorten } from './shorten.ts'

/** An attack with the file it was made from. */
export type Bred = Readonly<{ entry: CatalogAttack; written: AttackFile }>

/** Makes new attacks out of the parts of known ones. What comes out inherits proof, ids and remediation as if a pack held it. */
export function breederOf(
  attacks: ReadonlyMap<string, Bred>,
  shared: Shared,
  render: (attack: Attack) => Compliance,
): Required<Pick<Catalog, 'cross' | 'shorten'>> {
  const remake = (file: AttackFile, wants: string, name: string): CatalogAttack | undefined => {
    const { attacks: made, refusals } = composeAttacks({ ...file, objectives: [wants] }, shared)
    const [attack] = refusals.length === 0 ? made : []
    return attack && { attack, compliance: render(attack), file: name, wants }
  }
  return {
    cross(attackId, wants) {
      const bred = attacks.get(attackId)
      const objective = shared.objectives[wants]
      if (!bred?.entry.wants || !objective) return undefined
      // A request in another language than its surroundings is another attack than the one that worked.
      const language = bred.written.language ?? 'en'
      if (language !== 'en' && !objective.says[language]) return undefined
      return attacks.get(`${bred.written.id}-${wants}`)?.entry ?? remake(bred.written, wants, bred.entry.file)
    },
    shorten(attackId) {
      const bred = attacks.get(attackId)
      const turns = bred && shorten(bred.written.turns)
      if (!turns) return undefined
      const { entry, written } = bred
      if (entry.wants) return remake({ ...written, turns }, entry.wants, entry.file)
      return { ...entry, attack: { ...entry.attack, turns } }
    },
  }
}
