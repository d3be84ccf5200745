import { z } from 'zod'
import { Category } from './category.ts'
import type { Compliance } from './compliance.ts'
import { Severity } from './severity.ts'
import type { OpenWith } from './target.ts'

const Slug = z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'lower-case words joined by - or _')

/** What an attack needs of a target; it is not planned where the target lacks it. */
export const needs = ['conversation', 'system', 'history', 'tools'] as const
export const Need = z.enum(needs)
export type Need = z.infer<typeof Need>

/** One thing to say. `fresh` starts a new session first: what is known there was leaked or remembered. */
export const Turn = z.union([z.string().min(1), z.strictObject({ say: z.string().min(1), fresh: z.boolean().default(false) })])

/** What is laid down before the first turn, where the target has a place for it. */
export const Setup = z.strictObject({
  system: z.string().min(1).optional(),
  history: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() })).optional(),
  tools: z
    .array(z.strictObject({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()).default({}) }))
    .optional(),
})

/**
 * An attack is data: what it wants, what to say, and how to tell whether it worked. This schema is the YAML format.
 * Texts may hold `{{slots}}`; `src/attacks/template.ts` lists them.
 */
export const Attack = z.strictObject({
  id: z.string().regex(/^[a-z0-9_]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/, 'category/words-joined-by-dashes, equal to the path'),
  name: z.string().min(3).max(100),
  category: Category,
  weakness: Slug,
  technique: Slug,
  severity: Severity,
  objective: z.string().min(10).describe('What the attack wants, in one plain sentence: read by the judge and by people.'),
  compliance: z.strictObject({
    owasp: z.array(Slug).default([]),
    atlas: z.array(z.string()).default([]),
    agentic: z.array(z.string()).default([]),
    cwe: z.array(z.string()).default([]),
    nist: z.array(z.string()).default([]),
  }),
  remediation: z.string().min(20),
  references: z.array(z.url()).default([]),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .default('en'),
  needs: z.array(Need).default([]),
  setup: Setup.optional(),
  strategy: Slug.default('scripted'),
  turns: z.array(Turn).min(1).max(10),
  payload: z.string().min(1).optional().describe('What `{{payload}}` stands for: the part that the transform re-writes.'),
  tier: z.int().min(1).max(3).default(2).describe('1 is tried first: the strongest and most general. 3 is for large budgets.'),
  transforms: z.array(Slug).min(1).default(['plain']),
  detect: z.array(z.record(Slug, z.unknown())).min(1),
  examples: z.strictObject({ succeeded: z.array(z.string()).min(1), resisted: z.array(z.string()).min(1) }),
})
export type Attack = Readonly<z.infer<typeof Attack>>

/** An attack as the catalogue holds it: checked, with its ids looked up. `wants` names the objective it was made for, if any. */
export type CatalogAttack = Readonly<{ attack: Attack; compliance: Compliance; file: string; wants?: string }>

/** Everything that may be sent. `version` names exactly these attacks: a hash over their content. */
export type Catalog = Readonly<{
  version: string
  attacks: readonly CatalogAttack[]
  /** Puts another objective into the persuasion of an attack; undefined where the two do not go together. */
  cross?: (attackId: string, wants: string) => CatalogAttack | undefined
  /** The same attack with fewer words; undefined where none can go. */
  shorten?: (attackId: string) => CatalogAttack | undefined
}>

/** Ways of making a probe from what earlier probes of the same scan have shown. */
export const breedings = ['best-of-n', 'crossover', 'shortened', 'composed'] as const
export type Breeding = (typeof breedings)[number]
/** Where a probe comes from that no pack holds: how it was made, and the ids of the attacks it was made of. */
export type Descent = Readonly<{ strategy: Breeding; parents: readonly string[] }>

/** An attack made concrete by a transform and a trial: the unit of budget, planning and resuming. Its id is stable. */
export type Probe = Readonly<{ id: string; attack: Attack; transform: string; trial: number; descent?: Descent }>

/** A descendant's id names its parents: what is recorded tells where it came from, and no two that differ share an id. */
export const probeId = (attack: Attack, transform: string, trial: number, descent?: Descent): string =>
  [`${attack.id}+${transform}.${trial}`, ...(descent ? [descent.strategy, ...descent.parents] : [])].join('~')

/** The descent that a probe's id names; undefined for what comes from a pack. */
export function descentOf(id: string): Descent | undefined {
  const [, strategy, ...parents] = id.split('~')
  const known = breedings.find((name) => name === strategy)
  return known && { strategy: known, parents }
}

/** A probe with its canaries drawn and its slots filled: what will really be said. */
export type Script = Readonly<{
  probe: Probe
  turns: readonly Readonly<{ say: string; fresh: boolean }>[]
  setup?: OpenWith
  /** Every slot's value in this probe, for detectors. */
  vars: Readonly<Record<string, string>>
}>

/** Re-writes text. Pure and total: any string in, a string out. */
export type Transform = (text: string) => string
