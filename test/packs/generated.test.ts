import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attackSchema, compilePacks } from '../../scripts/write-schema.ts'
import { compiledName } from '../../src/attacks/compiled.ts'
import { ownPacks } from '../../src/attacks/load.ts'

const how = 'run `npm run schema` and commit what it writes'

test('the JSON Schema for editors is current', () => {
  expect(readFileSync(join(ownPacks, 'attack.schema.json'), 'utf8') === attackSchema(), how).toBe(true)
})

test('the compiled packs are current', () => {
  expect(readFileSync(join(ownPacks, compiledName), 'utf8') === compilePacks(), how).toBe(true)
})
