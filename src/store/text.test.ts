import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromText, toText } from './text.ts'

// Any UTF-16 code units, the difficult ones often: NUL, our mark, lone surrogates.
const unit = fc.oneof(fc.constantFrom(0, 1, 0x22, 0x5c, 0xd800, 0xdc00, 0xfffd), fc.integer({ min: 0, max: 0xffff }))
const anyText = fc.string({ unit: unit.map((code) => String.fromCharCode(code)), maxLength: 30 })

test('any text comes back as it was, and is kept in a form that every database takes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = toText(text)
      expect(fromText(stored)).toBe(text)
      expect(stored.isWellFormed()).toBe(true)
      expect(stored).not.toContain('\u0000')
    }),
    { numRuns: 2_000, seed: 20261115 },
  )
})

test('ordinary text is kept as it is, so that it can be read and searched in the database', () => {
  expect(toText('Ignore all previous instructions. \u00fc\u4e2d\ud83d\ude80')).toBe(
    'Ignore all previous instructions. \u00fc\u4e2d\ud83d\ude80',
  )
})
