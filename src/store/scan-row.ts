import type { Selectable } from 'kysely'
import type { NewScan } from '../domain/ports.ts'
import type { Phase, Scan, ScanStatus } from '../domain/scan.ts'
import type { ScanTable } from './schema.ts'
import { fromText, toText } from './text.ts'

/** What a scan is read from: all of it but the secrets and the lease. */
export const scanColumns = [
  'id',
  'target',
  'name',
  'status',
  'phase',
  'plan',
  'created_at',
  'started_at',
  'completed_at',
  'created_by',
  'progress',
  'attacks_planned',
  'attacks_done',
  'requests_sent',
  'succeeded',
  'inconclusive',
  'errors',
  'blocked',
  'vulnerabilities',
  'catalog_version',
  'profile',
  'score',
  'error',
  'warnings',
  'cancel_requested',
] as const satisfies readonly (keyof ScanTable)[]

export type ScanRow = Pick<Selectable<ScanTable>, (typeof scanColumns)[number]>

export function toScan(row: ScanRow): Scan {
  return {
    id: row.id,
    target: fromText(row.target),
    name: row.name === null ? null : fromText(row.name),
    status: written<ScanStatus>(row.status),
    phase: written<Phase>(row.phase),
    plan: parsed<Scan['plan']>(row.plan),
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    createdBy: row.created_by,
    progress: row.progress,
    attacksPlanned: row.attacks_planned,
    attacksDone: row.attacks_done,
    requestsSent: row.requests_sent,
    succeeded: row.succeeded,
    inconclusive: row.inconclusive,
    errors: row.errors,
    blocked: row.blocked,
    vulnerabilities: row.vulnerabilities,
    catalogVersion: row.catalog_version,
    profile: row.profile === null ? null : parsed<Scan['profile']>(row.profile),
    score: row.score === null ? null : parsed<Scan['score']>(row.score),
    error: row.error === null ? null : parsed<Scan['error']>(row.error),
    warnings: parsed<Scan['warnings']>(row.warnings),
    cancelRequested: row.cancel_requested === 1,
  }
}

export function fromNewScan(scan: NewScan): Selectable<ScanTable> {
  return {
    id: scan.id,
    target: toText(scan.target),
    name: scan.name === null ? null : toText(scan.name),
    status: scan.status,
    phase: scan.status === 'pending' ? 'waiting' : 'queued',
    plan: JSON.stringify(scan.plan),
    created_at: scan.createdAt,
    started_at: null,
    completed_at: null,
    created_by: scan.createdBy,
    progress: 0,
    attacks_planned: scan.attacksPlanned,
    attacks_done: 0,
    requests_sent: 0,
    succeeded: 0,
    inconclusive: 0,
    errors: 0,
    blocked: 0,
    vulnerabilities: 0,
    catalog_version: scan.catalogVersion,
    profile: null,
    score: null,
    error: null,
    warnings: '[]',
    cancel_requested: 0,
    sealed_config: scan.sealedConfig,
    canary_secret: scan.canarySecret,
    next_seq: 1,
    ready_at_ms: readyAt(scan),
    lease_owner: scan.lease?.owner ?? null,
    lease_epoch: scan.lease ? firstEpoch : 0,
    lease_until_ms: scan.lease?.untilMs ?? null,
    crashes: scan.lease ? 1 : 0,
  }
}

/** The epoch of a scan that was created already leased. */
export const firstEpoch = 1

/** A pending scan without a time waits for its client, and no worker may take it before. */
function readyAt(scan: NewScan): number | null {
  if (scan.status === 'running') return 0
  return scan.plan.startAt === null ? null : Date.parse(scan.plan.startAt)
}

/** Text of a closed set that only this folder writes. */
export const written = <Word extends string>(text: string): Word => text as Word

/** JSON that only this folder writes, so its shape is known without looking. */
export const parsed = <Value>(json: string): Value => JSON.parse(json) as Value
