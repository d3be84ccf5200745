import type { Attack, Probe } from '../../domain/attack.ts'
import { probeId } from '../../domain/attack.ts'
import { drawFrom } from '../../lib/hash.ts'

/** Everything that could be sent, as a tree: category → weakness → technique → attack → variants. */
export type Pool = readonly Branch[]
/** `left` and `uses` count the probes below that are still to be planned, and those that were. */
export type Branch = {
  readonly name: string
  readonly children: readonly Branch[]
  readonly probes: readonly Probe[]
  left: number
  uses: number
}

/** Builds the tree in an order that only the seed decides. Every variant of an attack comes once per trial. */
export function growPool(attacks: readonly Attack[], seed: number, repeats: number): Pool {
  const level = (items: readonly Attack[], keys: readonly ((attack: Attack) => string)[], path: string): Branch[] => {
    const [key, ...rest] = keys
    if (!key) return items.map((attack) => leaf(attack, seed, repeats))
    const groups = Map.groupBy(items, key)
    return shuffled([...groups.keys()], seed, path).map((name) => {
      const children = level(groups.get(name)!, rest, `${path}/${name}`)
      return { name, children, probes: [], left: children.reduce((sum, child) => sum + child.left, 0), uses: 0 }
    })
  }
  const keys = [(a: Attack) => a.category as string, (a: Attack) => a.weakness, (a: Attack) => a.technique]
  const ordered = shuffled(
    attacks.map((attack) => attack.id),
    seed,
    'attacks',
  )
  const byId = new Map(attacks.map((attack) => [attack.id, attack]))
  return level(
    ordered.map((id) => byId.get(id)!),
    keys,
    '',
  )
}

/** The plain wording goes first: an obfuscated success says little when the plain one works too. */
function leaf(attack: Attack, seed: number, repeats: number): Branch {
  const others = attack.transforms.filter((name) => name !== 'plain')
  const order = [...attack.transforms.filter((name) => name === 'plain'), ...shuffled(others, seed, attack.id)]
  const probes = order.flatMap((transform) =>
    Array.from({ length: repeats }, (_, index) => ({ id: probeId(attack, transform, index + 1), attack, transform, trial: index + 1 })),
  )
  return { name: attack.id, children: [], probes, left: probes.length, uses: 0 }
}

const shuffled = (names: readonly string[], seed: number, salt: string): string[] =>
  names
    .map((name) => ({ name, rank: drawFrom(seed, salt, name) }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
