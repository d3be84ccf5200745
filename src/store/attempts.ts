import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Category } from '../domain/category.ts'
import type { AttemptFilter, AttemptRow, ScanStore } from '../domain/ports.ts'
import { type Outcome, outcomes } from '../domain/verdict.ts'
import { summaryColumns, toAttemptRow, toAttemptSummary } from './attempt-row.ts'
import type { Database } from './database.ts'
import { fromFindingRow } from './findings.ts'
import { written } from './scan-row.ts'
import type { Schema } from './schema.ts'

type Read = Pick<ScanStore, 'recordedOutcomes' | 'attempts' | 'summaries' | 'streamAttempts' | 'findings' | 'coverage'>

/** What was recorded about a scan, for those who read it. */
export function readAttempts(database: Database): Read {
  return {
    recordedOutcomes: (scanId) =>
      database.read(async (db) => {
        const rows = await db.selectFrom('attempts').select(['probe_id', 'outcome']).where('scan_id', '=', scanId).execute()
        return new Map(rows.map((row) => [row.probe_id, written<Outcome>(row.outcome)]))
      }),

    attempts: (scanId, { limit, afterSeq = 0, ...filter }) =>
      database.read(async (db) => {
        const rows = await matching(db, scanId, afterSeq, filter).selectAll().orderBy('seq').limit(limit).execute()
        return rows.map(toAttemptRow)
      }),

    summaries: (scanId, { limit, afterSeq = 0, ...filter }) =>
      database.read(async (db) => {
        const rows = await matching(db, scanId, afterSeq, filter).select(summaryColumns).orderBy('seq').limit(limit).execute()
        return rows.map(toAttemptSummary)
      }),

    streamAttempts: (scanId) => stream(database, scanId),

    findings: (scanId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('findings')
          .selectAll()
          .where('scan_id', '=', scanId)
          .orderBy('first_seq')
          .orderBy('weakness')
          .execute()
        return rows.map(fromFindingRow)
      }),

    coverage: (scanId) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('attempts')
          .select((eb) => ['category', 'outcome', eb.fn.countAll<number>().as('count')])
          .where('scan_id', '=', scanId)
          .groupBy(['category', 'outcome'])
          .execute()
        return toCoverage(rows)
      }),
  }
}

function matching(db: Kysely<Schema>, scanId: string, afterSeq: number, filter: AttemptFilter) {
  let query = db.selectFrom('attempts').where('scan_id', '=', scanId).where('seq', '>', afterSeq)
  if (filter.category) query = query.where('category', '=', filter.category)
  if (filter.outcome) query = query.where('outcome', '=', filter.outcome)
  if (filter.severity) query = query.where('severity', '=', filter.severity)
  if (filter.success !== undefined) query = query.where('outcome', filter.success ? '=' : '<>', 'succeeded')
  return query
}

const pageRows = 200
// Answers may be a megabyte each: 200 of those would be a page of 200 MB.
const pageSize = 4 * 1024 * 1024

async function* stream(database: Database, scanId: string): AsyncGenerator<AttemptRow> {
  let afterSeq = 0
  for (;;) {
    const page = await database.read((db) => nextPage(db, scanId, afterSeq))
    if (page.length === 0) return
    // Without this a fast reader would get all pages in one turn of the event loop, and everybody else would wait.
    await setImmediate()
    yield* page
    afterSeq = page.at(-1)!.seq
  }
}

async function nextPage(db: Kysely<Schema>, scanId: string, afterSeq: number): Promise<readonly AttemptRow[]> {
  const sizes = await matching(db, scanId, afterSeq, {}).select(['seq', 'size']).orderBy('seq').limit(pageRows).execute()
  let upTo = afterSeq
  let size = 0
  for (const row of sizes) {
    size += row.size
    if (size > pageSize && upTo > afterSeq) break
    upTo = row.seq
  }
  const rows = await matching(db, scanId, afterSeq, {}).selectAll().where('seq', '<=', upTo).orderBy('seq').execute()
  return rows.map(toAttemptRow)
}

type Coverage = Partial<Record<Category, Record<Outcome, number>>>

function toCoverage(rows: readonly Readonly<{ category: string; outcome: string; count: number }>[]): Coverage {
  const coverage: Coverage = {}
  for (const row of rows) {
    const category = written<Category>(row.category)
    coverage[category] ??= Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
    coverage[category][written<Outcome>(row.outcome)] = Number(row.count)
  }
  return coverage
}
