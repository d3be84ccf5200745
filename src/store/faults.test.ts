import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiKey, at, attempts, completed, newScan, noon, scanId, success } from '../../test/contracts/store-samples.ts'
import type { Lease, Store } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Connection } from './node-sqlite.ts'
import { openStore, storeOver } from './open.ts'
import { overSqlite } from './sqlite.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortie-faults-'))
  file = join(folder, 'sortie.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Fault = Readonly<{ name: string; errcode: number; losesTransaction: boolean }>

/** A connection whose nth statement fails as SQLite fails: before anything happened, or taking the whole transaction along. */
function failingAt(nth: number, fault: Fault): { connection: Connection; statements: () => number } {
  const raw = new DatabaseSync(file)
  raw.exec('pragma synchronous = off')
  raw.exec('pragma foreign_keys = on')
  let ran = 0
  const step = () => {
    if (++ran !== nth) return
    if (fault.losesTransaction && raw.isTransaction) raw.exec('rollback')
    throw Object.assign(new Error(fault.name), { code: 'ERR_SQLITE_ERROR', errcode: fault.errcode })
  }
  const connection = {
    get isOpen() {
      return raw.isOpen
    },
    get isTransaction() {
      return raw.isTransaction
    },
    close: () => raw.close(),
    prepare: (sql: string) => {
      const statement = raw.prepare(sql)
      return new Proxy(statement, {
        get: (_, name) => {
          const method = Reflect.get(statement, name, statement) as unknown
          if (typeof method !== 'function') return method
          return (...values: unknown[]) => {
            if ((name === 'run' || name === 'all') && sql !== 'rollback') step()
            return Reflect.apply(method, statement, values) as unknown
          }
        },
      })
    },
  }
  return { connection, statements: () => ran }
}

/** A short life of a store. Every step may be tried again, and then ends the same. */
async function live(store: Store, acknowledged: Set<string>): Promise<void> {
  const step = async (name: string, work: () => Promise<unknown>) => {
    await work()
    acknowledged.add(name)
  }
  const has = (name: string) => acknowledged.has(name)
  if (!has('key')) await step('key', () => store.keys.create(apiKey(1)))
  if (!has('scan')) await step('scan', () => store.scans.create(newScan(1, { attacksPlanned: 9 })))
  let lease: Lease | undefined
  const claim = await store.scans.claim('me', noon + 5_000, noon + 20_000)
  if (claim) lease = claim.lease
  else if (!has('end')) throw new Error('the scan is neither free nor ended')
  if (!lease) return
  for (const from of [1, 4, 7]) {
    await step(`results ${from}`, () => store.scans.record(lease, attempts(from, from + 2, { verdict: success }), at(6)))
  }
  await step('touch', () => store.keys.touch('key_1', at(7)))
  await step('end', () => store.scans.finish(lease, completed))
}

const faults: readonly Fault[] = [
  { name: 'the disk is full', errcode: 13, losesTransaction: false },
  { name: 'the disk is full and the transaction is gone', errcode: 13, losesTransaction: true },
  { name: 'the disk fails', errcode: 10, losesTransaction: false },
  { name: 'somebody holds the lock', errcode: 5, losesTransaction: false },
]

test.each(faults)('whichever statement finds that $name, what was acknowledged is there and trying again ends well', async (fault) => {
  for (let nth = 1; ; nth++) {
    await rm(folder, { recursive: true, force: true })
    await openStore({ file }).then((fresh) => fresh.close())

    const acknowledged = new Set<string>()
    const { connection, statements } = failingAt(nth, fault)
    const database = overSqlite(connection, { file, busyMs: 0 })
    try {
      const store = await storeOver(database)
      await live(store, acknowledged)
      await store.ping()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    } finally {
      await database.close()
    }
    const wasHit = statements() >= nth

    const store = await openStore({ file })
    if (acknowledged.has('key')) expect(await store.keys.list()).toHaveLength(1)
    const before = await store.scans.get(scanId(1))
    expect(before !== undefined).toBe(acknowledged.has('scan'))
    const results = [...acknowledged].filter((name) => name.startsWith('results')).length
    expect(before?.attacksDone ?? 0).toBe(results * 3)
    expect((await store.scans.recordedOutcomes(scanId(1))).size).toBe(results * 3)
    expect(before?.vulnerabilities ?? 0).toBe(Math.min(1, results))
    expect(before?.status ?? 'running').toBe(acknowledged.has('end') ? 'completed' : 'running')

    await store.scans.releaseDead(() => false)
    await live(store, acknowledged)
    expect(await store.scans.get(scanId(1))).toMatchObject({ status: 'completed', attacksDone: 9, succeeded: 9, vulnerabilities: 1 })
    expect(await store.scans.findings(scanId(1))).toMatchObject([{ count: 9 }])
    await store.close()
    if (!wasHit) break
  }
})
