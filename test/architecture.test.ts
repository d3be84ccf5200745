import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The floor plan: each folder, and the folders it may import from. Siblings never import each other. */
const base = ['domain', 'lib']
const floors: Record<string, readonly string[]> = {
  lib: [],
  domain: [],
  net: base,
  store: base,
  queue: base,
  attacks: base,
  targets: base,
  judge: base,
  engine: [...base, 'attacks', 'targets', 'judge'],
  service: [...base, 'engine', 'attacks', 'targets', 'judge'],
  api: [...base, 'service'],
  cli: [...base, 'service'],
}

/** Packages that belong to one floor only. */
const packages: Record<string, readonly string[]> = {
  undici: ['net'],
  ws: ['net'],
  'ipaddr.js': ['net'],
  kysely: ['store'],
  'node:sqlite': ['store'],
  fastify: ['api'],
  commander: ['cli'],
}

/** Source files that may be longer than 300 lines, each with its reason. */
const longFiles: Record<string, string> = {}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const source = new Map(files.map((file) => [file, readFileSync(join('src', file), 'utf8')]))
const floorOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')
const importsOf = (text: string) =>
  [...text.matchAll(/^\s*(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm)].map(
    (m) => (m[1] ?? m[2] ?? m[3])!,
  )
const resolve = (file: string, spec: string) => normalize(join(dirname(file), spec)).replaceAll('\\', '/')

test('imports follow the floor plan', () => {
  const wrong: string[] = []
  for (const [file, text] of source) {
    const floor = floorOf(file)
    if (floor === '.') continue
    if (!floors[floor]) wrong.push(`${file}: there is no floor ${floor}/`)
    for (const spec of importsOf(text).filter((name) => name.startsWith('.'))) {
      const to = floorOf(resolve(file, spec))
      if (to !== floor && !floors[floor]?.includes(to)) wrong.push(`${file} must not import from ${to}/ (${spec})`)
    }
  }
  expect(wrong).toEqual([])
})

test('no file imports itself through others', () => {
  const graph = new Map(
    [...source].map(([file, text]) => [
      file,
      importsOf(text)
        .filter((s) => s.startsWith('.'))
        .map((s) => resolve(file, s)),
    ]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})

test('the domain knows nothing but zod and crypto', () => {
  const foreign = [...source]
    .filter(([file]) => floorOf(file) === 'domain')
    .flatMap(([file, text]) =>
      importsOf(text)
        .filter((spec) => !spec.startsWith('.') && !['zod', 'node:crypto'].includes(spec))
        .map((spec) => `${file}: ${spec}`),
    )
  expect(foreign).toEqual([])
})

test('a package stays on its floor', () => {
  const wrong = [...source].flatMap(([file, text]) =>
    importsOf(text)
      .filter((spec) => packages[spec] && !packages[spec].includes(floorOf(file)))
      .map((spec) => `${file} must not import ${spec}`),
  )
  expect(wrong).toEqual([])
})

test.each([
  ['the environment is read in config.ts only', /process\.env/, (file: string) => file === 'config.ts'],
  ['console is for the command line', /\bconsole\./, (file: string) => floorOf(file) === 'cli'],
  [
    'outbound HTTP is for net/',
    /\bfetch\(|from 'node:https?'/,
    (file: string) => ['net', 'cli'].includes(floorOf(file)) || file.startsWith('targets/demo/'),
  ],
  [
    'the engine has no clock and no dice',
    /Date\.now|Math\.random|new Date\(\)|randomBytes|performance\.now/,
    (file: string) => floorOf(file) !== 'engine',
  ],
  ['no empty catch', /catch\s*(\([^)]*\))?\s*\{\s*\}/, () => false],
] as const)('%s', (_, pattern, mayUse) => {
  expect([...source].filter(([file, text]) => pattern.test(text) && !mayUse(file)).map(([file]) => file)).toEqual([])
})

test('a file is one idea: at most 300 lines', () => {
  const long = [...source].filter(([file, text]) => text.split('\n').length > 301 && !longFiles[file]).map(([file]) => file)
  expect(long).toEqual([])
})
