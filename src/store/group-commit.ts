import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Work } from './database.ts'
import type { Schema } from './schema.ts'
import { isBusy, toStoreProblem } from './sqlite-problem.ts'

/**
 * Writes of the same moment share one commit, and so one wait for the disk: 64 scans that report together cost what one costs.
 * Each keeps its own fate: work that throws is undone alone, and nobody is answered before the shared commit is on the disk.
 */
export function groupCommits(db: Kysely<Schema>, options: Readonly<{ inTransaction: () => boolean; busyMs: number }>): GroupCommits {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Once round the event loop: what others have just asked for joins the group, and a busy writer does not keep the process from reading.
      await setImmediate()
      await commit(waiting.splice(0, mostTogether))
    }
    draining = undefined
  }

  async function commit(group: readonly Job[]): Promise<void> {
    const giveUpAt = group[0]!.askedAtMs + options.busyMs
    for (;;) {
      try {
        const answers = await db.transaction().execute((tx) => runAll(tx, group, options.inTransaction))
        for (const answer of answers) answer()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) {
          for (const job of group) job.reject(toStoreProblem(error))
          return
        }
        // Waiting here and not inside SQLite keeps the process answering meanwhile. Uneven, so that two writers do not keep step.
        await delay(5 + Math.random() * 30)
      }
    }
  }

  return {
    write: <T>(work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ askedAtMs: performance.now(), run: async (tx) => work(tx).then((value) => () => resolve(value)), reject })
        draining ??= drain()
      }),
    idle: async () => draining,
  }
}

export type GroupCommits = Readonly<{ write: <T>(work: Work<T>) => Promise<T>; idle: () => Promise<void> }>

type Answer = () => void
type Job = Readonly<{ askedAtMs: number; run: (tx: Transaction<Schema>) => Promise<Answer>; reject: (problem: unknown) => void }>

// Enough to share the disk's latency, few enough that the first of them does not wait long for the last.
const mostTogether = 64

async function runAll(tx: Transaction<Schema>, group: readonly Job[], inTransaction: () => boolean): Promise<readonly Answer[]> {
  if (group.length === 1) return [await group[0]!.run(tx)]
  const answers: Answer[] = []
  for (const job of group) {
    await sql`savepoint job`.execute(tx)
    try {
      answers.push(await job.run(tx))
    } catch (error) {
      // SQLite gave up the whole transaction (a full disk): then nobody's work is there.
      if (!inTransaction()) throw error
      await sql`rollback to job`.execute(tx)
      answers.push(() => job.reject(toStoreProblem(error)))
    }
    await sql`release job`.execute(tx)
  }
  return answers
}
