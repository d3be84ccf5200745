import type { Wait } from '../lib/wait.ts'

/**
 * Stops sending when a target is down, tries again after a pause, and gives up after a few pauses without an answer:
 * attacks that can't be answered would only be wasted.
 */
export class Breaker {
  readonly #wait: Wait
  #failures = 0
  #pauses = 0
  #pause: Promise<void> | undefined

  constructor(wait: Wait) {
    this.#wait = wait
  }

  /** True when the target did not come back in several pauses. */
  get hasGivenUp(): boolean {
    return this.#pauses > PAUSES_MS.length
  }

  /** Waits while the target is given a rest. */
  async pass(): Promise<void> {
    await this.#pause
  }

  answered(): void {
    this.#failures = 0
    this.#pauses = 0
  }

  failed(signal: AbortSignal): void {
    if (++this.#failures < FAILURES_IN_A_ROW || this.#pause) return
    this.#failures = FAILURES_IN_A_ROW - 1
    const ms = PAUSES_MS[this.#pauses++]
    if (ms === undefined) return
    this.#pause = this.#wait(ms, signal).finally(() => {
      this.#pause = undefined
    })
    // Whoever waits in pass() sees the rejection; this keeps an abort with nobody waiting from being unhandled.
    this.#pause.catch(() => undefined)
  }
}

/** 10: fewer would trip over one bad moment at concurrency 10. */
const FAILURES_IN_A_ROW = 10
const PAUSES_MS = [1_000, 2_000, 4_000]
