import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attempt, heldScan, newScan, noon, plan, scanId } from '../../test/contracts/store-samples.ts'
import type { Clock, ScanStore, Store } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { silentLog } from '../lib/log.ts'
import { openStore } from '../store/open.ts'
import type { Claim, Run } from './hold-lease.ts'
import { type LeaseQueueDeps, leaseQueue } from './leases.ts'

let folder: string
let store: Store
let nowMs: number
const stops: (() => Promise<void>)[] = []
const clock: Clock = { now: () => nowMs, monotonicMs: () => performance.now() }

beforeEach(async () => {
  nowMs = noon
  folder = await mkdtemp(join(tmpdir(), 'sortie-queue-'))
  store = await openStore({ file: join(folder, 'sortie.db') })
})
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function work(run: Run, change: Partial<LeaseQueueDeps> = {}) {
  const deps = {
    scans: store.scans,
    owner: 'me',
    clock,
    maxScans: 64,
    log: silentLog,
    heartbeatMs: 5,
    pollMs: 5,
    graceMs: 5_000,
    ...change,
  }
  const queue = leaseQueue(deps)
  let stopped: Promise<void> | undefined
  const working = queue.work(run)
  const stop = () => {
    stopped ??= working.then((worker) => worker.stop())
    return stopped
  }
  stops.push(stop)
  return { queue, stop }
}

const end = (lease: Claim['lease']) =>
  store.scans.finish(lease, { status: 'completed', completedAt: new Date(noon).toISOString(), error: null, score: null, warnings: [] })

/** Work that lasts until it is told to stop, and says why. */
function untilAborted() {
  const started = Promise.withResolvers<Claim>()
  const reason = Promise.withResolvers<Problem>()
  const run: Run = (claim, signal) =>
    new Promise((_, reject) => {
      started.resolve(claim)
      signal.addEventListener('abort', () => {
        reason.resolve(signal.reason)
        reject(signal.reason)
      })
    })
  return { run, started: started.promise, reason: reason.promise }
}

async function scanWhen(number: number, is: (scan: NonNullable<Awaited<ReturnType<ScanStore['get']>>>) => boolean) {
  for (;;) {
    const scan = await store.scans.get(scanId(number))
    if (scan && is(scan)) return scan
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('every scan is worked on once, oldest first', async () => {
  for (let number = 1; number <= 20; number++) await store.scans.create(newScan(number))
  const order: string[] = []
  const all = Promise.withResolvers<void>()
  work(async ({ lease }) => {
    order.push(lease.scanId)
    await end(lease)
    if (order.length === 20) all.resolve()
  })
  await all.promise
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => scanId(index + 1)))
})

test('a wake is heard at once, not at the next look', async () => {
  const done = Promise.withResolvers<string>()
  const looked = Promise.withResolvers<void>()
  const scans: ScanStore = {
    ...store.scans,
    claim: async (...claiming) => {
      const claim = await store.scans.claim(...claiming)
      looked.resolve()
      return claim
    },
  }
  const { queue } = work(async ({ lease }) => end(lease).then(() => done.resolve(lease.scanId)), { scans, pollMs: 3_600_000 })
  await looked.promise
  await store.scans.create(newScan(1))
  queue.wake()
  expect(await done.promise).toBe(scanId(1))
})

test('what another process creates, and what waits for its time, is found without a wake', async () => {
  const done: string[] = []
  work(async ({ lease }) => {
    await end(lease)
    done.push(lease.scanId)
  })
  const other = await openStore({ file: join(folder, 'sortie.db') })
  await other.scans.create(newScan(1, { status: 'pending', plan: { ...plan, startAt: new Date(noon + 60_000).toISOString() } }))
  await other.scans.create(newScan(2))
  await other.close()
  await scanWhen(2, ({ status }) => status === 'completed')
  expect(done).toEqual([scanId(2)])
  nowMs = noon + 60_000
  await scanWhen(1, ({ status }) => status === 'completed')
})

test('no more than maxScans are held at once, and the next starts when one ends', async () => {
  for (let number = 1; number <= 9; number++) await store.scans.create(newScan(number))
  let most = 0
  const running = new Set<() => void>()
  work(
    async ({ lease }) => {
      const ended = Promise.withResolvers<void>()
      running.add(ended.resolve)
      most = Math.max(most, running.size)
      // Three are let go together, so that none of them can have started late.
      if (running.size === 3 || lease.scanId === scanId(9)) for (const resolve of running) resolve()
      await ended.promise
      running.delete(ended.resolve)
      await end(lease)
    },
    { maxScans: 3 },
  )
  for (let number = 1; number <= 9; number++) await scanWhen(number, ({ status }) => status === 'completed')
  expect(most).toBe(3)
})

test('a held lease is renewed, so that nobody else takes the scan', async () => {
  await store.scans.create(newScan(1))
  const job = untilAborted()
  const renewed = Promise.withResolvers<void>()
  const scans: ScanStore = {
    ...store.scans,
    renew: async (lease, untilMs) => {
      const answer = await store.scans.renew(lease, untilMs)
      if (untilMs > noon + 20_000) renewed.resolve()
      return answer
    },
  }
  work(job.run, { scans })
  await job.started
  nowMs = noon + 14_000
  await renewed.promise
  expect(await store.scans.claim('rival', noon + 16_000, noon + 17_000)).toBeUndefined()
})

