import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiKey, at, attempts, heldScan, newScan, scanId } from '../../test/contracts/store-samples.ts'
import type { Store } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { openStore } from './open.ts'

let folder: string
let file: string
const opened: Store[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sortie-file-'))
  file = join(folder, 'data', 'deeper', 'sortie.db')
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(options: Partial<Parameters<typeof openStore>[0]> = {}): Promise<Store> {
  const store = await openStore({ file, ...options })
  opened.push(store)
  return store
}

test('folder and files are for their owner alone', async () => {
  const store = await open()
  await store.keys.create(apiKey(1))
  const mode = async (path: string) => (await stat(path)).mode & 0o777
  expect(await mode(join(folder, 'data', 'deeper'))).toBe(0o700)
  const files = await readdir(join(folder, 'data', 'deeper'))
  expect(files.sort()).toEqual(['sortie.db', 'sortie.db-shm', 'sortie.db-wal'])
  for (const name of files) expect(await mode(join(folder, 'data', 'deeper', name))).toBe(0o600)
})

test('what is deleted is gone from the file, not just from the index', async () => {
  const store = await open()
  await store.scans.create(newScan(1, { sealedConfig: new TextEncoder().encode('sealed-bytes') }))
  const lease = await store.scans.claim('me', Date.parse(at(5)), Date.parse(at(20)))
  await store.scans.finish(lease!.lease, { status: 'completed', completedAt: at(9), error: null, score: null, warnings: [] })
  await store.scans.remove(scanId(1))
  await store.close()
  opened.pop()
  expect((await readFile(file)).includes('sealed-bytes')).toBe(false)
})

test('a file that is no database is refused with its name, and left as it is', async () => {
  await open()
  await opened.pop()?.close()
  await writeFile(file, 'This is a letter to my aunt, and it is a little longer than a database header is. '.repeat(20))
  await expect(open()).rejects.toMatchObject({ code: 'invalid_config', detail: expect.stringContaining(file) })
  expect(await readFile(file, 'utf8')).toContain('my aunt')
})

test('a database of a newer release is refused', async () => {
  await open()
  await opened.pop()?.close()
  const raw = new DatabaseSync(file)
  raw.exec("insert into migrations (number, name) values (999, 'from the future')")
  raw.close()
  await expect(open()).rejects.toMatchObject({ code: 'invalid_config', detail: expect.stringContaining('newer release') })
})

test('a database of somebody else is refused', async () => {
  await open()
  await opened.pop()?.close()
  await rm(file)
  const raw = new DatabaseSync(file)
  raw.exec('create table scans (something text)')
  raw.close()
  await expect(open()).rejects.toBeInstanceOf(Problem)
})

test('a folder that can not be made is refused with a reason', async () => {
  await writeFile(join(folder, 'data'), 'a file where the folder should be')
  await expect(open()).rejects.toMatchObject({ code: 'invalid_config' })
})

test('many processes may open a new file at the same moment', async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => open()))
  await Promise.all(stores.map((store, index) => store.keys.create(apiKey(index))))
  expect(await stores[0]!.keys.list()).toHaveLength(8)
})

