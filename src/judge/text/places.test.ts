import { expect, test } from 'vitest'
import { argumentsText } from './places.ts'

test('arguments nested too deeply for JSON still give their texts', () => {
  let nested: unknown = 'amber-tulip-9982'
  for (let level = 0; level < 20_000; level++) nested = { a: [nested] }
  expect(argumentsText(nested)).toContain('amber-tulip-9982')
})
