import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** What is used of a `node:sqlite` database. */
export type Connection = Pick<DatabaseSync, 'prepare' | 'close' | 'isOpen' | 'isTransaction'>

/** Shows a `node:sqlite` database in the shape that Kysely's SQLite dialect drives, with prepared statements kept. */
export function toKyselyDatabase(raw: Connection): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => {
      kept.clear()
      raw.close()
    },
    prepare: (sql) => {
      const known = kept.get(sql)
      if (known) return known
      if (kept.size >= mostKept) kept.clear()
      const statement = toStatement(raw, sql)
      kept.set(sql, statement)
      return statement
    },
  }
}

// There are some 60 different statements, and a few per page of filters.
const mostKept = 300

function toStatement(raw: Connection, sql: string): SqliteStatement {
  // A plain `begin` would read first and fail when it turns to writing; this waits for the write lock before any work is done.
  if (sql === 'begin') return withoutRows(raw.prepare('begin immediate'))
  if (sql === 'rollback') return rollback(raw)
  const statement = raw.prepare(sql)
  return statement.columns().length > 0 ? withRows(statement) : withoutRows(statement)
}

function withRows(statement: StatementSync): SqliteStatement {
  return {
    reader: true,
    all: (parameters) => statement.all(...toInput(parameters)),
    run: (parameters) => statement.run(...toInput(parameters)),
    iterate: (parameters) => statement.iterate(...toInput(parameters)),
  }
}

const withoutRows = (statement: StatementSync): SqliteStatement => ({ ...withRows(statement), reader: false })

/** A full disk makes SQLite roll back by itself; saying it again would hide the real error behind "no transaction is active". */
function rollback(raw: Connection): SqliteStatement {
  const statement = withoutRows(raw.prepare('rollback'))
  return { ...statement, run: (parameters) => (raw.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 }) }
}

/** Kysely's parameters are unknown to the type system; the schema types already admit only what SQLite can bind. */
const toInput = (parameters: readonly unknown[]): SQLInputValue[] => parameters as SQLInputValue[]
