import type { CatalogAttack } from '../domain/attack.ts'
import type { Category } from '../domain/category.ts'
import type { Attempt, Outcome } from '../domain/verdict.ts'
import { add, type Tally, type Trials } from './statistics.ts'

/** Settled attacks by category. Each probe counts once, however often it was fired: what succeeded is fired more often. */
export type Tallies = Readonly<Partial<Record<Category, Tally>>>

/** Counts attempts one at a time: a large scan is never in memory as a whole. */
export class Counter {
  readonly #tallies: Partial<Record<Category, Tally>> = {}
  readonly #readers: ReadonlySet<string>

  constructor(attacks: readonly CatalogAttack[]) {
    this.#readers = new Set(
      attacks.filter(({ attack }) => attack.detect.some((entry) => 'semantic' in entry)).map(({ attack }) => attack.id),
    )
  }

  add(attempt: Attempt): void {
    const { trial, category, verdict } = attempt
    if (trial > 1 || !isSettled(verdict.outcome)) return
    const one: Trials = { successes: verdict.outcome === 'succeeded' ? 1 : 0, trials: 1 }
    const { proved, read } = this.#tallies[category] ?? nothing
    this.#tallies[category] = this.#restsOnReading(attempt) ? { proved, read: add(read, one) } : { proved: add(proved, one), read }
  }

  get tallies(): Tallies {
    return this.#tallies
  }

  /**
   * A success says itself what it rests on; one that is only tentative is no proof, whoever found it. Resistance rests on reading
   * only where a success could have been read: an attack that needs proof and gets none has not succeeded, however the answer is worded.
   */
  #restsOnReading({ verdict, attackId }: Attempt): boolean {
    if (verdict.outcome === 'succeeded') return verdict.restsOn === 'reading' || verdict.confidence === 'tentative'
    return this.#readers.has(attackId) && verdict.outcome === 'resisted' && verdict.confidence !== 'confirmed'
  }
}

export const nothing: Tally = { proved: { successes: 0, trials: 0 }, read: { successes: 0, trials: 0 } }

export const isSettled = (outcome: Outcome): boolean => outcome === 'succeeded' || outcome === 'resisted' || outcome === 'blocked'
