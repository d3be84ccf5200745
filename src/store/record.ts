import type { Transaction } from 'kysely'
import type { Lease, ScanStore } from '../domain/ports.ts'
import type { Attempt } from '../domain/verdict.ts'
import { fromAttempt } from './attempt-row.ts'
import type { Database } from './database.ts'
import { addToFindings } from './findings.ts'
import { isHeld } from './held.ts'
import { prepareInsert } from './insert-attempts.ts'
import type { Schema } from './schema.ts'

/** Writes attempts together with every number that follows from them, so that no reader ever sees the one without the other. */
export function keepRecord(database: Database): Pick<ScanStore, 'record'> {
  const insert = prepareInsert()

  async function record(tx: Transaction<Schema>, lease: Lease, attempts: readonly Attempt[], at: string): Promise<boolean> {
    const scan = await database.dialect.locked(tx.selectFrom('scans').select(counters).where(isHeld(lease))).executeTakeFirst()
    if (!scan) return false
    const rows = attempts.map((attempt, index) => fromAttempt(lease.scanId, scan.next_seq + index, attempt, at))
    const inserted = await insert(tx, rows)
    if (inserted === 0) return true
    const fresh = inserted === attempts.length ? attempts : await onlyInserted(tx, lease.scanId, scan.next_seq, attempts)

    const vulnerabilities = scan.vulnerabilities + (await addToFindings(tx, lease.scanId, scan.next_seq, fresh))
    const done = scan.attacks_done + fresh.length
    await tx
      .updateTable('scans')
      .set({
        next_seq: scan.next_seq + attempts.length,
        attacks_done: done,
        progress: Math.max(scan.progress, progressOf(done, scan.attacks_planned)),
        requests_sent: scan.requests_sent + fresh.reduce((sum, attempt) => sum + attempt.requests, 0),
        succeeded: scan.succeeded + count(fresh, 'succeeded'),
        inconclusive: scan.inconclusive + count(fresh, 'inconclusive'),
        errors: scan.errors + count(fresh, 'error'),
        blocked: scan.blocked + count(fresh, 'blocked'),
        vulnerabilities,
        crashes: 0,
      })
      .where('id', '=', lease.scanId)
      .execute()
    return true
  }

  return { record: (lease, attempts, at) => database.write((tx) => record(tx, lease, attempts, at)) }
}

const counters = [
  'next_seq',
  'attacks_planned',
  'attacks_done',
  'progress',
  'requests_sent',
  'succeeded',
  'inconclusive',
  'errors',
  'blocked',
  'vulnerabilities',
] as const

const count = (attempts: readonly Attempt[], outcome: Attempt['verdict']['outcome']): number =>
  attempts.reduce((sum, attempt) => (attempt.verdict.outcome === outcome ? sum + 1 : sum), 0)

/** 100 belongs to completed scans alone: the last result is in before the scan is scored. */
function progressOf(done: number, planned: number): number {
  return planned <= 0 ? 0 : Math.min(99, Math.floor((done * 100) / planned))
}

/** After a resend: which of the batch were new. Their numbers tell, because each was given one that nobody had before. */
async function onlyInserted(tx: Transaction<Schema>, scanId: string, firstSeq: number, attempts: readonly Attempt[]) {
  const rows = await tx.selectFrom('attempts').select('seq').where('scan_id', '=', scanId).where('seq', '>=', firstSeq).execute()
  const seqs = new Set(rows.map((row) => row.seq))
  return attempts.filter((_, index) => seqs.has(firstSeq + index))
}
