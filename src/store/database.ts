import type { Kysely, Transaction } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** An open database of either kind. Both ways in throw Problems only. */
export interface Database {
  readonly dialect: Dialect
  read<T>(query: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Runs the work in one transaction. When it resolves, the work is on the disk; when it rejects, nothing happened. */
  write<T>(work: Work<T>): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
}

/** May run more than once before it is committed, so it must not change anything but the database. */
export type Work<T> = (tx: Transaction<Schema>) => Promise<T>
