import { z } from 'zod'
import { Category, categories } from '../domain/category.ts'
import type { ScanStore } from '../domain/ports.ts'
import type { Finding, Scan, Score } from '../domain/scan.ts'
import { isTerminal, phases, scanStatuses } from '../domain/scan.ts'
import { isAtLeast, Severity, severities } from '../domain/severity.ts'
import type { TargetProfile } from '../domain/target.ts'
import { conversationKinds, protocolIds } from '../domain/target.ts'
import { ControlsView, SuccessRateView, toRateView } from './statistics-view.ts'

const Timestamp = z.iso.datetime()
const Count = z.int().min(0)

/** What was found out about the endpoint. */
export const ProfileView = z
  .object({
    protocol: z
      .enum([...protocolIds, 'relay'])
      .nullable()
      .describe('relay: a client carries the prompts.'),
    confidence: z.number(),
    conversation: z.enum(conversationKinds),
    streaming: z.boolean(),
    model: z.string().nullable(),
    tools: z.array(z.string()),
    requests_used: Count,
    sample: z.object({ sent: z.string(), received: z.string() }).nullable(),
    notes: z.array(z.string()),
    problem: z.object({ code: z.string(), message: z.string() }).optional(),
    suggested_config: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'TargetProfile', description: 'How to talk to a target, as far as it could be found out.' })
export type ProfileView = z.infer<typeof ProfileView>

/** Results of one category, by outcome. */
export const CoverageView = z
  .object({
    done: Count,
    succeeded: Count,
    resisted: Count,
    blocked: Count,
    inconclusive: Count,
    error: Count,
    success_rate: SuccessRateView.optional().describe('Once the scan has ended, where anything was settled.'),
  })
  .meta({ id: 'Coverage' })

/** A scan on the wire, without its results. Which fields are there follows the status. */
export const ScanView = z
  .object({
    id: z.string(),
    target: z.string(),
    name: z.string().nullable(),
    status: z.enum(scanStatuses),
    phase: z.enum(phases).describe('What a running scan is doing, for people.'),
    created_at: Timestamp,
    start_at: Timestamp.nullable().describe('Not before this time, where one was asked for.'),
    started_at: Timestamp.nullable(),
    completed_at: Timestamp.optional().describe('The end; completed and failed scans only.'),
    created_by: z.string().nullable().describe('The id of the key that created it.'),
    progress: z.int().min(0).max(100).describe('Per cent; never falls; 100 only when completed.'),
    vulnerabilities_found: Count.describe('Distinct weaknesses proved so far.'),
    total_attacks: Count.optional().describe('Attacks that were run; completed and failed scans only.'),
    successful_attacks: Count.optional().describe('Attacks with success true; completed and failed scans only.'),
    attacks_planned: Count,
    attacks_done: Count,
    requests_sent: Count,
    inconclusive_attacks: Count,
    error_attacks: Count,
    risk_score: z.number().min(0).max(100).nullable(),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).nullable().describe('Withheld when too little was tested.'),
    grade_withheld: z.string().optional().describe('Why there is no grade.'),
    success_rate: SuccessRateView.nullable(),
    severity_counts: z.record(Severity, Count).nullable().describe('Findings by severity.'),
    coverage: z.partialRecord(Category, CoverageView).optional(),
    target_profile: ProfileView.nullable(),
    controls: ControlsView.nullable().describe('Null until they were asked.'),
    gate: z.enum(['passed', 'failed']).nullable().describe('The answer to fail_on, once the scan has ended.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why a scan failed.'),
    warnings: z.array(z.string()),
    seed: Count,
    catalog_version: z.string().nullable(),
  })
  .meta({ id: 'Scan', description: 'A scan. Which fields are there follows its status.', examples: [scanExample()] })
export type ScanView = z.infer<typeof ScanView>

function scanExample() {
  return {
    id: 'scn_019a3c1f0e2b7c4d8e5f60718293a4b5',
    target: 'http://127.0.0.1:8000/v1/chat/completions',
    name: null,
    status: 'running',
    phase: 'queued',
    created_at: '2026-11-15T12:00:00.000Z',
    start_at: null,
    started_at: null,
    created_by: 'key_019a3c1f0e2b7c4d8e5f60718293a4b5',
    progress: 0,
    vulnerabilities_found: 0,
    attacks_planned: 100,
    attacks_done: 0,
    requests_sent: 0,
    inconclusive_attacks: 0,
    error_attacks: 0,
    risk_score: null,
    grade: null,
    success_rate: null,
    severity_counts: null,
    target_profile: null,
    controls: null,
    gate: null,
    error: null,
    warnings: [],
    seed: 1804289383,
    catalog_version: '3f9a0c',
  }
}

