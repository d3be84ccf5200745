import { expect, test } from 'vitest'
import { columnsOf, wrap } from './style.ts'

test.each([
  ['the width of stdout', [80, 120], 80],
  ['the width of stderr where stdout is no terminal', [undefined, 120], 120],
  ['a hundred where a terminal says 0', [0, 0], 100],
  ['a hundred where there is no terminal', [undefined, undefined], 100],
] as const)('lines have %s', (_, reported, expected) => {
  expect(columnsOf(...reported)).toBe(expected)
})

test('a text is broken at spaces, and a word that is too long anywhere; nothing is lost', () => {
  expect(wrap('one two three', 8)).toEqual(['one two', '  three'])
  expect(wrap('res_0123456789 end', 8, '')).toEqual(['res_0123', '456789', 'end'])
  expect(wrap('漢字漢字 x', 5, '')).toEqual(['漢字', '漢字', 'x'])
})
