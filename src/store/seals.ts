import type { SealStore } from '../domain/ports.ts'
import type { Database } from './database.ts'

const name = 'sealing_key_id'

/** Which key seals the secrets of this database. */
export function keepSeals(database: Database): SealStore {
  return {
    keyId: () =>
      database.read(async (db) => {
        const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
        return row?.value
      }),
    setKeyId: (value) =>
      database.write(async (tx) => {
        await tx
          .insertInto('settings')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute()
      }),
    isUsed: () =>
      database.read(async (db) => {
        const row = await db.selectFrom('scans').select('id').where('sealed_config', 'is not', null).limit(1).executeTakeFirst()
        return row !== undefined
      }),
  }
}
