import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One YAML file of a pack. `name` is its path inside the pack, with slashes. */
export type PackFile = Readonly<{ pack: string; name: string; text: string }>

/** Reads every YAML file of a pack folder; sorted, so that the order never depends on the disk. */
export function readPack(pack: string): readonly PackFile[] {
  return readdirSync(pack, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => ({ pack, name, text: readFileSync(join(pack, name), 'utf8').replaceAll('\r\n', '\n') }))
}

/** Names exactly these files: changes when any of them does. */
export function hashOf(files: readonly PackFile[]): string {
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\n${text.length}\n${text}\n`)
  return hash.digest('hex').slice(0, 16)
}
