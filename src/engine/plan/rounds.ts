import type { Attack, Probe } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { learnFrom, planRound } from './plan-round.ts'
import { growPool } from './pool.ts'
import { refire, worthSending } from './refire.ts'

/**
 * The scan's probes, round by round. Round n is planned from what rounds 1 to n-2 have shown, so that nobody waits for
 * the slowest answer of the round before, and the choice still depends on results alone, never on timing: a scan that
 * is resumed, or run again with its seed on a deterministic target, plans the same probes.
 */
export class Rounds {
  readonly #pool
  readonly #budget: number
  readonly #size: number
  readonly #repeats: number
  readonly #ids = new Set<string>()
  readonly #rounds: Probe[][] = []
  readonly #outcomes: Map<string, Outcome>

  constructor(
    plan: Readonly<{ attacks: readonly Attack[]; seed: number; repeats: number; maxAttacks: number }>,
    recorded: ReadonlyMap<string, Outcome>,
  ) {
    this.#pool = growPool(plan.attacks, plan.seed, plan.repeats)
    this.#budget = plan.maxAttacks
    this.#repeats = plan.repeats
    this.#size = roundSize(plan.maxAttacks)
    this.#outcomes = new Map(recorded)
  }

  /** Tells how a probe ended. */
  settle(probe: Probe, outcome: Outcome): void {
    this.#outcomes.set(probe.id, outcome)
  }

  /** Whether the next round can be planned already. */
  get isReady(): boolean {
    const before = this.#rounds.at(-2)
    return before === undefined || before.every((probe) => this.#outcomes.has(probe.id))
  }

  /** The next round without what is already recorded; undefined when budget or attacks are used up. */
  next(): readonly Probe[] | undefined {
    const known = this.#rounds.slice(0, -1).flat()
    const size = Math.min(this.#size, this.#budget - this.#ids.size)
    const again = refire(this.#rounds.flat(), known, this.#outcomes, this.#repeats).slice(0, size)
    const round = [...again, ...this.#fresh(size - again.length, known, new Set([...this.#ids, ...again.map(({ id }) => id)]))]
    // Nothing new is left, but what is on its way may succeed and be fired again.
    const mayFollow = this.#repeats > 1 && size > 0 && (this.#rounds.at(-1)?.length ?? 0) > 0
    if (round.length === 0 && !mayFollow) return undefined
    this.#rounds.push(round)
    for (const { id } of round) this.#ids.add(id)
    // The longest conversations first: nobody should wait for one that was begun last.
    return round.filter((probe) => !this.#outcomes.has(probe.id)).sort((a, b) => mostTurns(b) - mostTurns(a))
  }

  #fresh(size: number, known: readonly Probe[], planned: ReadonlySet<string>): readonly Probe[] {
    const learnt = learnFrom(known.map((probe) => ({ probe, outcome: this.#outcomes.get(probe.id)! })))
    const fresh: Probe[] = []
    while (fresh.length < size) {
      const candidates = planRound(this.#pool, size - fresh.length, learnt)
      if (candidates.length === 0) break
      fresh.push(...worthSending(candidates, planned, known, this.#outcomes))
    }
    return fresh
  }
}

/** Small enough to learn from, large enough to keep every connection busy while the round before it ends. */
const roundSize = (maxAttacks: number): number => Math.max(20, Math.ceil(maxAttacks / 5))

/** A strategy that listens may go on for as long as a conversation may last. */
const mostTurns = ({ attack }: Probe): number => (attack.strategy === 'scripted' ? attack.turns.length : 10)

/** How many probes a scan of these attacks will send: what `attacks_planned` says. */
export const countProbes = (attacks: readonly Attack[], repeats: number, maxAttacks: number): number =>
  Math.min(
    maxAttacks,
    attacks.reduce((sum, attack) => sum + attack.transforms.length * repeats, 0),
  )
