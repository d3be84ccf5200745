import type { Attack, Probe } from '../../domain/attack.ts'
import { probeId } from '../../domain/attack.ts'
import { drawFrom } from '../../lib/hash.ts'

/** Everything that could be sent, as a tree: category → weakness → technique → attack → variants. */
export type Pool = readonly Branch[]
/** `left` and `uses` count the probes below that are still to be planned, and those that were. */
export type Branch = {
  readonly name: string
  readonly children: readonly Branch[]
  /** The nth probe of an attack; only its leaf has one. */
  readonly probeAt?: (index: number) => Probe
  /** Attacks of the first tier below that have not been tried yet. */
  first: number
  left: number
  uses: number
}

/** Builds the tree: the strongest attacks first, those of one tier in an order that only the seed decides. */
export function growPool(attacks: readonly Attack[], seed: number, repeats: number): Pool {
  const level = (items: readonly Attack[], [key, ...rest]: readonly ((attack: Attack) => string)[]): Branch[] => {
    if (!key) return items.map((attack) => leaf(attack, seed, repeats))
    return [...Map.groupBy(items, key)].map(([name, members]) => {
      const children = level(members, rest)
      const sum = (count: 'left' | 'first') => children.reduce((total, child) => total + child[count], 0)
      return { name, children, first: sum('first'), left: sum('left'), uses: 0 }
    })
  }
  const ordered = shuffled(attacks, (attack) => attack.id, seed).sort((a, b) => a.tier - b.tier)
  return level(ordered, [(attack) => attack.category, (attack) => attack.weakness, (attack) => attack.technique])
}

function leaf(attack: Attack, seed: number, repeats: number): Branch {
  // Most attacks of a large catalogue are never reached: their variants are put in order when one is.
  let order: readonly string[] | undefined
  return {
    name: attack.id,
    children: [],
    first: attack.tier === 1 ? 1 : 0,
    left: attack.transforms.length * repeats,
    uses: 0,
    probeAt: (index) => {
      order ??= likelyFirst(attack, seed)
      // Every wording once before any of them again: what succeeded is fired again by `refire`, and sooner.
      const transform = order[index % order.length]!
      const trial = Math.floor(index / order.length) + 1
      return { id: probeId(attack, transform, trial), attack, transform, trial }
    },
  }
}

/** The wording its author lists first goes first: the plain one mostly, or the code that most targets read. The seed orders the rest. */
function likelyFirst({ id, transforms: [likely, ...others] }: Attack, seed: number): readonly string[] {
  return likely === undefined ? [] : [likely, ...shuffled(others, (name) => `${id}+${name}`, seed)]
}

const shuffled = <T>(items: readonly T[], nameOf: (item: T) => string, seed: number): T[] =>
  items
    .map((item) => ({ item, name: nameOf(item), rank: drawFrom(seed, nameOf(item)) }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ item }) => item)
