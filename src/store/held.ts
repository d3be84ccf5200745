import type { ExpressionBuilder } from 'kysely'
import type { Lease } from '../domain/ports.ts'
import type { ScanError } from '../domain/scan.ts'
import type { Schema } from './schema.ts'

type Scans = ExpressionBuilder<Schema, 'scans'>

/** The scan of a lease, if it is still this lease that holds it. Ending a scan takes its lease away, so this means "not ended" too. */
export const isHeld = (lease: Lease) => (eb: Scans) =>
  eb.and([eb('id', '=', lease.scanId), eb('lease_owner', '=', lease.owner), eb('lease_epoch', '=', lease.epoch)])

/** Nobody holds it, or whoever did has stopped saying so. */
export const isFree = (nowMs: number) => (eb: Scans) => eb.or([eb('lease_owner', 'is', null), eb('lease_until_ms', '<=', nowMs)])

/** Has a lease, be it one that ran out. Written as a range, which an index answers; "is not null" would read the whole table. */
export const isLeased = (eb: Scans) => eb('lease_owner', '>', '')

export const unleased = { lease_owner: null, lease_until_ms: null } as const

/** The end of a scan that failed without a worker's doing. */
export const failure = (error: ScanError, at: string) =>
  ({ status: 'failed', phase: 'done', completed_at: at, error: JSON.stringify(error), ready_at_ms: null, ...unleased }) as const
