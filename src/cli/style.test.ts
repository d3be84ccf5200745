import { expect, test } from 'vitest'
import { columnsOf } from './style.ts'

test.each([
  ['the width of stdout', [80, 120], 80],
  ['the width of stderr where stdout is no terminal', [undefined, 120], 120],
  ['a hundred where a terminal says 0', [0, 0], 100],
  ['a hundred where there is no terminal', [undefined, undefined], 100],
] as const)('lines have %s', (_, reported, expected) => {
  expect(columnsOf(...reported)).toBe(expected)
})
