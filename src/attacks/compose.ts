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
export type Composed = Readonly<{ attacks: readonly Attack[]; refusals: readonly Refusal[] }>

/**
 * Makes a file's attacks: one, or one for each of its objectives. What it leaves out comes from what it refers to. An attack that
 * is refused is made all the same, as far as it goes: whatever else is wrong with it should be said at the same time.
 */
export function composeAttacks(file: AttackFile, shared: Shared): Composed {
  if (!file.objectives) return complete(file, file, shared)
  const attacks: Attack[] = []
  const refusals: Refusal[] = []
  for (const [i, name] of file.objectives.entries()) {
    const objective = shared.objectives[name]
    const category = shared.categories[categoryOf(file)]
    const weakness = file.weakness ?? category?.weakness ?? objective?.weakness
    if (!objective) {
      refusals.push({ path: ['objectives', i], detail: `there is no objective ${name} in objectives.yaml` })
      continue
    }
    const made = complete(
      { ...withObjective(later(file, i), name, objective), weakness },
      file,
      shared,
      shared.weaknesses[objective.weakness],
    )
    attacks.push(...made.attacks)
    refusals.push(...made.refusals)
  }
  return { attacks, refusals: unique(refusals) }
}

/** Several attacks of one file mostly share what is wrong with them. */
const unique = (refusals: readonly Refusal[]): readonly Refusal[] => [
  ...new Map(refusals.map((refusal) => [`${refusal.path.join('/')} ${refusal.detail}`, refusal])).values(),
]

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
function complete(file: AttackFile, written: AttackFile, { categories, weaknesses, proofs }: Shared, goal?: Weakness): Composed {
  const refusals: Refusal[] = []
  const refuse = (path: readonly PropertyKey[], detail: string) => void refusals.push({ path, detail })
  const category = categoryOf(file)
  const known = categories[category]
  const weakness = file.weakness ? weaknesses[file.weakness] : undefined
  const severity = file.severity ?? goal?.severity ?? weakness?.severity
  const objective = file.objective ?? goal?.objective ?? weakness?.objective
  const remediation = file.remediation ?? weakness?.remediation
  if (!known) refuse(['id'], `${category} is no category; the known ones are ${Object.keys(categories).join(', ')}`)
  if (!file.weakness) refuse([], 'weakness is missing: say what a success proves')
  else if (!severity || !objective || !remediation)
    refuse(
      ['weakness'],
      `weaknesses.yaml does not know ${file.weakness}: add it there, or give this attack its own severity, objective and remediation`,
    )
  if (!file.detect) refuse([], 'detect is missing: say what proves a success')
  if (!file.examples) refuse([], 'examples is missing: write two answers that succeeded and two that resisted')
  const proofOf = (entry: Readonly<Record<string, unknown>>) => ('proof' in entry ? String(entry['proof']) : undefined)
  for (const name of new Set((file.detect ?? []).map(proofOf)))
    if (name !== undefined && !Object.hasOwn(proofs, name)) refuse(['detect'], `there is no proof ${name} in proofs.yaml`)
  const { objectives: _, ...rest } = file
  const attack: Attack = {
    ...rest,
    category,
    weakness: file.weakness ?? '',
    severity: severity ?? 'info',
    objective: objective ?? '',
    remediation: remediation?.trim() ?? '',
    compliance: mergeIds(written.compliance ?? {}, [goal?.compliance ?? {}, weakness?.compliance ?? {}, known?.compliance ?? {}]),
    references: file.references ?? [],
    language: file.language ?? 'en',
    needs: file.needs ?? [],
    tier: file.tier ?? 2,
    strategy: file.strategy ?? 'scripted',
    transforms: expandTransforms(file.transforms ?? ['plain']),
    detect: (file.detect ?? []).flatMap((entry) => {
      const name = proofOf(entry)
      return name === undefined ? [entry] : (proofs[name]?.detect ?? [])
    }),
    examples: file.examples ?? { succeeded: [], resisted: [] },
  }
  return { attacks: [attack], refusals }
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
