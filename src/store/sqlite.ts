import { closeSync, openSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, SqliteDialect, sql, type Transaction } from 'kysely'
import { Problem } from '../domain/problem.ts'
import { makeFolder } from '../lib/make-folder.ts'
import type { Database } from './database.ts'
import { sqliteDialect } from './dialect.ts'
import { groupCommits } from './group-commit.ts'
import { type Connection, toKyselyDatabase } from './node-sqlite.ts'
import type { Schema } from './schema.ts'
import { isBusy, isDamaged, isUnwritable, storageFull, toStoreProblem } from './sqlite-problem.ts'

export type SqliteOptions = Readonly<{
  file: string
  /** How long to wait while another process writes. */
  busyMs?: number
  /** The most the file may grow to; beyond it the storage counts as full. */
  mostBytes?: number
}>

/** Opens the embedded database. Several processes may have the same file open. */
export async function openSqlite({ file, busyMs = 8_000, mostBytes }: SqliteOptions): Promise<Database> {
  const raw = await openRaw(file, busyMs)
  if (mostBytes !== undefined) raw.exec(`pragma max_page_count = ${Math.ceil(mostBytes / pageBytes)}`)
  return overSqlite(raw, { file, busyMs })
}

/** The same over a connection that is already open. */
export function overSqlite(raw: Connection, { file, busyMs }: Readonly<{ file: string; busyMs: number }>): Database {
  const inode = statSync(file).ino
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: toKyselyDatabase(raw) }) })
  const { write, idle } = groupCommits(db, busyMs)
  let isClosed = false
  let isFull = false
  const mustBeOpen = () => {
    if (isClosed) throw new Problem('unavailable', 'The database is closed: the service is stopping.')
  }

  const read: Database['read'] = async (query) => {
    mustBeOpen()
    const giveUpAt = performance.now() + busyMs
    for (;;) {
      try {
        return await query(db)
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) throw toStoreProblem(error)
        await delay(10)
      }
    }
  }

  return {
    dialect: sqliteDialect,
    read,
    write: async (work) => {
      mustBeOpen()
      try {
        const done = await write(work)
        isFull = false
        return done
      } catch (error) {
        isFull = error instanceof Problem && error.code === 'storage_full'
        throw error
      }
    },
    ping: async () => {
      // Writes to a file that was deleted or replaced under us still succeed, and nobody will ever read them.
      if (statSync(file, { throwIfNoEntry: false })?.ino !== inode) {
        throw new Problem('unavailable', 'The database file was moved or deleted while the service was running. Restart it.')
      }
      await read((reader) => sql`select 1 from scans limit 1`.execute(reader))
      if (freeBytes(file) < leastFreeBytes) throw storageFull()
      // It was full when something was last written: whether that has passed, only writing tells.
      if (isFull) await write(tryRoom)
      isFull = false
    },
    close: async () => {
      isClosed = true
      await idle()
      // Kysely closes only what it has used; before the first query the file is ours to close.
      await db.destroy()
      if (raw.isOpen) raw.close()
    },
  }
}

// Below this the next few results may not fit.
const leastFreeBytes = 1024 * 1024
const roomBytes = 65_536

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}

/** Takes some room and gives it back: an update in place would succeed on a full disk. */
async function tryRoom(tx: Transaction<Schema>): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: 'room', value: ' '.repeat(roomBytes) })
    .execute()
  await tx.deleteFrom('settings').where('name', '=', 'room').execute()
}

async function openRaw(file: string, busyMs: number): Promise<DatabaseSync> {
  makePrivateFile(file)
  const giveUpAt = performance.now() + busyMs
  for (;;) {
    try {
      return tuned(file)
    } catch (error) {
      if (isDamaged(error)) {
        throw new Problem(
          'invalid_config',
          `${file} is not a Sortie database, or it is damaged. Restore a backup or name another data folder.`,
          {
            cause: error,
          },
        )
      }
      if (isUnwritable(error)) throw unwritable(file, error)
      if (!isBusy(error) || performance.now() >= giveUpAt) throw toStoreProblem(error)
      await delay(20)
    }
  }
}

// Results are some 2 KB: the default pages of 4 KB would hold one each and stay half empty. Measured: a third less disk, a fifth less CPU.
const pageBytes = 8_192

function tuned(file: string): DatabaseSync {
  const raw = new DatabaseSync(file)
  try {
    // Short, because SQLite waits by stopping the whole process; the long wait is in group-commit.ts.
    raw.exec('pragma busy_timeout = 10')
    raw.exec(`pragma page_size = ${pageBytes}`)
    raw.exec('pragma journal_mode = wal')
    // FULL: a commit is on the disk before it is acknowledged. NORMAL would lose the last ones with the power.
    raw.exec('pragma synchronous = full')
    raw.exec('pragma foreign_keys = on')
    raw.exec('pragma secure_delete = on')
    raw.exec('pragma cache_size = -16384')
    raw.exec('pragma temp_store = memory')
    raw.exec('pragma journal_size_limit = 67108864')
    return raw
  } catch (error) {
    raw.close()
    throw error
  }
}

/** SQLite gives its -wal and -shm files the permissions of the main file, so making that one private is enough. */
function makePrivateFile(file: string): void {
  try {
    makeFolder(dirname(file))
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    throw unwritable(file, error)
  }
}

const unwritable = (file: string, cause: unknown): Problem =>
  new Problem(
    'invalid_config',
    `The database file ${file} can not be written. Check the data folder, who owns it, and whether the disk is full.`,
    { cause },
  )
