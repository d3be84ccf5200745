import { type Attack, type Probe, probeId } from '../../domain/attack.ts'
import type { Result, Stock } from './breed.ts'

/** The length of what an attack says, about: its longest turn, with slots unfilled. */
export function saidLength({ turns, payload = '' }: Attack): number {
  const lengths = turns.map((turn) => {
    const text = typeof turn === 'string' ? turn : turn.say
    return text.includes('{{payload') ? text.length + payload.length : text.length
  })
  return Math.max(...lengths)
}

/**
 * The length up to which a target takes messages, where results show one: nothing longer was answered, several times over, while
 * shorter ones mostly were. Undefined where what was stopped was not stopped for its length.
 */
export function lengthLimit(results: readonly Result[]): number | undefined {
  const plain = results.filter(({ probe }) => probe.transform === 'plain' && !probe.descent)
  const isStopped = ({ outcome }: Result) => outcome === 'blocked' || outcome === 'error'
  // What is undecided for want of a usable answer says neither.
  const isAnswered = ({ outcome, isNear }: Result) => outcome === 'resisted' || outcome === 'succeeded' || isNear
  const answered = plain.filter(isAnswered).map(({ probe }) => saidLength(probe.attack))
  const stopped = plain.filter(isStopped).map(({ probe }) => saidLength(probe.attack))
  const limit = Math.max(0, ...answered)
  const longer = stopped.filter((length) => length > limit).length
  return answered.length >= ENOUGH && longer >= ENOUGH && longer >= 3 * (stopped.length - longer) ? limit : undefined
}

/** 5 of each: chance alone sorts ten results so neatly once in 252 times. */
const ENOUGH = 5

/** A probe in as few words as the target takes, where it has a shorter wording; otherwise as it is. */
export function withinLimit(probe: Probe, limit: number | undefined, { shorten }: Stock): Probe {
  if (limit === undefined || probe.descent || saidLength(probe.attack) <= limit) return probe
  const short = shorten?.(probe.attack.id)?.attack
  if (!short) return probe
  const descent = { strategy: 'shortened', parents: [probe.attack.id] } as const
  return { ...probe, id: probeId(short, probe.transform, probe.trial, descent), attack: short, descent }
}

/** Whether a target with this limit would turn a probe away. Slots make lengths inexact, so a tenth more is allowed. */
export const isTooLong = ({ attack }: Probe, limit: number | undefined): boolean => limit !== undefined && saidLength(attack) > 1.1 * limit
