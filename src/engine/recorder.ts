import type { Attempt } from '../domain/verdict.ts'
import type { Wait } from '../lib/wait.ts'

/** Writes a batch; false means that the scan is somebody else's by now. */
export type WriteBatch = (attempts: readonly Attempt[]) => Promise<boolean>

/**
 * Collects attempts and writes them in batches, one batch at a time: while one is written the next one fills, so the
 * slower the disk, the larger the batches. What `add` has taken is lost by a crash only until its batch is written, and
 * is then simply sent again.
 */
export class Recorder {
  readonly #write: WriteBatch
  readonly #onLost: () => void
  readonly #wait: Wait
  /** A scan that is stopped still writes down what it has. */
  readonly #never = new AbortController().signal
  #waiting: Attempt[] = []
  #writing: Promise<void> | undefined
  #failure: { error: unknown } | undefined

  constructor(write: WriteBatch, onLost: () => void, wait: Wait) {
    this.#write = write
    this.#onLost = onLost
    this.#wait = wait
  }

  /** Takes an attempt. Waits only when the store has fallen far behind; throws when it has failed. */
  async add(attempt: Attempt): Promise<void> {
    this.#throwFailure()
    this.#waiting.push(attempt)
    this.#writing ??= this.#drain()
    if (this.#waiting.length >= MOST_WAITING) await this.#writing
    this.#throwFailure()
  }

  /** Resolves when everything taken so far is durable. */
  async flush(): Promise<void> {
    await this.#writing
    this.#throwFailure()
  }

  async #drain(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Lets answers that have arrived together go into one batch.
        await this.#wait(GATHER_MS, this.#never)
        const batch = this.#waiting.splice(0, MOST_IN_BATCH)
        if (!(await this.#write(batch))) {
          this.#onLost()
          return
        }
      }
    } catch (error) {
      this.#failure = { error }
    } finally {
      this.#writing = undefined
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error
  }
}

/** 20 ms: at 1,000 attacks a second that is twenty to a batch, and a person can't see it. A commit costs as much as judging five answers. */
const GATHER_MS = 20
const MOST_IN_BATCH = 100
const MOST_WAITING = 400
