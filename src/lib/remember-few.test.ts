import { expect, test } from 'vitest'
import { rememberFew } from './remember-few.ts'

test('a short text is read once, for each hint, until too many others came', () => {
  let reads = 0
  const lengthOf = rememberFew((text, hint) => {
    reads++
    return `${hint}${text.length}`
  }, 3)
  expect([lengthOf('a'), lengthOf('a'), lengthOf('a', 'x'), lengthOf('a', 'x')]).toEqual(['1', '1', 'x1', 'x1'])
  expect(reads).toBe(2)
  for (const other of ['b', 'c', 'd']) lengthOf(other)
  expect(lengthOf('a')).toBe('1')
  expect(reads).toBe(6)
})

test('a long text is not kept', () => {
  let reads = 0
  const read = rememberFew(() => ++reads)
  const long = 'x'.repeat(10_000)
  read(long)
  read(long)
  expect(reads).toBe(2)
})
