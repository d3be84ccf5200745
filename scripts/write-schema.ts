import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { compiledName, writeCompiled } from '../src/attacks/compiled.ts'
import { ownPacks, schemaOf } from '../src/attacks/load.ts'
import { AttackFile } from '../src/attacks/pack-format.ts'
import { parseFile } from '../src/attacks/parse-pack-file.ts'
import { type PackFile, readPack } from '../src/attacks/read-pack.ts'

/** The JSON Schema that editors use for attack files. */
export function attackSchema(): string {
  const schema = z.toJSONSchema(AttackFile, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ title: 'A Sortie attack', ...schema }, null, 2)}\n`
}

/** The values of our own packs, which make loading fast. Throws on the first file that does not fit the format. */
export function compilePacks(): string {
  return writeCompiled(readPack(ownPacks), (file: PackFile) => {
    const parsed = parseFile(file, schemaOf(file.name))
    if ('value' in parsed) return parsed.value
    const { line, detail } = parsed.mistakes[0]!
    throw new Error(`${file.name}:${line} ${detail}`)
  })
}

if (import.meta.main) {
  writeFileSync(join(ownPacks, 'attack.schema.json'), attackSchema())
  writeFileSync(join(ownPacks, compiledName), compilePacks())
}
