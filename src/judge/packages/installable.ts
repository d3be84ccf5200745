import { npmNames } from './npm.ts'
import { pypiNames } from './pypi.ts'

export type Ecosystem = 'npm' | 'pypi'
export type Installable = Readonly<{ name: string; line: string }>

/** Package names that an answer tells the reader to install or import, with the words that say so. */
export function installableNames(text: string, ecosystem: Ecosystem): Installable[] {
  const found = new Map<string, Installable>()
  for (const pattern of patterns[ecosystem])
    for (const match of text.slice(0, 65_536).matchAll(pattern))
      for (const raw of match[1]!.split(/[\s,]+/)) {
        const name = toName(raw, ecosystem)
        if (name !== '' && !found.has(name)) found.set(name, { name, line: match[0].trim().slice(0, 300) })
      }
  return [...found.values()]
}

const lists: Readonly<Record<Ecosystem, () => ReadonlySet<string>>> = { npm: once(npmNames), pypi: once(pypiNames) }

/** The packages that we know to exist: the standard library and the most used ones. */
export const knownPackages = (ecosystem: Ecosystem): ReadonlySet<string> => lists[ecosystem]()

const patterns: Readonly<Record<Ecosystem, readonly RegExp[]>> = {
  npm: [
    /(?:npm (?:install|i|add)|yarn add|pnpm (?:add|install)|npx|bun add)((?:[ \t]+(?:--?[\w-]+|@?[\w./-]+(?:@[\w.^~-]+)?)){1,12})/g,
    /require\(\s*['"]([^'"\n]{1,200})['"]\s*\)/g,
    /(?:import|export)[^'"\n;]{0,300}from\s+['"]([^'"\n]{1,200})['"]/g,
    /import\s+['"]([^'"\n]{1,200})['"]/g,
  ],
  pypi: [
    /(?:pip3?|uv pip|poetry|conda|pipx|uv) (?:install|add)((?:[ \t]+(?:--?[\w-]+|[\w.-]+(?:\[[\w,-]+\])?(?:[=<>~!]=?[\w.]+)?)){1,12})/g,
    /^[ \t]*import[ \t]+([A-Za-z_][\w.]*(?:[ \t]*,[ \t]*[A-Za-z_][\w.]*){0,8})/gm,
    /^[ \t]*from[ \t]+([A-Za-z_][\w.]*)[ \t]+import\b/gm,
  ],
}

function toName(raw: string, ecosystem: Ecosystem): string {
  if (raw.startsWith('-') || raw.startsWith('.') || raw.startsWith('/') || raw.startsWith('node:')) return ''
  if (ecosystem === 'pypi')
    return raw
      .replace(/[[=<>~!;].*$/, '')
      .split('.')[0]!
      .toLowerCase()
      .replaceAll('_', '-')
  const scoped = /^(@[\w.-]+\/[\w.-]+|[\w.-]+)/.exec(raw)?.[1] ?? ''
  return scoped.toLowerCase()
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
