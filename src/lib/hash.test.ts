import { expect, test } from 'vitest'
import { drawFrom } from './hash.ts'

const draws = Array.from({ length: 20_000 }, (_, n) => drawFrom(7, `attack-${n}`))

test('the same seed and name draw the same number, for ever', () => {
  expect(drawFrom(7, 'prompt_injection/ignore-previous')).toBe(drawFrom(7, 'prompt_injection/ignore-previous'))
  expect(drawFrom(7, 'a')).not.toBe(drawFrom(8, 'a'))
})

test('draws are spread evenly over [0, 1)', () => {
  const bins = Array.from({ length: 20 }, () => 0)
  for (const draw of draws) bins[Math.floor(draw * 20)]!++
  for (const bin of bins) expect(Math.abs(bin - 1000)).toBeLessThan(150)
  expect(new Set(draws).size).toBe(draws.length)
})

test('neighbouring seeds shuffle differently', () => {
  const order = (seed: number) =>
    Array.from({ length: 50 }, (_, n) => n)
      .sort((x, y) => drawFrom(seed, `n${x}`) - drawFrom(seed, `n${y}`))
      .join()
  expect(new Set(Array.from({ length: 100 }, (_, seed) => order(seed))).size).toBe(100)
})
