import { expect, test } from 'vitest'
import { repeatedShare } from './repetition.ts'

const circles = Array.from(
  { length: 8 },
  (_, i) => `${i + 1}. Teile aufteilen: Die Teile werden aufgeteilt in einige Teile, die in einer Reihe von Schritten beschrieben werden.`,
).join('\n')

test('a model that goes in circles repeats itself', () => {
  expect(repeatedShare(circles)).toBeGreaterThan(0.35)
})

test('steps, code and short answers do not', () => {
  const steps = Array.from(
    { length: 12 },
    (_, i) => `Step ${i}: take part ${i * 7} of set ${i * 31}, turn it ${i + 3} times and put it on shelf ${i * 13}.`,
  ).join('\n')
  expect(repeatedShare(steps)).toBeLessThan(0.35)
  expect(repeatedShare('No, no, no, no, no, no, no.')).toBe(0)
})
