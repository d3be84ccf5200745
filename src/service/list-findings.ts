import { z } from 'zod'
import { Category } from '../domain/category.ts'
import type { ScanStore } from '../domain/ports.ts'
import { Severity, severities } from '../domain/severity.ts'
import { confidences } from '../domain/verdict.ts'
import { findScan } from './find-scan.ts'

/** All successes that prove one weakness, on the wire. */
export const FindingView = z
  .object({
    weakness: z.string(),
    category: Category,
    severity: Severity,
    confidence: z.enum(confidences),
    count: z.int().min(1).describe('How many attacks proved it.'),
    first_probe_id: z.string(),
  })
  .meta({ id: 'Finding', description: 'A weakness, with everything that proved it counted together.' })
export type FindingView = z.infer<typeof FindingView>

/** The weaknesses of a scan, worst first. */
export async function listFindings(scans: ScanStore, id: string): Promise<readonly FindingView[]> {
  await findScan(scans, id)
  const findings = await scans.findings(id)
  return findings
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.count - a.count)
    .map(({ firstProbeId, ...finding }) => ({ ...finding, first_probe_id: firstProbeId }))
}
