import { CompiledQuery, type Selectable, type Transaction } from 'kysely'
import type { AttemptTable, Schema } from './schema.ts'

type Row = Selectable<AttemptTable>

/** Inserts the rows whose probes are not there yet, and tells how many those were. */
export type InsertAttempts = (tx: Transaction<Schema>, rows: readonly Row[]) => Promise<number>

/**
 * The hot path of the store. Building a statement of 50 rows costs more than running it, so statements are built once, for 64, 32, … 1
 * rows, and a batch is sent in such pieces.
 */
export function prepareInsert(): InsertAttempts {
  const built = new Map<number, string>()

  function statement(tx: Transaction<Schema>, rowCount: number): string {
    const known = built.get(rowCount)
    if (known !== undefined) return known
    const text = tx
      .insertInto('attempts')
      .values(Array.from({ length: rowCount }, () => placeholder))
      .onConflict((conflict) => conflict.columns(['scan_id', 'probe_id']).doNothing())
      .compile().sql
    built.set(rowCount, text)
    return text
  }

  return async (tx, rows) => {
    let inserted = 0
    let from = 0
    for (let piece = largestPiece; piece >= 1; piece /= 2) {
      while (rows.length - from >= piece) {
        const parameters = rows.slice(from, from + piece).flatMap((row) => columns.map((column) => row[column]))
        const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement(tx, piece), parameters))
        inserted += Number(numAffectedRows ?? 0n)
        from += piece
      }
    }
    return inserted
  }
}

// 64 rows of 23 columns stay far below SQLite's 32,766 parameters, and below PostgreSQL's 65,535.
const largestPiece = 64

const columns = [
  'scan_id',
  'seq',
  'probe_id',
  'attack_id',
  'category',
  'weakness',
  'technique',
  'transform',
  'language',
  'trial',
  'severity',
  'outcome',
  'requests',
  'latency_ms',
  'recorded_at',
  'size',
  'name',
  'remediation',
  'compliance',
  'verdict',
  'prompt',
  'response',
  'turns',
] as const satisfies readonly (keyof AttemptTable)[]

/** Gives a statement its columns; its values are never sent. */
const placeholder = Object.fromEntries(columns.map((column) => [column, null])) as unknown as Row
