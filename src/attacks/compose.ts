import type { z } from 'zod'
import type { Attack } from '../domain/attack.ts'
import type { Category } from '../domain/category.ts'
import type { AttackFile, Categories, ComplianceKeys, Objectives, Proofs, Weaknesses } from './pack-format.ts'
import { fill } from './template.ts'
import { expandTransforms } from './transforms/index.ts'

/** What a pack's attacks may refer to by name. */
export type Shared = Readonly<{ categories: Categories; weaknesses: Weaknesses; objectives: Objectives; proofs: Proofs }>

/** Why a file makes no attack, and which of its fields to look at. */
export type Refusal = Readonly<{ path: readonly PropertyKey[]; detail: string }>

/** Makes a file's attacks: one, or one for each of its objectives. What it leaves out comes from what it refers to. */
export function composeAttacks(file: AttackFile, shared: Shared): Readonly<{ attacks: readonly Attack[]; refusals: readonly Refusal[] }> {
  const attacks: Attack[] = []
  const refusals: Refusal[] = []
  const keep = (made: Attack | Refusal) => ('detail' in made ? refusals.push(made) : attacks.push(made))
  if (!file.objectives) keep(complete(file, file, shared))
  for (const [i, name] of (file.objectives ?? []).entries()) {
    const objective = shared.objectives[name]
    const category = shared.categories[categoryOf(file)]
    const weakness = file.weakness ?? category?.weakness ?? objective?.weakness
    if (objective)
      keep(complete({ ...withObjective(later(file, i), name, objective), weakness }, file, shared, shared.weaknesses[objective.weakness]))
    else refusals.push({ path: ['objectives', i], detail: `there is no objective ${name} in objectives.yaml` })
  }
  return { attacks, refusals }
}

/** The folder's name. Whether there is such a category is checked where it is looked up. */
const categoryOf = (file: AttackFile): Category => file.id.slice(0, file.id.indexOf('/')) as Category

/** The first objective has the file's tier, the others wait for one tier more: a small budget tries each persuasion once. */
const later = (file: AttackFile, place: number): AttackFile => (place === 0 ? file : { ...file, tier: Math.min(3, (file.tier ?? 2) + 1) })

/** Puts an objective's request, proof and examples into an attack that brings the persuasion. */
function withObjective(file: AttackFile, name: string, objective: Objectives[string]): AttackFile {
  const { ask, what } = objective.says[file.language ?? 'en'] ?? objective
  const say = (text: string) => fill(text, { ask: ask.trim(), 'ask.what': what.trim() })
  const setup = { ...objective.setup, ...file.setup }
  return {
    ...file,
    id: `${file.id}-${name}`,
    name: `${file.name}: ${objective.name}`.slice(0, 100),
    needs: [...new Set([...objective.needs, ...(file.needs ?? [])])],
    ...(Object.keys(setup).length > 0 ? { setup: mapStrings(setup, say) } : {}),
    // What an answer is read against has to be this very wish, not the kind of wish.
    ...(objective.detect.some((entry) => 'semantic' in entry)
      ? { objective: file.objective ?? `Get the target to give ${objective.what.trim()}.` }
      : {}),
    turns: file.turns.map((turn) => (typeof turn === 'string' ? say(turn) : { ...turn, say: say(turn.say) })),
    ...(file.payload === undefined ? {} : { payload: say(file.payload) }),
    detect: [...objective.detect, ...(file.detect ?? [])],
    examples: {
      succeeded: [...(file.examples?.succeeded ?? []), ...objective.examples.succeeded],
      resisted: [...(file.examples?.resisted ?? []), ...objective.examples.resisted],
    },
  }
}

/**
 * Adds what the weakness and the category say. `goal` is what an objective wants: it decides how bad a success is, while the
 * weakness that let it through (the category's, where it has one) decides what to do about it.
 */
function complete(file: AttackFile, written: AttackFile, { categories, weaknesses, proofs }: Shared, goal?: Weakness): Attack | Refusal {
  const category = categoryOf(file)
  const known = categories[category]
  if (!known) return { path: ['id'], detail: `${category} is no category; the known ones are ${Object.keys(categories).join(', ')}` }
  if (!file.weakness) return { path: [], detail: 'weakness is missing: say what a success proves' }
  const weakness = weaknesses[file.weakness]
  const severity = file.severity ?? goal?.severity ?? weakness?.severity
  const objective = file.objective ?? goal?.objective ?? weakness?.objective
  const remediation = file.remediation ?? weakness?.remediation
  if (!severity || !objective || !remediation)
    return {
      path: ['weakness'],
      detail: `weaknesses.yaml does not know ${file.weakness}: add it there, or give this attack its own severity, objective and remediation`,
    }
  if (!file.detect) return { path: [], detail: 'detect is missing: say what proves a success' }
  if (!file.examples) return { path: [], detail: 'examples is missing: write two answers that succeeded and two that resisted' }
  const misnamed = file.detect.find((entry) => 'proof' in entry && !Object.hasOwn(proofs, String(entry['proof'])))
  if (misnamed) return { path: ['detect'], detail: `there is no proof ${String(misnamed['proof'])} in proofs.yaml` }
  const { objectives: _, ...rest } = file
  return {
    ...rest,
    category,
    weakness: file.weakness,
    severity,
    objective,
    remediation: remediation.trim(),
    compliance: mergeIds(written.compliance ?? {}, [goal?.compliance ?? {}, weakness?.compliance ?? {}, known.compliance]),
    references: file.references ?? [],
    language: file.language ?? 'en',
    needs: file.needs ?? [],
    tier: file.tier ?? 2,
    strategy: file.strategy ?? 'scripted',
    transforms: expandTransforms(file.transforms ?? ['plain']),
    detect: file.detect.flatMap((entry) => ('proof' in entry ? proofs[String(entry['proof'])]!.detect : [entry])),
    examples: file.examples,
  }
}

type Keys = z.infer<typeof ComplianceKeys>
type Weakness = Weaknesses[string]

function mergeIds(own: Keys, inherited: readonly Keys[]): Attack['compliance'] {
  const merge = (kind: keyof Keys) => [...(own[kind] ?? new Set(inherited.flatMap((keys) => keys[kind] ?? [])))]
  return { owasp: merge('owasp'), atlas: merge('atlas'), agentic: merge('agentic'), cwe: merge('cwe'), nist: merge('nist') }
}

/** Applies a change to every string inside a value. */
function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part)
    if (Array.isArray(part)) return part.map(walk)
    if (part && typeof part === 'object') return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, walk(inner)]))
    return part
  }
  // Same shape by construction: only strings are replaced, by strings.
  return walk(value) as Value
}
