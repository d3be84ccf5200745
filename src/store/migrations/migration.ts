import type { Kysely } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Schema } from '../schema.ts'

/**
 * One step of the schema. Steps only ever add: a running process of the release before must still work on the new schema, and what
 * nothing uses any more is dropped one release later.
 */
export type Migration = Readonly<{ name: string; up: (tx: Kysely<Schema>, dialect: Dialect) => Promise<void> }>
