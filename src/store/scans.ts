import type { Created, NewScan, ScanStore } from '../domain/ports.ts'
import type { Database, Work } from './database.ts'
import { firstEpoch, fromNewScan, scanColumns, toScan } from './scan-row.ts'
import { toText } from './text.ts'

type Kept = Pick<ScanStore, 'create' | 'get' | 'list' | 'remove' | 'removeEndedBefore' | 'secrets'>

/** Scans as things that are created, found, listed and deleted. */
export function keepScans(database: Database): Kept {
  return {
    create: (scan) => database.write(create(scan)),

    get: (id) =>
      database.read(async (db) => {
        const row = await db.selectFrom('scans').select(scanColumns).where('id', '=', id).executeTakeFirst()
        return row && toScan(row)
      }),

    list: ({ limit, status, after }) =>
      database.read(async (db) => {
        let query = db.selectFrom('scans').select(scanColumns).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
        if (status) query = query.where('status', '=', status)
        if (after) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.createdAt, after.id)))
        return (await query.execute()).map(toScan)
      }),

    remove: (id) =>
      database.write(async (tx) => {
        const gone = await tx.deleteFrom('scans').where('id', '=', id).where('status', 'in', ['completed', 'failed']).executeTakeFirst()
        return gone.numDeletedRows > 0n
      }),

    removeEndedBefore: (at, most) =>
      database.write(async (tx) => {
        const old = await tx
          .selectFrom('scans')
          .select('id')
          .where('status', 'in', ['completed', 'failed'])
          // What ended before a time was created before it: this half is what the index answers.
          .where('created_at', '<', at)
          .where('completed_at', '<', at)
          .limit(most)
          .execute()
        if (old.length === 0) return 0
        const ids = old.map(({ id }) => id)
        const gone = await tx.deleteFrom('scans').where('id', 'in', ids).executeTakeFirst()
        return Number(gone.numDeletedRows)
      }),

    secrets: (id) =>
      database.read(async (db) => {
        const row = await db.selectFrom('scans').select(['sealed_config', 'canary_secret']).where('id', '=', id).executeTakeFirst()
        return row && { sealedConfig: row.sealed_config, canarySecret: row.canary_secret }
      }),
  }
}

function create(scan: NewScan): Work<Created> {
  return async (tx) => {
    const earlier = scan.idempotency && (await findEarlier(scan)(tx))
    if (earlier) return earlier
    const row = fromNewScan(scan)
    await tx.insertInto('scans').values(row).execute()
    if (scan.idempotency) {
      const { key, bodyHash, expiresAt } = scan.idempotency
      await tx
        .insertInto('idempotency_keys')
        .values({ key: toText(key), body_hash: bodyHash, scan_id: scan.id, expires_at: expiresAt })
        .execute()
    }
    const created = { kind: 'created', scan: toScan(row) } as const
    return scan.lease ? { ...created, lease: { scanId: scan.id, owner: scan.lease.owner, epoch: firstEpoch } } : created
  }
}

/** The scan that the same Idempotency-Key made before, if it is not too long ago. */
function findEarlier(scan: NewScan): Work<Created | undefined> {
  const { key, bodyHash } = scan.idempotency!
  return async (tx) => {
    await tx.deleteFrom('idempotency_keys').where('expires_at', '<=', scan.createdAt).execute()
    const row = await tx
      .selectFrom('idempotency_keys')
      .innerJoin('scans', 'scans.id', 'idempotency_keys.scan_id')
      .select(scanColumns)
      .select('body_hash')
      .where('key', '=', toText(key))
      .executeTakeFirst()
    if (!row) return undefined
    return row.body_hash === bodyHash ? { kind: 'replayed', scan: toScan(row) } : { kind: 'mismatch' }
  }
}
