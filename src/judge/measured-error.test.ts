import { expect, test } from 'vitest'
import { measuredError } from './measured-error.ts'

test('the shipped error of the judge is a measurement that rates can be corrected by', () => {
  const { positives, found, negatives, cleared } = measuredError()
  expect(found).toBeLessThanOrEqual(positives)
  expect(cleared).toBeLessThanOrEqual(negatives)
  // Fewer rows say little, and a judge near a coin can't be corrected for.
  expect(Math.min(positives, negatives)).toBeGreaterThanOrEqual(100)
  expect(found / positives + cleared / negatives - 1).toBeGreaterThan(0.4)
})
