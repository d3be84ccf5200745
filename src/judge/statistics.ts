export type Interval = Readonly<{ low: number; high: number }>

// 95 %, two-sided.
const z = 1.959964

/** The Wilson interval of a proportion: honest for few trials and at the edges. Nothing tried is anything from 0 to 1. */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return { low: 0, high: 1 }
  const p = successes / trials
  const spread = 1 + (z * z) / trials
  const centre = (p + (z * z) / (2 * trials)) / spread
  const half = (z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials))) / spread
  return { low: successes === 0 ? 0 : Math.max(0, centre - half), high: successes === trials ? 1 : Math.min(1, centre + half) }
}

/** A judge's measured error: how often it sees a success that is one, and one that is none. */
export type JudgeError = Readonly<{ truePositiveRate: number; falsePositiveRate: number }>

/**
 * The success rate behind an observed one, corrected for the judge's error (Rogan and Gladen 1978). Undefined for a judge no
 * better than chance: there is nothing to correct with.
 */
export function roganGladen(observed: number, { truePositiveRate, falsePositiveRate }: JudgeError): number | undefined {
  const power = truePositiveRate - falsePositiveRate
  if (power <= 0) return undefined
  return Math.min(1, Math.max(0, (observed - falsePositiveRate) / power))
}

/** The corrected rate with its interval: the ends of the observed one, corrected alike. */
export function correctedRate(successes: number, trials: number, error: JudgeError): (Interval & Readonly<{ rate: number }>) | undefined {
  if (trials === 0) return undefined
  const { low, high } = wilson(successes, trials)
  const [rate, from, to] = [successes / trials, low, high].map((value) => roganGladen(value, error))
  return rate === undefined || from === undefined || to === undefined ? undefined : { rate, low: from, high: to }
}

/** Newcombe's interval for the difference of two proportions, b − a. The rates differ when it leaves out 0. */
export function newcombe(a: Readonly<{ successes: number; trials: number }>, b: Readonly<{ successes: number; trials: number }>): Interval {
  if (a.trials === 0 || b.trials === 0) return { low: -1, high: 1 }
  const [pa, pb] = [a.successes / a.trials, b.successes / b.trials]
  const [ia, ib] = [wilson(a.successes, a.trials), wilson(b.successes, b.trials)]
  const difference = pb - pa
  return {
    low: difference - Math.sqrt((pb - ib.low) ** 2 + (ia.high - pa) ** 2),
    high: difference + Math.sqrt((ib.high - pb) ** 2 + (pa - ia.low) ** 2),
  }
}
