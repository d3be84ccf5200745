import type { Attack, Probe } from '../../domain/attack.ts'
import type { Category } from '../../domain/category.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { breed, type Result, type Stock, saying } from './breed.ts'
import { isTooLong, lengthLimit, withinLimit } from './length-limit.ts'
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
  readonly #seed: number
  readonly #stock: Stock | undefined
  readonly #ids = new Set<string>()
  /** What is planned, by its words: a descendant may be an attack of the catalogue that has its turn early. */
  readonly #said = new Set<string>()
  readonly #rounds: Probe[][] = []
  readonly #outcomes: Map<string, Outcome>
  readonly #near: Set<string>
  /** What this target would turn away for its length; sent when nothing else is left. */
  readonly #tooLong: Probe[] = []
  readonly #triesFirst: ReadonlyMap<string, number>
  #bredSoFar = 0

  constructor(
    plan: Readonly<{ attacks: readonly Attack[]; seed: number; repeats: number; maxAttacks: number; stock?: Stock }>,
    recorded: ReadonlyMap<string, Outcome>,
    nearMisses: ReadonlySet<string> = new Set(),
  ) {
    this.#pool = growPool(plan.attacks, plan.seed, plan.repeats)
    this.#budget = plan.maxAttacks
    this.#repeats = plan.repeats
    this.#seed = plan.seed
    this.#stock = plan.stock
    this.#size = roundSize(plan.maxAttacks)
    this.#outcomes = new Map(recorded)
    this.#near = new Set(nearMisses)
    this.#triesFirst = new Map(this.#pool.map(({ name, first }) => [name, Math.min(TRIED_FIRST, Math.max(1, first))]))
  }

  /** Tells how a probe ended, and whether it came close. */
  settle(probe: Probe, outcome: Outcome, isNear = false): void {
    this.#outcomes.set(probe.id, outcome)
    if (isNear) this.#near.add(probe.id)
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
    const bred = this.#bred(size - again.length, known)
    for (const probe of bred) this.#said.add(saying(probe))
    const planned = new Set([...this.#ids, ...again.map(({ id }) => id)])
    const round = [...again, ...bred, ...this.#fresh(size - again.length - bred.length, known, planned)]
    // Nothing new is left, but what is on its way may succeed and be fired again.
    const mayFollow = this.#repeats > 1 && size > 0 && (this.#rounds.at(-1)?.length ?? 0) > 0
    if (round.length === 0 && !mayFollow) return undefined
    this.#rounds.push(round)
    for (const probe of round) {
      this.#ids.add(probe.id)
      this.#said.add(saying(probe))
    }
    // The longest conversations first: nobody should wait for one that was begun last.
    return round.filter((probe) => !this.#outcomes.has(probe.id)).sort((a, b) => mostTurns(b) - mostTurns(a))
  }

  #fresh(size: number, known: readonly Probe[], planned: ReadonlySet<string>): readonly Probe[] {
    const results = this.#resultsOf(known)
    const learnt = learnFrom(results)
    const limit = this.#stock && lengthLimit(results)
    const fresh: Probe[] = []
    while (fresh.length < size) {
      const candidates = planRound(this.#pool, size - fresh.length, learnt)
      if (candidates.length === 0) break
      for (const probe of worthSending(candidates, planned, known, this.#outcomes)) {
        if (this.#said.has(saying(probe))) continue
        const short = this.#stock ? withinLimit(probe, limit, this.#stock) : probe
        if (isTooLong(short, limit)) this.#tooLong.push(probe)
        else fresh.push(this.#said.has(saying(short)) ? probe : short)
      }
    }
    // Better than nothing: a limit that was guessed wrong shows.
    return [...fresh, ...this.#tooLong.splice(0, size - fresh.length)]
  }

  #resultsOf(known: readonly Probe[]): readonly Result[] {
    return known.map((probe) => ({ probe, outcome: this.#outcomes.get(probe.id)!, isNear: this.#near.has(probe.id) }))
  }

  /** The part of a round that is made of what earlier rounds have shown: room that the first tier leaves, and a quarter at most. */
  #bred(size: number, known: readonly Probe[]): readonly Probe[] {
    const budget = this.#budget - this.#ids.size
    const count = (of: 'left' | 'first') => this.#pool.reduce((sum, category) => sum + category[of], 0)
    // A scan that can send everything sends everything, and every attack of the first tier has its turn.
    if (!this.#stock || size <= 0 || count('left') <= budget) return []
    const room = Math.min(budget - count('first'), Math.floor(this.#budget * BRED_SHARE) - this.#bredSoFar)
    if (room <= 0 || !this.#isCovered(known)) return []
    // Spread over the rounds that are left: the later ones know more.
    const results = this.#resultsOf(known)
    const limit = lengthLimit(results)
    const bred = breed(results, this.#stock, this.#seed, this.#said)
      .filter((probe) => !isTooLong(probe, limit))
      .slice(0, Math.ceil((room * size) / budget))
    this.#bredSoFar += bred.length
    return bred
  }

  /** Whether every category has been tried often enough to learn from: twice, or as often as its first tier allows. */
  #isCovered(known: readonly Probe[]): boolean {
    const tried = Map.groupBy(known, ({ attack }) => attack.category)
    return this.#pool.every(({ name }) => (tried.get(name as Category)?.length ?? 0) >= this.#triesFirst.get(name)!)
  }
}

/** A quarter: enough to follow the strongest signals, and the rest still goes where nothing is known yet. */
const BRED_SHARE = 0.25
/** Tries of every category that come before the first descendant. */
const TRIED_FIRST = 2

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
