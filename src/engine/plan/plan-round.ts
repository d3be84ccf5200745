import type { Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import type { Branch, Pool } from './pool.ts'

/** What earlier rounds have shown, as far as the planner cares. */
export type Learnt = Readonly<{ found: ReadonlySet<string>; techniques: ReadonlyMap<string, number> }>

/**
 * Chooses the next probes: every category its share, inside it the weakness tried least, then the technique tried least.
 * A weakness that is already proved makes room for those that are not; a technique that works here is tried more.
 * Pure but for the pool's own counters: the same pool, asked in the same way, answers the same.
 */
export function planRound(pool: Pool, size: number, learnt: Learnt): Probe[] {
  const round: Probe[] = []
  while (round.length < size) {
    // Every attack of the first tier once, whatever was found: a few of each category cover the classes of weakness.
    const first = pool.filter((branch) => branch.first > 0)
    const category = least(first.length > 0 ? first : pool, () => 0)
    if (!category) break
    const of = (branch: Branch) => (category.first > 0 ? branch.children.filter(({ first }) => first > 0) : branch.children)
    const weakness = least(of(category), (branch) => (category.first === 0 && learnt.found.has(branch.name) ? FOUND_PENALTY : 0))!
    const technique = least(of(weakness), (branch) => (category.first === 0 ? -(learnt.techniques.get(branch.name) ?? 0) : 0))!
    const attack = least(of(technique), () => 0)!
    round.push(attack.probeAt!(attack.uses))
    const path = [category, weakness, technique, attack]
    const isFirst = attack.first > 0
    for (const branch of path) {
      branch.uses++
      branch.left--
      if (isFirst) branch.first--
    }
  }
  return round
}

/** A proved weakness counts as tried this much more often than it was. */
const FOUND_PENALTY = 6
/** A technique that succeeded gets this much of a head start, at most. */
const SUCCESS_BONUS = 2

export function learnFrom(results: Iterable<Readonly<{ probe: Probe; outcome: Outcome }>>): Learnt {
  const found = new Set<string>()
  const techniques = new Map<string, number>()
  for (const { probe, outcome } of results) {
    if (outcome !== 'succeeded') continue
    found.add(probe.attack.weakness)
    techniques.set(probe.attack.technique, SUCCESS_BONUS)
  }
  return { found, techniques }
}

/** The branch with probes left that was used least; the first of equals. */
function least(branches: readonly Branch[], adjust: (branch: Branch) => number): Branch | undefined {
  let best: Branch | undefined
  let bestUses = Number.POSITIVE_INFINITY
  for (const branch of branches) {
    const uses = branch.uses + adjust(branch)
    if (branch.left > 0 && uses < bestUses) {
      best = branch
      bestUses = uses
    }
  }
  return best
}
