import { z } from 'zod'
import { Category } from '../domain/category.ts'
import type { AttemptSummary, ScanStore } from '../domain/ports.ts'
import type { Finding } from '../domain/scan.ts'
import { Severity, severities } from '../domain/severity.ts'
import { confidences } from '../domain/verdict.ts'
import type { Trials } from '../engine/statistics.ts'
import { wilson } from '../engine/wilson.ts'
import { escapeText } from '../lib/escape-text.ts'
import { collectProofs, type Proofs } from './collect-proofs.ts'
import { findScan } from './find-scan.ts'
import { ResultView, toComplianceView } from './result-view.ts'
import { rounded } from './statistics-view.ts'

const Count = z.int().min(0)

/** All successes that prove one weakness, on the wire: what was shown, how surely, and what to do about it. */
export const FindingView = z
  .object({
    weakness: z.string(),
    category: Category,
    severity: Severity.describe('The worst that was shown.'),
    confidence: z.enum(confidences).describe('How sure the proof of that severity is.'),
    count: z.int().min(1).describe('How many attacks proved it.'),
    first_probe_id: z.string(),
    attack_name: z.string().describe('The attack that shows it best.'),
    success_rate: z
      .object({ rate: z.number(), low: z.number(), high: z.number(), successes: Count, trials: Count })
      .describe(
        'Of the settled attacks on this weakness that differ in words or writing, with the 95 % interval; one that was fired again counts once. Findings of one severity are ranked by low.',
      ),
    reproduced: z
      .object({ attack_id: z.string(), transform: z.string(), successes: Count, trials: Count })
      .nullable()
      .describe('How often one and the same probe came through, where repeats fired it again.'),
    result_ids: z.array(z.string()).describe('Results that prove it, the worst first and of those the surest; at most 20.'),
    evidence: z
      .object({
        result_id: z.string(),
        turn: z.int(),
        where: z.enum(['answer', 'reasoning', 'tool_call']),
        excerpt: z.string().describe('At most 400 characters. What a terminal might obey is written as \\u{…}.'),
        note: z.string().optional(),
      })
      .nullable()
      .describe('What the target said that proves it.'),
    judged_by: z.string().nullable(),
    remediation: z.string(),
    compliance: ResultView.shape.compliance,
  })
  .meta({ id: 'Finding', description: 'A weakness, with everything that proved it counted together.' })
export type FindingView = z.infer<typeof FindingView>

/** The weaknesses of a scan: worst first, and within a severity those that are surest to come through. */
export async function listFindings(scans: ScanStore, id: string): Promise<readonly FindingView[]> {
  await findScan(scans, id)
  const findings = await scans.findings(id)
  if (findings.length === 0) return []
  const proofs = await collectProofs(scans, id)
  return findings.map((finding) => toFindingView(finding, proofs.get(finding.weakness))).sort(byRank)
}

/** One of one must not outrank eighteen of twenty: the lower end of the interval decides, not the rate. */
const byRank = (a: FindingView, b: FindingView): number =>
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  b.success_rate.low - a.success_rate.low ||
  b.count - a.count ||
  (a.weakness < b.weakness ? -1 : 1)

function toFindingView({ firstProbeId, ...finding }: Finding, proofs: Proofs | undefined): FindingView {
  const best = proofs?.best
  return {
    ...finding,
    confidence: confidenceOf(best) ?? finding.confidence,
    first_probe_id: firstProbeId,
    attack_name: best?.attempt.name ?? '',
    success_rate: rateOf(proofs?.all ?? { successes: finding.count, trials: finding.count }),
    reproduced: proofs?.reproduced ? toReproduced(proofs.reproduced) : null,
    result_ids: [...(proofs?.ids ?? [])],
    evidence: best ? toEvidence(best) : null,
    judged_by: best?.attempt.verdict.by ?? null,
    remediation: best?.attempt.remediation ?? '',
    compliance: toComplianceView(best?.attempt.compliance),
  }
}

/** Of the result that is shown: a sure proof of something milder says nothing about the worst. */
const confidenceOf = (best: AttemptSummary | undefined): FindingView['confidence'] | undefined =>
  best?.attempt.verdict.outcome === 'succeeded' ? best.attempt.verdict.confidence : undefined

const rateOf = ({ successes, trials }: Trials): FindingView['success_rate'] =>
  rounded({ rate: trials === 0 ? 0 : successes / trials, ...wilson(successes, trials), successes, trials })

const toReproduced = ({ attackId, ...rest }: NonNullable<Proofs['reproduced']>): NonNullable<FindingView['reproduced']> => ({
  attack_id: attackId,
  ...rest,
})

const excerptChars = 400

function toEvidence({ id, attempt: { verdict } }: AttemptSummary): FindingView['evidence'] {
  const span = verdict.evidence?.[0]
  if (!span) return null
  const excerpt = escapeText(span.text.slice(0, excerptChars), { keepNewlines: true })
  return { result_id: id, turn: span.turn, where: span.where, excerpt, ...(span.note === undefined ? {} : { note: span.note }) }
}
