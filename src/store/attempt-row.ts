import type { Selectable } from 'kysely'
import type { Category } from '../domain/category.ts'
import type { Compliance } from '../domain/compliance.ts'
import type { AttemptRow, AttemptSummary } from '../domain/ports.ts'
import type { Severity } from '../domain/severity.ts'
import type { Exchange } from '../domain/target.ts'
import type { Attempt, Verdict } from '../domain/verdict.ts'
import { parsed, written } from './scan-row.ts'
import type { AttemptTable } from './schema.ts'
import { fromText, toText } from './text.ts'

type Row = Selectable<AttemptTable>

/** An attempt as a row. */
export function fromAttempt(scanId: string, seq: number, attempt: Attempt, recordedAt: string): Row {
  const verdict = JSON.stringify(attempt.verdict)
  const turns = attempt.turns ? JSON.stringify(attempt.turns) : null
  const prompt = toText(attempt.prompt)
  const response = toText(attempt.response)
  return {
    scan_id: scanId,
    seq,
    probe_id: attempt.probeId,
    attack_id: attempt.attackId,
    category: attempt.category,
    weakness: attempt.weakness,
    technique: attempt.technique,
    transform: attempt.transform,
    language: attempt.language,
    trial: attempt.trial,
    severity: attempt.severity,
    outcome: attempt.verdict.outcome,
    requests: attempt.requests,
    latency_ms: attempt.latencyMs,
    recorded_at: recordedAt,
    size: verdict.length + prompt.length + response.length + (turns?.length ?? 0),
    name: toText(attempt.name),
    remediation: toText(attempt.remediation),
    compliance: complianceJson(attempt.compliance),
    verdict,
    prompt,
    response,
    turns,
  }
}

export function toAttemptRow(row: Row): AttemptRow {
  return { seq: row.seq, id: resultId(row.scan_id, row.seq), recordedAt: row.recorded_at, attempt: toAttempt(row) }
}

/** Every column but the long ones. */
export const summaryColumns = [
  'scan_id',
  'seq',
  'recorded_at',
  'probe_id',
  'attack_id',
  'name',
  'category',
  'weakness',
  'technique',
  'transform',
  'language',
  'trial',
  'severity',
  'compliance',
  'remediation',
  'verdict',
  'requests',
  'latency_ms',
] as const satisfies readonly (keyof AttemptTable)[]
type SummaryRow = Pick<Row, (typeof summaryColumns)[number]>

export function toAttemptSummary(row: SummaryRow): AttemptSummary {
  return { seq: row.seq, id: resultId(row.scan_id, row.seq), recordedAt: row.recorded_at, attempt: toSummary(row) }
}

function toSummary(row: SummaryRow): AttemptSummary['attempt'] {
  return {
    probeId: row.probe_id,
    attackId: row.attack_id,
    name: fromText(row.name),
    category: written<Category>(row.category),
    weakness: row.weakness,
    technique: row.technique,
    transform: row.transform,
    language: row.language,
    trial: row.trial,
    severity: written<Severity>(row.severity),
    compliance: parsed<Compliance>(row.compliance),
    remediation: fromText(row.remediation),
    verdict: parsed<Verdict>(row.verdict),
    requests: row.requests,
    latencyMs: row.latency_ms,
  }
}

function toAttempt(row: Row): Attempt {
  return {
    ...toSummary(row),
    prompt: fromText(row.prompt),
    response: fromText(row.response),
    ...(row.turns !== null && { turns: parsed<readonly Exchange[]>(row.turns) }),
  }
}

/** The public name of a result: the scan it belongs to, and its place in it. */
const resultId = (scanId: string, seq: number): string => `res_${scanId.slice(scanId.indexOf('_') + 1)}_${seq}`

/** All attempts of an attack share one compliance object; it is turned into text once. */
function complianceJson(compliance: Compliance): string {
  let json = complianceTexts.get(compliance)
  if (json === undefined) {
    json = JSON.stringify(compliance)
    complianceTexts.set(compliance, json)
  }
  return json
}

const complianceTexts = new WeakMap<Compliance, string>()
