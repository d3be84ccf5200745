import { z } from 'zod'
import { Attack, Need, Setup } from '../domain/attack.ts'
import { Category } from '../domain/category.ts'
import { Severity } from '../domain/severity.ts'

const Slug = z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, 'lower-case words joined by - or _')
const Detect = z.array(z.record(Slug, z.unknown())).min(1)
const Examples = z.strictObject({ succeeded: z.array(z.string()).min(2), resisted: z.array(z.string()).min(2) })

/** Ids of published standards. OWASP keys carry no edition: they are rendered for 2025 and 2026. */
export const ComplianceKeys = z.strictObject({
  owasp: z.array(Slug).optional(),
  atlas: z.array(z.string()).optional(),
  agentic: z.array(z.string()).optional(),
  cwe: z.array(z.string()).optional(),
  nist: z.array(z.string()).optional(),
})

const { shape } = Attack

/** An attack as it is written in a file: what its weakness, category or objectives already say may be left out. */
export const AttackFile = z.strictObject({
  id: shape.id.describe('category/name, equal to the path of the file in its pack'),
  name: shape.name.describe('What happens, in a few words that a report can use as a title'),
  weakness: Slug.optional().describe('What a success proves: a name from weaknesses.yaml, or your own'),
  technique: Slug.describe('How it persuades: a name from techniques.yaml, or your own'),
  severity: Severity.optional().describe('Taken from the weakness when left out'),
  objective: shape.objective.optional(),
  compliance: ComplianceKeys.optional().describe('Each list given here replaces the one from weakness and category'),
  remediation: shape.remediation.optional().describe('Two sentences an engineer can act on; taken from the weakness when left out'),
  references: z.array(z.url()).optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'a language code such as en or zu')
    .optional(),
  needs: z.array(Need).optional().describe('What the target must offer'),
  tier: z.int().min(1).max(3).optional().describe('1 is tried first, 3 is for large budgets; 2 when left out'),
  setup: Setup.optional().describe('What is laid down before the first turn'),
  objectives: z
    .array(Slug)
    .min(1)
    .optional()
    .describe('Names from objectives.yaml: one attack is made for each, filling {{ask}} and {{ask.what}}'),
  strategy: Slug.optional().describe('How the conversation is led; scripted when left out'),
  turns: shape.turns.describe('What to say'),
  payload: z.string().min(1).optional().describe('What {{payload}} stands for: the part that transforms re-write'),
  transforms: z.array(Slug).min(1).optional().describe('Ways of writing it; plain when left out'),
  detect: Detect.optional().describe('Proofs of success, any of which is enough'),
  examples: Examples.optional().describe("The attack's own tests: answers that must be judged this way"),
})
export type AttackFile = z.infer<typeof AttackFile>

/** weaknesses.yaml: what a success proves, how bad that is, and what to do about it. */
export const Weaknesses = z.record(
  Slug,
  z.strictObject({
    name: z.string().min(3),
    severity: Severity,
    objective: z.string().min(10),
    remediation: z.string().min(20),
    compliance: ComplianceKeys.default({}),
  }),
)
export type Weaknesses = z.infer<typeof Weaknesses>

/** objectives.yaml: things to want, with their proof, for attacks that bring only the persuasion. */
export const Objectives = z.record(
  Slug,
  z.strictObject({
    name: z.string().min(3).max(50),
    weakness: Slug,
    needs: z.array(Need).default([]),
    setup: Setup.optional(),
    ask: z.string().min(5),
    what: z.string().min(3),
    says: z.record(z.string(), z.strictObject({ ask: z.string().min(2), what: z.string().min(1) })).default({}),
    detect: Detect,
    examples: Examples,
  }),
)
export type Objectives = z.infer<typeof Objectives>

/** proofs.yaml: detectors that many attacks share under one name, `- proof: name`. */
export const Proofs = z.record(Slug, z.strictObject({ means: z.string().min(10), detect: Detect }))
export type Proofs = z.infer<typeof Proofs>

/** categories.yaml: each category in words, with the ids that all its attacks share. */
export const Categories = z.partialRecord(
  Category,
  z.strictObject({
    name: z.string(),
    tests: z.string(),
    needs: z.string(),
    decided_by: z.string(),
    severity: Severity,
    weakness: Slug.optional().describe('What attacks with objectives prove here: the way in, whatever they were after'),
    compliance: ComplianceKeys.default({}),
  }),
)
export type Categories = z.infer<typeof Categories>

/** techniques.yaml: each way of persuading in one sentence. */
export const Techniques = z.record(Slug, z.string().min(10))
export type Techniques = z.infer<typeof Techniques>
