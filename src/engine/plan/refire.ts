import { type Probe, probeId } from '../../domain/attack.ts'
import type { Outcome } from '../../domain/verdict.ts'
import { wilson } from '../wilson.ts'

type Outcomes = ReadonlyMap<string, Outcome>
type Trials = Readonly<{ successes: number; trials: number }>

/**
 * Further trials of what succeeded: for each weakness the first probe that showed it, until it is known whether it works more
 * often than not, or `repeats` trials are used up. `planned` are all probes so far, `known` those of them whose outcomes count.
 */
export function refire(planned: readonly Probe[], known: readonly Probe[], outcomes: Outcomes, repeats: number): readonly Probe[] {
  if (repeats === 1) return []
  const byVariant = Map.groupBy(planned, variantOf)
  const knownByVariant = Map.groupBy(known, variantOf)
  return firstHits(known, outcomes).flatMap((hit) => {
    const fired = byVariant.get(variantOf(hit))!.length
    const settled = knownByVariant.get(variantOf(hit))!
    const rate = trialsOf(settled, outcomes)
    // Trials whose outcome is not in yet may settle it.
    if (settled.length < fired || isDecided(rate)) return []
    const more = Math.min(trialsToDecide(rate), repeats - fired)
    return Array.from({ length: more }, (_, n) => ({
      ...hit,
      trial: fired + n + 1,
      id: probeId(hit.attack, hit.transform, fired + n + 1),
    }))
  })
}

/** Which of `candidates` are worth sending: not those that are planned already, and no further trial of what is decided. */
export function worthSending(
  candidates: readonly Probe[],
  planned: ReadonlySet<string>,
  known: readonly Probe[],
  outcomes: Outcomes,
): readonly Probe[] {
  const isAgain = (probe: Probe) => probe.trial > 1
  if (!candidates.some(isAgain)) return candidates
  const earlier = Map.groupBy(known, variantOf)
  return candidates.filter(
    (probe) => !planned.has(probe.id) && !(isAgain(probe) && isDecided(trialsOf(earlier.get(variantOf(probe)) ?? [], outcomes))),
  )
}

/** Whether it is known, at 95 %, that something works more often than not, or that it does not. Four of four, or none of four. */
export function isDecided({ successes, trials }: Trials): boolean {
  const { low, high } = wilson(successes, trials)
  return low >= 0.5 || high < 0.5
}

/** The fewest further trials after which it could be decided. */
function trialsToDecide({ successes, trials }: Trials): number {
  for (let more = 1; ; more++) {
    if (isDecided({ successes: successes + more, trials: trials + more }) || isDecided({ successes, trials: trials + more })) return more
  }
}

function firstHits(known: readonly Probe[], outcomes: Outcomes): readonly Probe[] {
  const hits = new Map<string, Probe>()
  for (const probe of known) {
    if (outcomes.get(probe.id) === 'succeeded' && !hits.has(probe.attack.weakness)) hits.set(probe.attack.weakness, probe)
  }
  return [...hits.values()]
}

/** What did not get a usable answer is no trial. */
function trialsOf(probes: readonly Probe[], outcomes: Outcomes): Trials {
  const settled = probes.map(({ id }) => outcomes.get(id)).filter((outcome) => outcome !== 'error' && outcome !== 'inconclusive')
  return { successes: settled.filter((outcome) => outcome === 'succeeded').length, trials: settled.length }
}

const variantOf = ({ attack, transform }: Probe): string => `${attack.id}+${transform}`