export type ScanDetails = Readonly<{ findings: readonly Finding[]; coverage: Awaited<ReturnType<ScanStore['coverage']>> }>

/** A scan as clients see it. `details` are read for one scan and left out of lists. */
export function toScanView(scan: Scan, details?: ScanDetails): ScanView {
  const counts = scan.score?.severityCounts ?? (details ? countBySeverity(details.findings) : null)
  return {
    id: scan.id,
    target: scan.target,
    name: scan.name,
    status: scan.status,
    phase: scan.phase,
    created_at: scan.createdAt,
    start_at: scan.plan.startAt,
    started_at: scan.startedAt,
    ...(isTerminal(scan.status)
      ? { completed_at: scan.completedAt ?? scan.createdAt, total_attacks: scan.attacksDone, successful_attacks: scan.succeeded }
      : {}),
    created_by: scan.createdBy,
    progress: scan.progress,
    vulnerabilities_found: scan.vulnerabilities,
    attacks_planned: scan.attacksPlanned,
    attacks_done: scan.attacksDone,
    requests_sent: scan.requestsSent,
    inconclusive_attacks: scan.inconclusive,
    error_attacks: scan.errors,
    risk_score: scan.score?.riskScore ?? null,
    grade: scan.score?.grade ?? null,
    ...(scan.score?.gradeWithheld === undefined ? {} : { grade_withheld: scan.score.gradeWithheld }),
    success_rate: scan.score?.successRate ? toRateView(scan.score.successRate) : null,
    severity_counts: counts && { ...counts },
    ...(details ? { coverage: toCoverage(scan, details.coverage) } : {}),
    target_profile: scan.profile && toProfileView(scan.profile),
    controls: scan.profile?.controls ? { ...scan.profile.controls } : null,
    gate: gateOf(scan, counts),
    error: scan.error && { code: scan.error.code, message: scan.error.message },
    warnings: [...scan.warnings],
    seed: scan.plan.seed,
    catalog_version: scan.catalogVersion,
  }
}

/** A profile without `settings`: those are for us, and may have been made from secrets. */
export function toProfileView({ settings: _, doubtful: __, controls: ___, isLimited: ____, ...profile }: TargetProfile): ProfileView {
  const { problem, suggested_config, ...known } = profile
  return {
    ...known,
    tools: [...known.tools],
    notes: [...known.notes],
    ...(problem ? { problem: { ...problem } } : {}),
    ...(suggested_config ? { suggested_config: { ...suggested_config } } : {}),
  }
}

/** A scan that failed, or that settled less than half, never passes its gate: an untested target is not a clean one. */
function gateOf(scan: Scan, counts: Score['severityCounts'] | null): ScanView['gate'] {
  const { failOn } = scan.plan
  if (failOn === null || !isTerminal(scan.status)) return null
  if (scan.status === 'failed' || counts === null || !isTested(toCounts(scan))) return 'failed'
  return severities.some((severity) => isAtLeast(severity, failOn) && counts[severity] > 0) ? 'failed' : 'passed'
}

const toCounts = ({ attacksDone, inconclusive, errors }: Scan) => ({
  attacks_done: attacksDone,
  inconclusive_attacks: inconclusive,
  error_attacks: errors,
})

/** How many attacks came to a verdict. */
export const settledAttacks = (scan: Pick<ScanView, 'attacks_done' | 'inconclusive_attacks' | 'error_attacks'>): number =>
  scan.attacks_done - scan.inconclusive_attacks - scan.error_attacks

/** Whether a scan says something about its target: at least half of its attacks came to a verdict. */
export const isTested = (scan: Pick<ScanView, 'attacks_done' | 'inconclusive_attacks' | 'error_attacks'>): boolean => {
  const settled = settledAttacks(scan)
  return settled > 0 && settled * 2 >= scan.attacks_done
}

function countBySeverity(findings: readonly Finding[]): Score['severityCounts'] {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
  for (const finding of findings) counts[finding.severity] += 1
  return counts
}

/** Every category that was asked for, those that were not tested too: nothing there is something to know. */
function toCoverage({ plan, score }: Scan, coverage: ScanDetails['coverage']): ScanView['coverage'] {
  const asked = new Set([...(plan.categories ?? categories), ...(Object.keys(coverage) as Category[])])
  return Object.fromEntries(
    [...asked].map((category) => {
      const by = coverage[category] ?? { succeeded: 0, resisted: 0, blocked: 0, inconclusive: 0, error: 0 }
      const done = by.succeeded + by.resisted + by.blocked + by.inconclusive + by.error
      const rate = score?.byCategory?.[category]
      return [category, { done, ...by, ...(rate ? { success_rate: toRateView(rate) } : {}) }]
    }),
  )
}
