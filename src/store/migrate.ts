import { sql, type Transaction } from 'kysely'
import { Problem } from '../domain/problem.ts'
import type { Database } from './database.ts'
import type { Migration } from './migrations/migration.ts'
import type { Schema } from './schema.ts'

/**
 * Brings the schema up to date in one transaction: a process that dies on the way leaves the old schema, whole. A database that is
 * newer than this program is refused, because it can not know what it would break.
 */
export async function migrate(database: Database, steps: readonly Migration[]): Promise<void> {
  const applied = await database.read(async (db) => ((await hasTable(db)) ? highest(db) : 0)).catch(notOurs)
  refuseNewer(applied, steps)
  if (applied === steps.length) return
  await database.write(async (tx) => {
    await database.dialect.becomeMigrator(tx)
    await tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('number', 'integer', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('applied_at', 'text', (c) => c.notNull().defaultTo(sql`current_timestamp`))
      .execute()
    const done = await highest(tx)
    refuseNewer(done, steps)
    for (const [index, step] of steps.entries()) {
      if (index < done) continue
      await step.up(tx, database.dialect)
      await tx
        .insertInto('migrations')
        .values({ number: index + 1, name: step.name })
        .execute()
    }
  })
}

async function hasTable(db: Reader): Promise<boolean> {
  const tables = await db.introspection.getTables()
  return tables.some((table) => table.name === 'migrations')
}

async function highest(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('migrations')
    .select((eb) => eb.fn.max('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? 0
}

type Reader = Pick<Transaction<Schema>, 'selectFrom' | 'introspection'>

function refuseNewer(applied: number, steps: readonly Migration[]): void {
  if (applied <= steps.length) return
  throw new Problem(
    'invalid_config',
    `The database is of a newer release (schema ${applied}, this one knows ${steps.length}). Update Sortie, or name another data folder.`,
  )
}

function notOurs(error: unknown): never {
  if (error instanceof Problem && error.code !== 'internal') throw error
  throw new Problem('invalid_config', 'The database holds tables that are not Sortie’s. Name another data folder.', { cause: error })
}
