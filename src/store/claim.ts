import type { Transaction } from 'kysely'
import type { Lease } from '../domain/ports.ts'
import type { Scan, ScanError } from '../domain/scan.ts'
import type { Database } from './database.ts'
import type { Dialect } from './dialect.ts'
import { failure, isFree, isLeased } from './held.ts'
import { scanColumns, toScan } from './scan-row.ts'
import type { Schema } from './schema.ts'

type Claiming = Readonly<{ owner: string; nowMs: number; leaseUntilMs: number }>
type Claimed = Readonly<{ lease: Lease; scan: Scan }>

/** Takes the oldest scan that may start and that nobody holds. A scan that keeps killing its process fails here instead. */
export async function claim(database: Database, claiming: Claiming): Promise<Claimed | undefined> {
  // Looking first spares idle workers the write lock.
  const something = await database.read((db) =>
    db
      .selectFrom('scans')
      .select('id')
      .where('ready_at_ms', '<=', claiming.nowMs)
      .where(isFree(claiming.nowMs))
      .limit(1)
      .executeTakeFirst(),
  )
  return something && database.write((tx) => take(tx, database.dialect, claiming))
}

async function take(tx: Transaction<Schema>, dialect: Dialect, { owner, nowMs, leaseUntilMs }: Claiming): Promise<Claimed | undefined> {
  // What waited for its time is now like any other scan that waits for a worker.
  await tx
    .updateTable('scans')
    .set({ ready_at_ms: 0, status: 'running', phase: 'queued' })
    .where('ready_at_ms', '>', 0)
    .where('ready_at_ms', '<=', nowMs)
    .execute()
  for (;;) {
    const next = await dialect.lockedOrSkipped(candidates(tx, nowMs, await suspectIsRunning(tx, nowMs))).executeTakeFirst()
    if (!next) return undefined
    if (next.crashes >= mostCrashes) {
      await tx
        .updateTable('scans')
        .set(failure(poisoned, new Date(nowMs).toISOString()))
        .where('id', '=', next.id)
        .execute()
      continue
    }
    const row = await tx
      .updateTable('scans')
      .set((eb) => ({
        lease_owner: owner,
        lease_until_ms: leaseUntilMs,
        lease_epoch: eb('lease_epoch', '+', 1),
        crashes: eb('crashes', '+', 1),
      }))
      .where('id', '=', next.id)
      .returning(scanColumns)
      .returning('lease_epoch')
      .executeTakeFirstOrThrow()
    return { lease: { scanId: row.id, owner, epoch: row.lease_epoch }, scan: toScan(row) }
  }
}

// 25: an impatient operator or orchestrator may kill us many times before a slow target has answered once; a poison scan costs this many starts.
const mostCrashes = 25
const poisoned: ScanError = {
  code: 'internal',
  message: `The process that ran this scan died ${mostCrashes} times in a row before it got any further.`,
}

function candidates(tx: Transaction<Schema>, nowMs: number, withoutSuspects: boolean) {
  const query = tx
    .selectFrom('scans')
    .select(['id', 'crashes'])
    .where('ready_at_ms', '=', 0)
    .where(isFree(nowMs))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
  return withoutSuspects ? query.where('crashes', '<>', mostCrashes - 1) : query
}

/**
 * A crash takes innocent scans along, so each counts against all that ran. The last chance is therefore taken one scan at a time:
 * the guilty one fails, and the others run beside nobody who could drag them down.
 */
async function suspectIsRunning(tx: Transaction<Schema>, nowMs: number): Promise<boolean> {
  const row = await tx
    .selectFrom('scans')
    .select('id')
    .where(isLeased)
    .where('crashes', '=', mostCrashes)
    .where('lease_until_ms', '>', nowMs)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
