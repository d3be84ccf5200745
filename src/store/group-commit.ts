import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Work } from './database.ts'
import type { Schema } from './schema.ts'
import { isBusy, toStoreProblem } from './sqlite-problem.ts'

/**
 * Writes of the same moment share one commit, and so one wait for the disk: 64 scans that report together cost little more than one.
 * Each keeps its own fate: when one of them fails, all are undone and done again one by one; and nobody is answered before the commit
 * is on the disk.
 */
export function groupCommits(db: Kysely<Schema>, busyMs: number): GroupCommits {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Once round the event loop: what others have just asked for joins the group, and busy writers do not keep the process from reading.
      await setImmediate()
      await commit(waiting.splice(0, mostTogether))
    }
    draining = undefined
  }

  async function commit(group: readonly Job[]): Promise<void> {
    const giveUpAt = group[0]!.askedAtMs + busyMs
    for (;;) {
      try {
        const answers = await db.transaction().execute((tx) => runAll(tx, group))
        for (const answer of answers) answer()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() >= giveUpAt) return parted(group, error)
        // Waiting here and not inside SQLite keeps the process answering meanwhile. Uneven, so that two writers do not keep step.
        await delay(1 + Math.random() * 10)
      }
    }
  }

  async function parted(group: readonly Job[], error: unknown): Promise<void> {
    if (group.length === 1 || isBusy(error)) {
      for (const job of group) job.reject(toStoreProblem(error))
      return
    }
    for (const job of group) await commit([job])
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

async function runAll(tx: Transaction<Schema>, group: readonly Job[]): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const job of group) answers.push(await job.run(tx))
  return answers
}
