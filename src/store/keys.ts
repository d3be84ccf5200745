import type { Selectable } from 'kysely'
import type { ApiKey } from '../domain/key.ts'
import type { KeyStore } from '../domain/ports.ts'
import type { Database } from './database.ts'
import { parsed } from './scan-row.ts'
import type { KeyTable } from './schema.ts'
import { fromText, toText } from './text.ts'

/** API keys. Revoking deletes: what is gone can not be let in by mistake. */
export function keepKeys(database: Database): KeyStore {
  return {
    create: (key) =>
      database.write(async (tx) => {
        await tx.insertInto('api_keys').values(fromKey(key)).execute()
      }),

    list: () =>
      database.read(async (db) => {
        const rows = await db.selectFrom('api_keys').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
        return rows.map(toKey)
      }),

    findByHash: (hash) =>
      database.read(async (db) => {
        const row = await db.selectFrom('api_keys').selectAll().where('hash', '=', hash).executeTakeFirst()
        return row && toKey(row)
      }),

    revoke: (id) =>
      database.write(async (tx) => {
        const gone = await tx.deleteFrom('api_keys').where('id', '=', id).executeTakeFirst()
        return gone.numDeletedRows > 0n
      }),

    touch: (id, at) =>
      database.write(async (tx) => {
        // Uses are reported late and out of order; the latest one stays.
        await tx
          .updateTable('api_keys')
          .set({ last_used: at })
          .where('id', '=', id)
          .where((eb) => eb.or([eb('last_used', 'is', null), eb('last_used', '<', at)]))
          .execute()
      }),
  }
}

const fromKey = (key: ApiKey): Selectable<KeyTable> => ({
  id: key.id,
  name: toText(key.name),
  hash: key.hash,
  scopes: JSON.stringify(key.scopes),
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used: key.lastUsed,
})

const toKey = (row: Selectable<KeyTable>): ApiKey => ({
  id: row.id,
  name: fromText(row.name),
  hash: row.hash,
  scopes: parsed<ApiKey['scopes']>(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsed: row.last_used,
})
