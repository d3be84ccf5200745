import type { JudgeError, Rate, SuccessRate } from '../domain/scan.ts'
import { wilson, Z } from './wilson.ts'

export type Trials = Readonly<{ successes: number; trials: number }>
/** What was settled by proof, and what by reading, which errs. */
export type Tally = Readonly<{ proved: Trials; read: Trials }>

/** The success rate of a tally with its 95 % interval, and corrected for the judge's error where that is known. */
export function successRate(tally: Tally, error?: JudgeError): SuccessRate {
  const all = add(tally.proved, tally.read)
  const plain = { ...rateOf(all), ...all }
  return error ? { ...plain, corrected: corrected(tally, plain, error) } : plain
}

export const add = (a: Trials, b: Trials): Trials => ({ successes: a.successes + b.successes, trials: a.trials + b.trials })

const rateOf = ({ successes, trials }: Trials): Rate => ({ rate: trials === 0 ? 0 : successes / trials, ...wilson(successes, trials) })

/** The proved part as it is and the read part corrected, put together by their shares (MOVER: Zou and Donner 2008). */
function corrected({ proved, read }: Tally, plain: SuccessRate, error: JudgeError): NonNullable<SuccessRate['corrected']> {
  const known = { read: read.trials, sensitivity: error.found / error.positives, specificity: error.cleared / error.negatives }
  const parts = [
    { share: proved.trials / plain.trials, rate: rateOf(proved) },
    { share: read.trials / plain.trials, rate: roganGladen(read, error) },
  ].filter(({ share }) => share > 0)
  const rate = parts.reduce((sum, part) => sum + part.share * part.rate.rate, 0)
  const spread = (end: 'low' | 'high') => Math.hypot(...parts.map((part) => part.share * (part.rate.rate - part.rate[end])))
  return { ...noSurer({ rate, low: rate - spread('low'), high: rate + spread('high') }, plain), ...known }
}

/**
 * The true rate behind an observed one, given the judge's sensitivity and specificity (Rogan and Gladen 1978), clipped to what a
 * rate can be, with the interval of Lang and Reiczigel 2014, which allows for those two being measured on a finite number of rows.
 */
export function roganGladen({ successes, trials }: Trials, error: JudgeError): Rate {
  const youden = error.found / error.positives + error.cleared / error.negatives - 1
  // A judge no better than a coin says nothing about the true rate.
  if (trials === 0 || !(youden > 0.05)) return { rate: trials === 0 ? 0 : successes / trials, low: 0, high: 1 }
  const rate = clip((successes / trials + error.cleared / error.negatives - 1) / youden)

  const observed = (successes + Z ** 2 / 2) / (trials + Z ** 2)
  const sensitivity = { value: (error.found + 1) / (error.positives + 2), rows: error.positives + 2 }
  const specificity = { value: (error.cleared + 1) / (error.negatives + 2), rows: error.negatives + 2 }
  const slope = sensitivity.value + specificity.value - 1
  const centre = (observed + specificity.value - 1) / slope
  const doubt = ({ value, rows }: { value: number; rows: number }) => (value * (1 - value)) / rows
  const shift = 2 * Z ** 2 * (centre * doubt(sensitivity) - (1 - centre) * doubt(specificity))
  const variance =
    (observed * (1 - observed)) / (trials + Z ** 2) + centre ** 2 * doubt(sensitivity) + (1 - centre) ** 2 * doubt(specificity)
  const half = (Z * Math.sqrt(variance)) / slope
  return { rate, low: Math.min(rate, clip(centre + shift - half)), high: Math.max(rate, clip(centre + shift + half)) }
}

/** A judge that errs can't make us surer than counting alone: the interval is at least as wide as the plain one. */
function noSurer({ rate, low, high }: Rate, plain: Rate): Rate {
  const missing = Math.max(0, plain.high - plain.low - (clip(high) - clip(low)))
  const up = Math.min(missing, 1 - clip(high))
  return { rate: clip(rate), low: clip(clip(low) - (missing - up)), high: clip(clip(high) + up) }
}

const clip = (value: number): number => Math.min(1, Math.max(0, value))
