import { expect, test } from 'vitest'
import type { ScanStore } from '../domain/ports.ts'
import { watchScan } from './watch-scan.ts'

/** A store in which a scan never changes. */
const quiet = {
  get: async () => ({
    id: 'scn_1',
    status: 'running',
    warnings: [],
    plan: { seed: 1, failOn: null },
    score: null,
    profile: null,
    error: null,
  }),
  summaries: async () => [],
} as unknown as ScanStore
const id = `scn_${'0'.repeat(32)}`

test('a quiet scan is told once, and then only that we are still here', async () => {
  let nowMs = 0
  const deps = {
    scans: quiet,
    clock: { now: () => 0, monotonicMs: () => nowMs },
    wait: async (ms: number) => {
      nowMs += ms
    },
    pollMs: 500,
    beatMs: 2_000,
    isDraining: () => nowMs >= 5_000,
  }
  const types: string[] = []
  for await (const event of watchScan(deps, id, 0, new AbortController().signal)) types.push(event.type)
  expect(types).toEqual(['scan', 'beat', 'beat'])
})

test('a watcher that goes away ends the watching at once', async () => {
  const gone = new AbortController()
  const deps = {
    scans: quiet,
    clock: { now: () => 0, monotonicMs: () => 0 },
    wait: (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    pollMs: 500,
    beatMs: 2_000,
    isDraining: () => false,
  }
  const events = watchScan(deps, id, 0, gone.signal)
  expect((await events.next()).value).toMatchObject({ type: 'scan' })
  const next = events.next()
  gone.abort()
  expect(await next).toEqual({ done: true, value: undefined })
})
