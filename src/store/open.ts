import type { Store } from '../domain/ports.ts'
import { readAttempts } from './attempts.ts'
import type { Database } from './database.ts'
import { keepKeys } from './keys.ts'
import { keepLeases } from './leases.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { keepRecord } from './record.ts'
import { keepRelayScans } from './relay-scans.ts'
import { keepScans } from './scans.ts'
import { keepSeals } from './seals.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

/** Opens the embedded store in one file, made and brought up to date where needed. The CLI and a server may share it. */
export async function openStore(options: SqliteOptions): Promise<Store> {
  const database = await openSqlite(options)
  try {
    return await storeOver(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The store over any open database, brought up to date first. */
export async function storeOver(database: Database): Promise<Store> {
  await migrate(database, migrations)
  return {
    scans: {
      ...keepScans(database),
      ...keepLeases(database),
      ...keepRecord(database),
      ...keepRelayScans(database),
      ...readAttempts(database),
    },
    keys: keepKeys(database),
    seals: keepSeals(database),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}
