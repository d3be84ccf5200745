import type { Selectable, Transaction } from 'kysely'
import type { Category } from '../domain/category.ts'
import { exposures } from '../domain/exposure.ts'
import type { Finding } from '../domain/scan.ts'
import { type Severity, worst } from '../domain/severity.ts'
import { type Attempt, type Confidence, confidences } from '../domain/verdict.ts'
import { written } from './scan-row.ts'
import type { FindingTable, Schema } from './schema.ts'

/** Counts new successes towards their weaknesses. Answers how many weaknesses had not been seen before. */
export async function addToFindings(tx: Transaction<Schema>, scanId: string, seq: number, attempts: readonly Attempt[]): Promise<number> {
  const fresh = new Map<string, Finding>()
  for (const attempt of attempts) {
    const finding = toFinding(attempt)
    if (finding) fresh.set(finding.weakness, merge(fresh.get(finding.weakness), finding))
  }
  if (fresh.size === 0) return 0

  const known = await tx
    .selectFrom('findings')
    .selectAll()
    .where('scan_id', '=', scanId)
    .where('weakness', 'in', [...fresh.keys()])
    .execute()
  const before = new Map(known.map((row) => [row.weakness, row]))
  await tx
    .insertInto('findings')
    .values([...fresh.values()].map((finding) => fromFinding(scanId, seq, finding, before.get(finding.weakness))))
    .onConflict((conflict) =>
      conflict.columns(['scan_id', 'weakness']).doUpdateSet((eb) => ({
        severity: eb.ref('excluded.severity'),
        confidence: eb.ref('excluded.confidence'),
        count: eb.ref('excluded.count'),
      })),
    )
    .execute()
  return fresh.size - known.length
}

export function fromFindingRow(row: Selectable<FindingTable>): Finding {
  return {
    weakness: row.weakness,
    category: written<Category>(row.category),
    severity: written<Severity>(row.severity),
    confidence: written<Confidence>(row.confidence),
    count: row.count,
    firstProbeId: row.first_probe_id,
  }
}

/** What came out although the attack was about something else belongs where such things belong. */
function toFinding({ verdict, weakness, category: aimed, severity, probeId }: Attempt): Finding | undefined {
  if (verdict.outcome !== 'succeeded') return undefined
  const stray = verdict.exposes && exposures[verdict.exposes]
  const category = stray?.weakness === weakness ? stray.category : aimed
  return { weakness, category, severity, confidence: verdict.confidence, count: 1, firstProbeId: probeId }
}

/** The first keeps its place; the worst severity and the best proof win. */
function merge(first: Finding | undefined, more: Finding): Finding {
  if (!first) return more
  const confidence = confidences.indexOf(first.confidence) <= confidences.indexOf(more.confidence) ? first.confidence : more.confidence
  return { ...first, severity: worst(first.severity, more.severity), confidence, count: first.count + more.count }
}

function fromFinding(scanId: string, seq: number, more: Finding, before: Selectable<FindingTable> | undefined): Selectable<FindingTable> {
  const finding = merge(before && fromFindingRow(before), more)
  return {
    scan_id: scanId,
    weakness: finding.weakness,
    category: finding.category,
    severity: finding.severity,
    confidence: finding.confidence,
    count: finding.count,
    first_probe_id: finding.firstProbeId,
    first_seq: before?.first_seq ?? seq,
  }
}
