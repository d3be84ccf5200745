import type { Probe } from '../domain/attack.ts'
import type { Rounds } from './plan/rounds.ts'

/** Hands out probes round after round; whoever finds the next round not plannable yet waits for the last answers it needs. */
export class ProbeQueue {
  readonly #rounds: Rounds
  readonly #beforeRound: (round: number) => void
  readonly #roundOf = new Map<string, number>()
  #round = 0
  #waiting: Probe[] = []
  #isOver = false
  #wakeUps: (() => void)[] = []

  constructor(rounds: Rounds, beforeRound: (round: number) => void) {
    this.#rounds = rounds
    this.#beforeRound = beforeRound
  }

  /** The round that a probe was handed out in. */
  roundOf(probe: Probe): number {
    return this.#roundOf.get(probe.id) ?? this.#round
  }

  settle(...args: Parameters<Rounds['settle']>): void {
    this.#rounds.settle(...args)
    for (const wakeUp of this.#wakeUps.splice(0)) wakeUp()
  }

  async take(signal: AbortSignal): Promise<Probe | undefined> {
    for (;;) {
      signal.throwIfAborted()
      const probe = this.#waiting.pop()
      if (probe || this.#isOver) return probe
      if (this.#rounds.isReady) {
        this.#beforeRound(++this.#round)
        const round = this.#rounds.next()
        if (!round) this.#isOver = true
        else this.#waiting = round.toReversed()
        for (const { id } of this.#waiting) this.#roundOf.set(id, this.#round)
      } else {
        await new Promise<void>((resolve) => {
          const wakeUp = () => {
            signal.removeEventListener('abort', wakeUp)
            resolve()
          }
          this.#wakeUps.push(wakeUp)
          signal.addEventListener('abort', wakeUp, { once: true })
        })
      }
    }
  }
}