test('cancelling reaches the work as a Problem and ends the scan as cancelled', async () => {
  await store.scans.create(newScan(1))
  const job = untilAborted()
  work(job.run)
  await job.started
  await store.scans.requestCancel(scanId(1))
  expect(await job.reason).toMatchObject({ code: 'cancelled' })
  expect(await scanWhen(1, ({ status }) => status === 'failed')).toMatchObject({ error: { code: 'cancelled' } })
})

test('a scan that was cancelled before anybody took it ends without being worked on', async () => {
  await store.scans.create(newScan(1))
  await store.scans.requestCancel(scanId(1))
  let ran = false
  work(async () => {
    ran = true
  })
  expect(await scanWhen(1, ({ status }) => status === 'failed')).toMatchObject({ error: { code: 'cancelled' } })
  expect(ran).toBe(false)
})

test('work whose lease was taken over is told so and writes nothing more', async () => {
  await store.scans.create(newScan(1))
  const job = untilAborted()
  work(job.run, { heartbeatMs: 20, maxScans: 1 })
  const { lease } = await job.started
  await store.scans.releaseDead(() => false)
  const rival = await store.scans.claim('rival', noon, noon + 60_000)
  expect(await job.reason).toMatchObject({ code: 'conflict' })
  expect(await store.scans.record(lease, [attempt(1)], new Date(noon).toISOString())).toBe(false)
  expect(await store.scans.record(rival!.lease, [attempt(1)], new Date(noon).toISOString())).toBe(true)
})

test('stopping tells all work to stop, waits for it, and gives every scan back', async () => {
  for (let number = 1; number <= 5; number++) await store.scans.create(newScan(number))
  const reasons: unknown[] = []
  let started = 0
  const all = Promise.withResolvers<void>()
  const { stop } = work(
    (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          resolve()
        })
        if (++started === 5) all.resolve()
      }),
  )
  await all.promise
  await stop()
  expect(reasons).toHaveLength(5)
  expect(reasons[0]).toMatchObject({ code: 'unavailable' })
  for (let number = 1; number <= 5; number++) {
    expect((await store.scans.claim('next', noon, noon + 1_000))?.scan).toMatchObject({ id: scanId(number), status: 'running' })
  }
})

test('work that does not stop is left behind, and its scan is free', async () => {
  await store.scans.create(newScan(1))
  const started = Promise.withResolvers<void>()
  const { stop } = work(
    () => {
      started.resolve()
      return new Promise(() => {})
    },
    { graceMs: 1 },
  )
  await started.promise
  await stop()
  expect((await store.scans.claim('next', noon, noon + 1_000))?.scan.id).toBe(scanId(1))
})

test.each([
  ['throws', () => Promise.reject(new TypeError('a bug')), 'internal'],
  [
    'throws at once',
    () => {
      throw new TypeError('a bug')
    },
    'internal',
  ],
  ['throws a Problem', () => Promise.reject(new Problem('target_tls', 'No trust.')), 'target_tls'],
  ['returns without an end', async () => {}, 'internal'],
] as const)('a scan whose work %s fails, and the others go on', async (_, broken, code) => {
  await store.scans.create(newScan(1))
  await store.scans.create(newScan(2))
  work((claim) => (claim.scan.id === scanId(1) ? broken() : end(claim.lease).then(() => {})))
  await scanWhen(2, ({ status }) => status === 'completed')
  expect(await scanWhen(1, ({ status }) => status === 'failed')).toMatchObject({ error: { code } })
})

test('a scan that the storage failed is tried again, not failed', async () => {
  await store.scans.create(newScan(1))
  let tries = 0
  work(async ({ lease }) => {
    if (++tries === 1) throw new Problem('storage_full', 'The disk is full.')
    await end(lease)
  })
  expect(await scanWhen(1, ({ status }) => status !== 'running')).toMatchObject({ status: 'completed' })
  expect(tries).toBe(2)
})

test('a storage that fails for a while stops nothing for good', async () => {
  await store.scans.create(newScan(1))
  let failures = 1
  const fails = () => {
    if (failures-- > 0) throw new Problem('unavailable', 'Another process is holding the database.')
  }
  const scans: ScanStore = {
    ...store.scans,
    claim: async (...claiming) => {
      fails()
      return store.scans.claim(...claiming)
    },
  }
  work(({ lease }) => end(lease).then(() => {}), { scans })
  await scanWhen(1, ({ status }) => status === 'completed')
})

test('a scan that is leased to somebody else is left alone', async () => {
  await heldScan(store, 1)
  await store.scans.create(newScan(2))
  const ran: string[] = []
  work(async ({ lease }) => {
    ran.push(lease.scanId)
    await end(lease)
  })
  await scanWhen(2, ({ status }) => status === 'completed')
  expect(ran).toEqual([scanId(2)])
})
