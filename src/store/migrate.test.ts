import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiKey } from '../../test/contracts/store-samples.ts'
import type { Database } from './database.ts'
import { keepKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let database: Database
const open = () => openSqlite({ file: join(folder, 'sortie.db') })
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortie-migrate-'))
  database = await open()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const tables = () => database.read(async (db) => (await db.introspection.getTables()).map(({ name }) => name))

const addColumn: Migration = {
  name: 'a column more',
  up: async (tx) => {
    await tx.schema.alterTable('api_keys').addColumn('note', 'text').execute()
  },
}
const breaks: Migration = {
  name: 'breaks half-way',
  up: async (tx) => {
    await tx.schema.createTable('half').addColumn('id', 'text').execute()
    throw new Error('the power went')
  },
}

test('a step that breaks leaves the schema as it was, with the steps before it undone too', async () => {
  await migrate(database, migrations)
  const before = await tables()
  await expect(migrate(database, [...migrations, addColumn, breaks])).rejects.toThrow()
  expect(await tables()).toEqual(before)
  await expect(database.read((db) => sql`select note from api_keys`.execute(db))).rejects.toThrow()
})

test('steps are applied once, however many processes start together', async () => {
  const others = await Promise.all(Array.from({ length: 4 }, open))
  await Promise.all([database, ...others].map((one) => migrate(one, [...migrations, addColumn])))
  const { rows } = await database.read((db) => sql<{ name: string }>`select name from migrations order by number`.execute(db))
  expect(rows.map(({ name }) => name)).toEqual([...migrations.map(({ name }) => name), 'a column more'])
  for (const other of others) await other.close()
})

test('a process of the release before goes on while a newer one adds to the schema', async () => {
  await migrate(database, migrations)
  const keys = keepKeys(database)
  await keys.create(apiKey(1))
  const newer = await open()
  await migrate(newer, [...migrations, addColumn])
  await newer.close()
  await keys.create(apiKey(2))
  expect(await keys.list()).toEqual([apiKey(2), apiKey(1)])
})
