import type { ScanStore } from '../domain/ports.ts'
import type { ScanEnd } from '../domain/scan.ts'
import { claim } from './claim.ts'
import type { Database } from './database.ts'
import { failure, isFree, isHeld, isLeased, unleased } from './held.ts'

type Leased = Pick<ScanStore, 'claim' | 'renew' | 'release' | 'releaseDead' | 'requestCancel' | 'update' | 'finish' | 'failUnheld'>

/** Who works on which scan, and everything that only the holder of a lease may change. */
export function keepLeases(database: Database): Leased {
  return {
    claim: (owner, nowMs, leaseUntilMs) => claim(database, { owner, nowMs, leaseUntilMs }),

    renew: (lease, leaseUntilMs) =>
      database.write(async (tx) => {
        const row = await tx
          .updateTable('scans')
          .set({ lease_until_ms: leaseUntilMs })
          .where(isHeld(lease))
          .returning('cancel_requested')
          .executeTakeFirst()
        return { held: row !== undefined, cancelRequested: row?.cancel_requested === 1 }
      }),

    release: (lease) =>
      database.write(async (tx) => {
        // Given back in order: this claim was no crash.
        await tx
          .updateTable('scans')
          .set((eb) => ({
            ...unleased,
            crashes: eb
              .case()
              .when('crashes', '>', 0)
              .then(eb('crashes', '-', 1))
              .else(0)
              .end(),
          }))
          .where(isHeld(lease))
          .execute()
      }),

    releaseDead: async (isAlive) => {
      const owners = await database.read((db) => db.selectFrom('scans').select('lease_owner').distinct().where(isLeased).execute())
      const dead = owners.map((row) => row.lease_owner!).filter((owner) => !isAlive(owner))
      if (dead.length === 0) return 0
      return database.write(async (tx) => {
        const freed = await tx.updateTable('scans').set(unleased).where('lease_owner', 'in', dead).executeTakeFirst()
        return Number(freed.numUpdatedRows)
      })
    },

    requestCancel: (id) =>
      database.write(async (tx) => {
        const asked = await tx
          .updateTable('scans')
          .set({ cancel_requested: 1 })
          .where('id', '=', id)
          .where('status', 'in', ['pending', 'running'])
          .executeTakeFirst()
        return asked.numUpdatedRows > 0n
      }),

    update: (lease, change) =>
      database.write(async (tx) => {
        const changed = await tx
          .updateTable('scans')
          .set((eb) => ({
            status: 'running',
            ...(change.phase && { phase: change.phase }),
            ...(change.startedAt && { started_at: change.startedAt }),
            ...(change.attacksPlanned !== undefined && { attacks_planned: change.attacksPlanned }),
            // The first profile is progress; later ones are not, or a scan that always crashes after detection would never end.
            ...(change.profile && {
              profile: JSON.stringify(change.profile),
              crashes: eb.case().when('profile', 'is', null).then(0).else(eb.ref('crashes')).end(),
            }),
            ...(change.warnings && { warnings: JSON.stringify(change.warnings) }),
            ...(change.requestsSent && { requests_sent: eb('requests_sent', '+', change.requestsSent) }),
          }))
          .where(isHeld(lease))
          .executeTakeFirst()
        return changed.numUpdatedRows > 0n
      }),

    finish: (lease, end) =>
      database.write(async (tx) => {
        const ended = await tx.updateTable('scans').set(ending(end)).where(isHeld(lease)).executeTakeFirst()
        return ended.numUpdatedRows > 0n
      }),

    failUnheld: (id, error, at) =>
      database.write(async (tx) => {
        const ended = await tx
          .updateTable('scans')
          .set((eb) => ({ ...failure(error, at), lease_epoch: eb('lease_epoch', '+', 1) }))
          .where('id', '=', id)
          .where('status', 'in', ['pending', 'running'])
          .where(isFree(Date.parse(at)))
          .executeTakeFirst()
        return ended.numUpdatedRows > 0n
      }),
  }
}

const ending = (end: ScanEnd) => ({
  status: end.status,
  phase: 'done',
  completed_at: end.completedAt,
  error: end.error && JSON.stringify(end.error),
  score: end.score && JSON.stringify(end.score),
  warnings: JSON.stringify(end.warnings),
  ready_at_ms: null,
  ...unleased,
  ...(end.status === 'completed' && { progress: 100 }),
})
