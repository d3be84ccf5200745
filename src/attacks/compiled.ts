import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, type PackFile } from './read-pack.ts'

/**
 * Parsing hundreds of YAML files takes half a second of a cold process, so our own packs ship with the values beside them.
 * They count only while the hash says that they belong to exactly these files: whoever edits a pack needs no extra step,
 * the load is merely slower until `npm run schema` has run (a test asks for that).
 */
export const compiledName = 'compiled.jsonl'

/** Values of a pack's files by name, checked when they were written; empty when a file has changed since. */
export function readCompiled(pack: string, files: readonly PackFile[]): ReadonlyMap<string, unknown> {
  const path = join(pack, compiledName)
  if (!existsSync(path)) return new Map()
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  if (head !== hashOf(files)) return new Map()
  return new Map(lines.map((line) => JSON.parse(line) as [string, unknown]))
}

/** The text of the file that `readCompiled` reads. */
export function writeCompiled(files: readonly PackFile[], toValue: (file: PackFile) => unknown): string {
  const lines = files.map((file) => JSON.stringify([file.name, toValue(file)]))
  return `${[hashOf(files), ...lines].join('\n')}\n`
}
