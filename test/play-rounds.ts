import type { Probe } from '../src/domain/attack.ts'
import type { Outcome } from '../src/domain/verdict.ts'
import type { Rounds } from '../src/engine/plan/rounds.ts'

/** Plays a scan to its end, every answer as late as planning can wait for it. Answers what was sent, in order. */
export function playRounds(rounds: Rounds, outcomeOf: (probe: Probe) => Readonly<{ outcome: Outcome; isNear?: boolean }>): Probe[] {
  const sent: Probe[] = []
  const open: Probe[] = []
  for (;;) {
    while (!rounds.isReady) {
      const probe = open.shift()!
      const { outcome, isNear } = outcomeOf(probe)
      rounds.settle(probe, outcome, isNear)
    }
    const round = rounds.next()
    if (!round) return sent
    sent.push(...round)
    open.push(...round)
  }
}
