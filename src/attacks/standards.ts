import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Attack } from '../domain/attack.ts'
import type { Compliance } from '../domain/compliance.ts'

const Names = z.record(z.string(), z.string())
const Edition = z.object({ id: z.string(), name: z.string() })
const Standards = z.object({
  versions: z.object({
    owasp_llm: z.array(z.string()),
    mitre_atlas: z.string(),
    owasp_agentic: z.string(),
    cwe: z.string(),
    nist: z.array(z.string()),
  }),
  owasp: z.record(z.string(), z.object({ '2025': Edition, '2026': Edition })),
  atlas: Names,
  atlas_mitigations: Names,
  mitigates: z.record(z.string(), z.array(z.string())),
  agentic: Names,
  cwe: Names,
  nist: Names,
})

/** The published ids that attacks may name, and their versions. */
export type Standards = Readonly<z.infer<typeof Standards>>

/** Reads the catalogue of ids that ships with the product. */
export function readStandards(file: URL | string = new URL('../../packs/standards.json', import.meta.url)): Standards {
  return Standards.parse(JSON.parse(readFileSync(file, 'utf8')))
}

const kinds = ['owasp', 'atlas', 'agentic', 'cwe', 'nist'] as const

/** Ids in an attack that no standard has, each with where it stands. */
export function unknownIds(
  wanted: Attack['compliance'],
  standards: Standards,
): readonly Readonly<{ path: (string | number)[]; id: string }>[] {
  return kinds.flatMap((kind) =>
    wanted[kind].flatMap((id, i) => (id in standards[kind] ? [] : [{ path: ['compliance', kind, i], id: `${id} (${kind})` }])),
  )
}

/** An attack's edition-neutral keys and ids as they appear in results. */
export function renderCompliance(wanted: Attack['compliance'], standards: Standards): Compliance {
  const edition = (year: '2025' | '2026') => wanted.owasp.map((key) => standards.owasp[key]![year].id)
  return {
    owasp_llm: edition('2025'),
    mitre_atlas: wanted.atlas,
    owasp_llm_2026: edition('2026'),
    owasp_agentic: wanted.agentic,
    cwe: wanted.cwe,
    nist: wanted.nist,
    atlas_mitigations: mitigationsFor(wanted.atlas, standards),
  }
}

/** The ATLAS mitigations for these techniques, as `AML.M0020 Generative AI Guardrails`. */
function mitigationsFor(techniques: readonly string[], standards: Standards): readonly string[] {
  const ids = new Set(techniques.flatMap((technique) => standards.mitigates[technique] ?? []))
  return [...ids].sort().map((id) => `${id} ${standards.atlas_mitigations[id] ?? ''}`.trimEnd())
}