/** Another thread with its own connection, as another process would have, that holds the write lock until told otherwise. */
async function holdWriteLock(): Promise<() => Promise<void>> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { DatabaseSync } = require('node:sqlite')
    const raw = new DatabaseSync(workerData)
    raw.exec('begin immediate')
    parentPort.postMessage('held')
    parentPort.once('message', () => { raw.exec('rollback'); raw.close(); parentPort.postMessage('free') })`
  const worker = new Worker(source, { eval: true, workerData: file })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('let go')
    await once(worker, 'exit')
  }
}

test('while another process writes, reading goes on and writing waits its turn', async () => {
  const store = await open()
  await store.keys.create(apiKey(1))
  const letGo = await holdWriteLock()
  const write = store.keys.create(apiKey(2))
  expect(await store.keys.list()).toHaveLength(1)
  await letGo()
  await write
  expect(await store.keys.list()).toHaveLength(2)
})

test('a lock that is not let go of becomes a Problem with a time to try again', async () => {
  const store = await open({ busyMs: 50 })
  const letGo = await holdWriteLock()
  const before = performance.now()
  await expect(store.keys.create(apiKey(1))).rejects.toMatchObject({ code: 'unavailable', extra: { retryAfterMs: expect.any(Number) } })
  expect(performance.now() - before).toBeLessThan(5_000)
  await letGo()
  await store.keys.create(apiKey(1))
})

test('a full disk refuses what does not fit, keeps all that was acknowledged, and works again when there is room', async () => {
  const store = await open({ mostBytes: 600_000 })
  const lease = await heldScan(store)
  const kept: number[] = []
  let problem: unknown
  for (let batch = 0; batch < 100 && !problem; batch++) {
    const rows = attempts(batch * 10, batch * 10 + 9, { response: 'x'.repeat(3_000) })
    await store.scans.record(lease, rows, at(2)).then(
      () => kept.push(batch),
      (error: unknown) => {
        problem = error
      },
    )
  }
  expect(problem).toMatchObject({ code: 'storage_full' })
  expect(kept.length).toBeGreaterThan(3)
  expect(await store.scans.get(lease.scanId)).toMatchObject({ attacksDone: kept.length * 10 })

  const roomy = await open()
  expect(await roomy.scans.recordedOutcomes(lease.scanId)).toHaveProperty('size', kept.length * 10)
  expect(await roomy.scans.record(lease, attempts(5_000, 5_009), at(3))).toBe(true)
})

test('a full disk makes the store unready until there is room', async () => {
  const store = await open({ mostBytes: 600_000 })
  const lease = await heldScan(store)
  await store.ping()
  await expect(store.scans.record(lease, attempts(0, 299, { response: 'x'.repeat(3_000) }), at(2))).rejects.toMatchObject({
    code: 'storage_full',
  })
  const small = attempts(0, 129, { response: 'x'.repeat(3_000) })
  for (const attempt of small) await store.scans.record(lease, [attempt], at(2)).catch(() => undefined)
  for (let look = 0; look < 2; look++) await expect(store.ping()).rejects.toMatchObject({ code: 'storage_full', status: 503 })
  const roomy = await open()
  await roomy.scans.finish(lease, { status: 'completed', completedAt: at(3), error: null, score: null, warnings: [] })
  expect(await roomy.scans.remove(lease.scanId)).toBe(true)
  await store.ping()
})

test('a full disk fails every write of a shared commit that is not on it', async () => {
  const store = await open({ mostBytes: 500_000 })
  const leases = await Promise.all(Array.from({ length: 12 }, (_, index) => heldScan(store, index + 1)))
  const answers = await Promise.allSettled(
    leases.map((lease) => store.scans.record(lease, attempts(1, 20, { response: 'x'.repeat(3_000) }), at(2))),
  )
  expect(answers.some(({ status }) => status === 'rejected')).toBe(true)
  const other = await open()
  for (const [index, answer] of answers.entries()) {
    const { attacksDone } = (await other.scans.get(scanId(index + 1)))!
    expect(attacksDone).toBe(answer.status === 'fulfilled' ? 20 : 0)
  }
})

test('a database that was moved away under us is not called well', async () => {
  const store = await open()
  await rename(file, `${file}.moved`)
  await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a damaged page gives the right data or a Problem, never a crash', async () => {
  const store = await open()
  const lease = await heldScan(store)
  await store.scans.record(lease, attempts(1, 60), at(2))
  await opened.pop()?.close()
  const good = await readFile(file)
  // Whole pages of noise at many places: what a failing disk or a bad copy leaves behind.
  for (let place = 0; place < good.length; place += 8_192) {
    const bad = Buffer.from(good)
    bad.fill(0xa5, place, Math.min(place + 512, bad.length))
    await writeFile(file, bad)
    await chmod(file, 0o600)
    try {
      const damaged = await open()
      const rows = await damaged.scans.attempts(lease.scanId, { limit: 100 })
      for (const { attempt } of rows) expect(attempt.prompt).toMatch(/^prompt \d+$/)
    } catch (error) {
      expect(error).toBeInstanceOf(Problem)
    } finally {
      await opened.pop()?.close()
    }
  }
})
