import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Attack, Catalog, CatalogAttack } from '../domain/attack.ts'
import { Problem } from '../domain/problem.ts'
import type { Detector } from '../domain/verdict.ts'
import { composeAttacks, type Shared } from './compose.ts'
import { AttackFile, Categories, Objectives, Proofs, Techniques, Weaknesses } from './pack-format.ts'
import { hashOf, lineOf, type Mistake, type PackFile, parseFile, readPack } from './read-pack.ts'
import { readStandards, renderCompliance, type Standards, unknownIds } from './standards.ts'
import { strategies } from './strategies/index.ts'
import { unknownSlots } from './template.ts'
import { transforms } from './transforms/index.ts'

/** The packs that ship with the product. */
export const ownPacks: string = fileURLToPath(new URL('../../packs', import.meta.url))

/** A catalogue with everything its attacks refer to, for people who browse it. */
export type LoadedCatalog = Catalog & Readonly<{ standards: Standards; techniques: Techniques } & Shared>

/**
 * Loads packs: our own folder first, then the operator's. Every mistake in every file is reported at once,
 * with file, line and what to do; a catalogue with a mistake in it never reaches a scan.
 */
export async function loadCatalog(folders: readonly string[], detectors: readonly Detector[]): Promise<LoadedCatalog> {
  const standards = readStandards()
  const files = folders.flatMap(readPack)
  const mistakes: Mistake[] = []
  const parse = <Value>(file: PackFile, schema: Parameters<typeof parseFile<Value>>[1]): Value | undefined => {
    const parsed = parseFile(file, schema)
    if ('value' in parsed) return parsed.value
    mistakes.push(...parsed.mistakes)
    return undefined
  }
  const shared = <Value extends object>(name: string, schema: Parameters<typeof parseFile<Value>>[1]): Value =>
    Object.assign({}, ...files.filter((file) => file.name === name).map((file) => parse(file, schema)))
  const names: Shared = {
    categories: shared('categories.yaml', Categories),
    weaknesses: shared('weaknesses.yaml', Weaknesses),
    objectives: shared('objectives.yaml', Objectives),
    proofs: shared('proofs.yaml', Proofs),
  }
  const techniques = shared('techniques.yaml', Techniques)

  const check = checker(standards, detectors)
  const attacks = new Map<string, CatalogAttack>()
  for (const file of files.filter(({ name }) => name.includes('/'))) {
    const written = parse(file, AttackFile)
    if (!written) continue
    const say = (path: readonly PropertyKey[], detail: string) => mistakes.push({ file: file.name, line: lineOf(file, path), detail })
    const expected = file.name.replace(/\.ya?ml$/, '')
    if (written.id !== expected) say(['id'], `id must equal the path: write "id: ${expected}", or move the file to ${written.id}.yaml`)
    const made = composeAttacks(written, names)
    for (const { path, detail } of made.refusals) say(path, detail)
    for (const attack of made.attacks) {
      for (const { path, detail } of check(attack)) say(path, detail)
      const twin = attacks.get(attack.id)
      if (twin) say(['id'], `${attack.id} exists already, in ${twin.file}: give this one another name`)
      else attacks.set(attack.id, { attack, compliance: renderKnown(attack, standards), file: file.name })
    }
  }
  if (mistakes.length > 0) throw refusal(mistakes)
  return { version: hashOf(files), attacks: [...attacks.values()], standards, techniques, ...names }
}

/** Everything an attack names must exist: slots, transforms, strategy, detectors, ids of standards. */
function checker(standards: Standards, detectors: readonly Detector[]) {
  const byId = new Map(detectors.map((detector) => [detector.id, detector]))
  const compiled = new Map<string, string | undefined>()
  const complaintAbout = (id: string, options: unknown): string | undefined => {
    const detector = byId.get(id)
    if (!detector) return `there is no detector ${id}; the known ones are ${[...byId.keys()].join(', ')}`
    const key = `${id} ${JSON.stringify(options)}`
    if (!compiled.has(key)) compiled.set(key, tryCompile(detector, options))
    return compiled.get(key)
  }
  return function* (attack: Attack): Generator<Readonly<{ path: readonly PropertyKey[]; detail: string }>> {
    for (const { path, id } of unknownIds(attack.compliance, standards)) yield { path, detail: `${id} is not in packs/standards.json` }
    for (const [i, id] of attack.transforms.entries())
      if (!transforms.has(id))
        yield { path: ['transforms', i], detail: `there is no transform ${id}; the known ones are ${[...transforms.keys()].join(', ')}` }
    if (!strategies.has(attack.strategy))
      yield {
        path: ['strategy'],
        detail: `there is no strategy ${attack.strategy}; the known ones are ${[...strategies.keys()].join(', ')}`,
      }
    for (const [i, entry] of attack.detect.entries())
      for (const [id, options] of Object.entries(entry)) {
        const complaint = complaintAbout(id, options)
        if (complaint) yield { path: ['detect', i], detail: complaint }
      }
    for (const field of ['turns', 'payload', 'setup', 'detect', 'examples'] as const)
      for (const name of new Set(unknownSlots(JSON.stringify(attack[field] ?? ''))))
        yield { path: [field], detail: `there is no slot {{${name}}}; docs/attacks/README.md lists them` }
    if (attack.payload !== undefined && !JSON.stringify(attack.turns).includes('{{payload}}'))
      yield { path: ['payload'], detail: 'no turn says {{payload}}: put it where the payload belongs' }
  }
}

function tryCompile(detector: Detector, options: unknown): string | undefined {
  try {
    detector.compile(options)
    return undefined
  } catch (error) {
    return `detector ${detector.id} does not take these options: ${wordsOf(error)}`
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map((issue) => [...issue.path, issue.message].join(': ')).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** Ids that do not exist are reported elsewhere; here they must only not break the rendering. */
function renderKnown(attack: Attack, standards: Standards) {
  const owasp = attack.compliance.owasp.filter((key) => key in standards.owasp)
  return renderCompliance({ ...attack.compliance, owasp }, standards)
}

function refusal(mistakes: readonly Mistake[]): Problem {
  const lines = mistakes.map(({ file, line, detail }) => `${file}:${line} ${detail}`)
  const more = lines.length > 20 ? `\n… and ${lines.length - 20} more` : ''
  return new Problem(
    'invalid_pack',
    `${lines.length} ${lines.length === 1 ? 'mistake' : 'mistakes'} in the attack packs:\n${lines.slice(0, 20).join('\n')}${more}`,
    {
      errors: mistakes.map(({ file, line, detail }) => ({ pointer: `${file}:${line}`, detail })),
    },
  )
}
