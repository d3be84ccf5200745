/** The 97.5 % quantile of the normal distribution: every interval of ours is a 95 % one. */
export const Z = 1.96

/** The 95 % Wilson interval of a rate: honest for few trials, where 0 of 5 still allows 43 %. */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 }
  const rate = successes / trials
  const centre = (rate + Z ** 2 / (2 * trials)) / (1 + Z ** 2 / trials)
  const half = (Z * Math.sqrt((rate * (1 - rate)) / trials + Z ** 2 / (4 * trials ** 2))) / (1 + Z ** 2 / trials)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
