import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** What SQLite and PostgreSQL do differently. Everything else in this folder is the same for both. */
export type Dialect = Readonly<{
  /** The column type for bytes. */
  bytes: 'blob' | 'bytea'
  /** Keeps the selected row from changing until the transaction ends. */
  locked: <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Row>
  /** The same, passing over rows that another transaction has locked. */
  lockedOrSkipped: <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Row>
  /** Lets one migrator in at a time; given up with the transaction. */
  becomeMigrator: (tx: Kysely<Schema>) => Promise<void>
}>

/** Every write transaction of SQLite holds the only write lock from its first statement on: there is nothing more to lock. */
export const sqliteDialect: Dialect = {
  bytes: 'blob',
  locked: (query) => query,
  lockedOrSkipped: (query) => query,
  becomeMigrator: async () => {},
}
