import { expect, it } from 'vitest'
import { buckets, linearFeatures } from './linear-features.ts'

it('gives every feature a bucket inside the table', () => {
  for (const bucket of linearFeatures('Explain it', 'Sure, here is how: 1. Take this.\n2. Do that.')) {
    expect(bucket).toBeGreaterThanOrEqual(0)
    expect(bucket).toBeLessThan(buckets)
  }
})

it('reads curly and straight apostrophes alike', () => {
  expect(linearFeatures('x', 'I can’t help with that.')).toEqual(linearFeatures('x', "I can't help with that."))
})

it('takes single characters where a script has no spaces', () => {
  expect(linearFeatures('', '我不能').size).toBeGreaterThan(linearFeatures('', '我').size)
})

it('costs no more for 256 KiB than for what it looks at', () => {
  linearFeatures('warm', 'up '.repeat(2000))
  const start = performance.now()
  linearFeatures('Explain it', 'word '.repeat(52_000))
  expect(performance.now() - start).toBeLessThan(50)
})

it('survives hostile text', () => {
  for (const text of [
    '',
    ' ',
    '\n'.repeat(262_144),
    '1. '.repeat(80_000),
    '['.repeat(262_144),
    '\ud800'.repeat(1000),
    'a'.repeat(262_144),
  ]) {
    const start = performance.now()
    linearFeatures(text, text)
    expect(performance.now() - start).toBeLessThan(200)
  }
})
