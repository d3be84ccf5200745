import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newScan, scanId } from '../../test/contracts/store-samples.ts'
import type { Clock, Store } from '../domain/ports.ts'
import { openStore } from '../store/open.ts'
import { openKillSwitch, type StopMark } from './kill-switch.ts'

const clock: Clock = { now: () => Date.parse('2026-11-15T12:00:00.000Z'), monotonicMs: () => 0 }
let store: Store
let marked: string | null
let traffic: string[]
beforeEach(async () => {
  store = await openStore({ file: join(mkdtempSync(join(tmpdir(), 'sortie-kill-')), 'sortie.db') })
  marked = null
  traffic = []
})
afterEach(() => store.close())

const mark: StopMark = {
  read: () => marked,
  write: (at) => {
    marked = at
  },
  remove: () => {
    marked = null
  },
}
const open = (over: Partial<StopMark> = {}) =>
  openKillSwitch({
    scans: store.scans,
    clock,
    traffic: { stopAll: () => traffic.push('stop'), resume: () => traffic.push('resume') },
    mark: { ...mark, ...over },
  })

test('stopping ends the traffic, cancels what waits, and is written down; resuming lifts all of it', async () => {
  await store.scans.create(newScan(1))
  const one = open()
  const { signal } = one
  expect(await one.stop()).toEqual({ stoppedAt: '2026-11-15T12:00:00.000Z', scansCancelled: 1 })
  expect(await store.scans.get(scanId(1))).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect(() => one.assertRunning()).toThrow(/stopped all traffic/)
  expect([signal.aborted, marked]).toEqual([true, '2026-11-15T12:00:00.000Z'])
  await one.resume()
  one.assertRunning()
  expect([one.signal.aborted, signal.aborted, marked, traffic]).toEqual([false, true, null, ['stop', 'resume']])
})

test('what another process did is seen at the next look, and at every start', async () => {
  const here = open()
  await open().stop()
  await store.scans.create(newScan(1))
  await here.look()
  await here.look()
  expect(here.stoppedAt).toBe('2026-11-15T12:00:00.000Z')
  expect((await store.scans.get(scanId(1)))?.status).toBe('failed')
  expect(open().signal.aborted).toBe(true)
  marked = null
  await here.look()
  expect(here.stoppedAt).toBeNull()
})

test('a disk that can not be written does not keep the traffic flowing', async () => {
  const one = open({
    write: () => {
      throw new Error('no space left')
    },
  })
  await expect(one.stop()).rejects.toMatchObject({ code: 'storage_full', status: 503 })
  await one.look()
  expect([traffic, one.signal.aborted]).toEqual([['stop'], true])
  await one.resume()
  expect([traffic, one.signal.aborted]).toEqual([['stop', 'resume'], false])
})
