import { expect, test } from 'vitest'
import { parseRetryAfter } from './pace-retry-after.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test.each([
  ['0', 0],
  ['7', 7000],
  [' 120 ', 120_000],
  ['1.5', 1500],
  ['Sun, 15 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
  ['9999999999', 9_999_999_999_000],
] as const)('%j is %d ms', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms)
})

test.each([undefined, '', '-5', 'soon', '1e9', '99999999999', 'NaN', '5; 6', '\u0665', `Sun, ${'1'.repeat(50_000)}`])(
  '%j says nothing',
  (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined()
  },
)
