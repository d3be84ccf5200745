import type { ScanStore } from '../domain/ports.ts'
import type { Database } from './database.ts'
import { isFree } from './held.ts'
import { scanColumns, toScan } from './scan-row.ts'

type Kept = Pick<ScanStore, 'claimRelay' | 'unattended'>

/** Scans that are worked on only while their relay client is here. They are never ready for a worker: `ready_at_ms` stays null. */
export function keepRelayScans(database: Database): Kept {
  return {
    claimRelay: (id, owner, nowMs, leaseUntilMs) =>
      database.write(async (tx) => {
        const row = await tx
          .updateTable('scans')
          .set((eb) => ({
            status: 'running',
            phase: eb.case().when('phase', '=', 'waiting').then('queued').else(eb.ref('phase')).end(),
            lease_owner: owner,
            lease_until_ms: leaseUntilMs,
            lease_epoch: eb('lease_epoch', '+', 1),
          }))
          .where('id', '=', id)
          .where('ready_at_ms', 'is', null)
          .where('status', 'in', ['pending', 'running'])
          .where(isFree(nowMs))
          .returning(scanColumns)
          .returning('lease_epoch')
          .executeTakeFirst()
        return row && { lease: { scanId: row.id, owner, epoch: row.lease_epoch }, scan: toScan(row) }
      }),

    unattended: (nowMs) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('scans')
          .select(scanColumns)
          .where('status', 'in', ['pending', 'running'])
          .where('ready_at_ms', 'is', null)
          .where(isFree(nowMs))
          .orderBy('created_at')
          .limit(100)
          .execute()
        return rows.map(toScan)
      }),
  }
}
