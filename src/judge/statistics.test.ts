import { expect, test } from 'vitest'
import { correctedRate, newcombe, roganGladen, wilson } from './statistics.ts'

const percent = ({ low, high }: { low: number; high: number }) => [Math.round(low * 100), Math.round(high * 100)]

test.each([
  [0, 1, [0, 79]],
  [1, 1, [21, 100]],
  [0, 3, [0, 56]],
  [1, 3, [6, 79]],
  [2, 3, [21, 94]],
  [3, 3, [44, 100]],
  [0, 5, [0, 43]],
  [4, 5, [38, 96]],
  [5, 10, [24, 76]],
  [9, 10, [60, 98]],
  [10, 20, [30, 70]],
  [19, 20, [76, 99]],
  [25, 50, [37, 63]],
  [49, 50, [90, 100]],
  [50, 100, [40, 60]],
])('Wilson gives %i of %i as %j', (successes, trials, expected) => {
  expect(percent(wilson(successes, trials))).toEqual(expected)
})

test('nothing tried says nothing', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 })
  expect(newcombe({ successes: 0, trials: 0 }, { successes: 3, trials: 5 })).toEqual({ low: -1, high: 1 })
  expect(correctedRate(0, 0, { truePositiveRate: 0.9, falsePositiveRate: 0.1 })).toBeUndefined()
})

test('one success of one never outranks eighteen of twenty', () => {
  expect(wilson(1, 1).low).toBeLessThan(wilson(18, 20).low)
})

test("a judge's error is taken out of the rate", () => {
  expect(roganGladen(0.665, { truePositiveRate: 0.981, falsePositiveRate: 0.243 })).toBeCloseTo(0.572, 3)
  expect(roganGladen(0.1, { truePositiveRate: 0.9, falsePositiveRate: 0.2 })).toBe(0)
  expect(roganGladen(0.5, { truePositiveRate: 0.5, falsePositiveRate: 0.5 })).toBeUndefined()
  const corrected = correctedRate(30, 100, { truePositiveRate: 0.9, falsePositiveRate: 0.1 })!
  expect(corrected.rate).toBeCloseTo(0.25, 5)
  expect(corrected.low).toBeLessThan(corrected.rate)
  expect(corrected.high).toBeGreaterThan(corrected.rate)
})

test('rates differ only when the interval of their difference leaves out zero', () => {
  // Newcombe 1998, example (a): 56/70 and 48/80 differ by 0.0524 to 0.3339.
  const { low, high } = newcombe({ successes: 48, trials: 80 }, { successes: 56, trials: 70 })
  expect(low).toBeCloseTo(0.0524, 3)
  expect(high).toBeCloseTo(0.3339, 3)
  expect(newcombe({ successes: 2, trials: 5 }, { successes: 3, trials: 5 }).low).toBeLessThan(0)
})
