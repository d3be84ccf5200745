import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JudgeError } from '../domain/scan.ts'
import { drawFrom } from '../lib/hash.ts'
import { roganGladen, successRate } from './statistics.ts'

const none = { successes: 0, trials: 0 }
const good: JudgeError = { positives: 200, found: 180, negatives: 200, cleared: 190 }

test('what was proved needs no correction', () => {
  const rate = successRate({ proved: { successes: 7, trials: 40 }, read: none }, good)
  expect(rate.corrected).toMatchObject({ rate: rate.rate, read: 0, sensitivity: 0.9, specificity: 0.95 })
  expect(rate.corrected!.low).toBeCloseTo(rate.low, 10)
  expect(rate.corrected!.high).toBeCloseTo(rate.high, 10)
})

test('an observed 66.5 %, read by a judge that finds 98.1 % and is wrong on 24.3 %, was 57.2 %', () => {
  const error = { positives: 1000, found: 981, negatives: 1000, cleared: 757 }
  expect(roganGladen({ successes: 665, trials: 1000 }, error).rate).toBeCloseTo(0.572, 3)
})

test('successes that false alarms alone explain come to nothing, and the interval still says what is possible', () => {
  const { corrected } = successRate({ proved: none, read: { successes: 2, trials: 60 } }, good)
  expect(corrected!.rate).toBe(0)
  expect(corrected!.low).toBe(0)
  expect(corrected!.high).toBeGreaterThan(0.05)
})

test('a judge that is no better than a coin tells nothing', () => {
  const coin = { positives: 100, found: 50, negatives: 100, cleared: 50 }
  expect(roganGladen({ successes: 30, trials: 60 }, coin)).toMatchObject({ low: 0, high: 1 })
})

test('without a measured judge there is no corrected rate', () => {
  expect(successRate({ proved: { successes: 1, trials: 4 }, read: none })).not.toHaveProperty('corrected')
})

const trials = fc.nat(200).chain((all) => fc.record({ trials: fc.constant(all), successes: fc.nat(all) }))
const measured = fc.record({ positives: fc.constant(150), found: fc.nat(150), negatives: fc.constant(150), cleared: fc.nat(150) })

test('a rate lies in its interval, and reading never makes us surer than counting alone', () => {
  fc.assert(
    fc.property(trials, trials, measured, (proved, read, error) => {
      fc.pre(proved.trials + read.trials > 0)
      const { corrected, ...plain } = successRate({ proved, read }, error)
      const { rate, low, high } = corrected!
      expect(0 <= low && low <= rate && rate <= high && high <= 1, JSON.stringify({ plain, corrected })).toBe(true)
      expect(high - low).toBeGreaterThanOrEqual(plain.high - plain.low - 1e-9)
    }),
    { seed: 7, numRuns: 2000 },
  )
})

/** True and false with a probability, the same on every run. */
const dice = (name: string) => {
  let n = 0
  return (probability: number) => drawFrom(n++, name) < probability
}

test.each([0.02, 0.1, 0.3, 0.7, 0.95])(
  'the corrected interval holds a true rate of %f in at least 92 of 100 scans, and mostly in 95',
  (truth) => {
    const roll = dice(`coverage ${truth}`)
    const count = (times: number, probability: number) => Array.from({ length: times }, () => roll(probability)).filter(Boolean).length
    const scans = 1500
    let held = 0
    for (let scan = 0; scan < scans; scan++) {
      const error = { positives: 150, found: count(150, 0.85), negatives: 200, cleared: count(200, 0.9) }
      const harmed = count(40, truth)
      const read = { successes: count(harmed, 0.85) + count(40 - harmed, 0.1), trials: 40 }
      const { corrected } = successRate({ proved: { successes: count(40, truth), trials: 40 }, read }, error)
      if (corrected!.low <= truth && truth <= corrected!.high) held++
    }
    expect(held / scans).toBeGreaterThanOrEqual(0.92)
  },
)
