/**
 * Results that may yet be judged otherwise, by the round they belong to. They are recorded before the next round but one is
 * planned: what a round was planned from must be there when a scan is resumed.
 */
export class HeldBack<T> {
  #items: Readonly<{ round: number; item: T }>[] = []
  readonly #record: (item: T) => void

  constructor(record: (item: T) => void) {
    this.#record = record
  }

  hold(round: number, item: T): void {
    this.#items.push({ round, item })
  }

  /** Records what belongs to rounds up to this one, in the order in which it came; without a round, everything. */
  release(upTo = Number.POSITIVE_INFINITY): void {
    const due = this.#items.filter(({ round }) => round <= upTo)
    this.#items = this.#items.filter(({ round }) => round > upTo)
    for (const { item } of due) this.#record(item)
  }
}
