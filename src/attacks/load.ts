import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import type { Attack, Catalog } from '../domain/attack.ts'
import { Problem } from '../domain/problem.ts'
import type { Detector } from '../domain/verdict.ts'
import { type Bred, breederOf } from './breed/breeder.ts'
import { readCompiled } from './compiled.ts'
import { composeAttacks, type Shared } from './compose.ts'
import { AttackFile, Categories, Objectives, Proofs, Techniques, Weaknesses } from './pack-format.ts'
import type { Mistake } from './parse-pack-file.ts'
import { hashOf, type PackFile, readPack } from './read-pack.ts'
import { referenceChecker } from './references.ts'
import { readStandards, renderCompliance, type Standards } from './standards.ts'

/** The packs that ship with the product. */
export const ownPacks: string = fileURLToPath(new URL('../../packs', import.meta.url))

/** A catalogue with everything its attacks refer to, for people who browse it. */
export type LoadedCatalog = Catalog & Readonly<{ standards: Standards; techniques: Techniques } & Shared>

/** The detectors that attacks may name, or where to get them: only packs that are not compiled are held against them. */
export type Detectors = readonly Detector[] | (() => Promise<readonly Detector[]>)

/** What a file of a pack must look like, by its name. */
export const schemaOf = (name: string): z.ZodType => (name.includes('/') ? AttackFile : (sharedFiles[name] ?? Techniques))
const sharedFiles: Readonly<Record<string, z.ZodType>> = {
  'categories.yaml': Categories,
  'weaknesses.yaml': Weaknesses,
  'objectives.yaml': Objectives,
  'proofs.yaml': Proofs,
  'techniques.yaml': Techniques,
}

/**
 * Loads packs: our own folder first, then the operator's. Every mistake in every file is reported at once,
 * with file, line and what to do; a catalogue with a mistake in it never reaches a scan.
 */
export async function loadCatalog(folders: readonly string[], detectors: Detectors): Promise<LoadedCatalog> {
  const standards = readStandards()
  const mistakes: Mistake[] = []
  const misplaced: Misplaced[] = []
  const packs = await Promise.all(folders.map((folder) => parsePack(folder, mistakes)))
  const merged = <Value extends object>(name: string): Value => Object.assign({}, ...packs.map(({ values }) => values.get(name)))
  const names: Shared = {
    categories: merged('categories.yaml'),
    weaknesses: merged('weaknesses.yaml'),
    objectives: merged('objectives.yaml'),
    proofs: merged('proofs.yaml'),
  }
  const isAllChecked = packs.every(({ isChecked }) => isChecked)
  const known = isAllChecked ? [] : typeof detectors === 'function' ? await detectors() : detectors
  const complaintsAbout = referenceChecker(standards, known)
  const attacks = new Map<string, Bred>()
  for (const { files, values, isChecked } of packs)
    for (const file of files.filter(({ name }) => name.includes('/') && values.has(name))) {
      const written = values.get(file.name) as AttackFile
      const say = (path: readonly PropertyKey[], detail: string) => misplaced.push({ file, path, detail })
      const expected = file.name.replace(/\.ya?ml$/, '')
      if (written.id !== expected) say(['id'], `id must equal the path: write "id: ${expected}", or move the file to ${written.id}.yaml`)
      const made = composeAttacks(written, names)
      for (const { path, detail } of made.refusals) say(path, detail)
      for (const attack of made.attacks) {
        if (!isChecked) for (const { path, detail } of complaintsAbout(attack)) say(path, detail)
        const twin = attacks.get(attack.id)
        if (twin) say(['id'], `${attack.id} exists already, in ${twin.entry.file}: give this one another name`)
        else {
          const wants = written.objectives?.find((name) => attack.id === `${written.id}-${name}`)
          const entry = { attack, compliance: renderKnown(attack, standards), file: file.name, ...(wants && { wants }) }
          attacks.set(attack.id, { entry, written })
        }
      }
    }
  const all = [...mistakes, ...(await placed(misplaced))]
  if (all.length > 0) throw refusal(all)
  const version = hashOf(packs.flatMap(({ files }) => files))
  return {
    version,
    attacks: [...attacks.values()].map(({ entry }) => entry),
    ...breederOf(attacks, names, (attack) => renderKnown(attack, standards)),
    standards,
    techniques: merged('techniques.yaml'),
    ...names,
  }
}

type Pack = Readonly<{ files: readonly PackFile[]; values: ReadonlyMap<string, unknown>; isChecked: boolean }>

async function parsePack(folder: string, mistakes: Mistake[]): Promise<Pack> {
  const files = readPack(folder)
  const compiled = readCompiled(folder, files)
  if (compiled.size > 0) return { files, values: compiled, isChecked: true }
  const { parseFile } = await import('./parse-pack-file.ts')
  const values = new Map<string, unknown>()
  for (const file of files) {
    const parsed = parseFile(file, schemaOf(file.name))
    if ('value' in parsed) values.set(file.name, parsed.value)
    else mistakes.push(...parsed.mistakes)
  }
  return { files, values, isChecked: false }
}

/** A mistake that was found in the value of a file; where it stands in the text is looked up only when it is told. */
type Misplaced = Readonly<{ file: PackFile; path: readonly PropertyKey[]; detail: string }>

async function placed(mistakes: readonly Misplaced[]): Promise<readonly Mistake[]> {
  if (mistakes.length === 0) return []
  const { lineOf } = await import('./parse-pack-file.ts')
  return mistakes.map(({ file, path, detail }) => ({ file: file.name, line: lineOf(file, path), detail }))
}

/** Ids that do not exist are reported elsewhere; here they must only not break the rendering. */
function renderKnown(attack: Attack, standards: Standards) {
  const owasp = attack.compliance.owasp.filter((key) => key in standards.owasp)
  return renderCompliance({ ...attack.compliance, owasp }, standards)
}

function refusal(mistakes: readonly Mistake[]): Problem {
  const lines = mistakes.map(({ file, line, detail }) => `${file}:${line} ${detail}`)
  const count = lines.length === 1 ? '1 mistake' : `${lines.length} mistakes`
  const more = lines.length > 20 ? `\n… and ${lines.length - 20} more` : ''
  return new Problem('invalid_pack', `${count} in the attack packs:\n${lines.slice(0, 20).join('\n')}${more}`, {
    errors: mistakes.map(({ file, line, detail }) => ({ pointer: `${file}:${line}`, detail })),
  })
}
