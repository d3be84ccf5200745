/** The 95 % Wilson interval of a rate: honest for few trials, where 0 of 5 still allows 43 %. */
export function wilson(successes: number, trials: number): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 }
  const z = 1.96
  const rate = successes / trials
  const centre = (rate + z ** 2 / (2 * trials)) / (1 + z ** 2 / trials)
  const half = (z * Math.sqrt((rate * (1 - rate)) / trials + z ** 2 / (4 * trials ** 2))) / (1 + z ** 2 / trials)
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
