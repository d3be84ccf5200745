import { describe, expect, test } from 'vitest'
import type { TargetProfile } from '../../src/domain/target.ts'
import type { Database } from './database.ts'
import { at, attempt, completed, failed, heldScan, newScan, noon, plan, scanId } from './store-samples.ts'

/** What every store promises about who may work on a scan, and about its one end. */
export function leasesContract(db: Database): void {
  describe('claiming', () => {
    test('takes the oldest first, each once', async () => {
      for (const number of [2, 1, 3]) await db.store.scans.create(newScan(number))
      const other = await db.open()
      const taken = [await db.claim(), await other.scans.claim('worker-c', noon + 1_000, noon + 16_000), await db.claim(), await db.claim()]
      expect(taken.map((one) => one?.scan.id)).toEqual([scanId(1), scanId(2), scanId(3), undefined])
    })

    test('many at once by two processes gives each scan to one of them', async () => {
      for (let number = 1; number <= 20; number++) await db.store.scans.create(newScan(number))
      const other = await db.open()
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, index) => (index % 2 ? db.store : other).scans.claim(`w${index}`, noon, noon + 15_000)),
      )
      const ids = claims.flatMap((one) => (one ? [one.scan.id] : []))
      expect(new Set(ids).size).toBe(20)
      expect(ids).toHaveLength(20)
    })

    test('leaves alone what is held, until the lease runs out', async () => {
      const first = await heldScan(db.store)
      expect(await db.claim('worker-b', noon + 59_999)).toBeUndefined()
      const taken = await db.claim('worker-b', noon + 60_000)
      expect(taken?.lease.epoch).toBeGreaterThan(first.epoch)
    })

    test('waits for the start time, then the scan is running like any other', async () => {
      await db.store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, startAt: at(100) } }))
      expect(await db.scan()).toMatchObject({ status: 'pending', phase: 'waiting' })
      expect(await db.claim('worker-b', noon + 99_999)).toBeUndefined()
      expect((await db.claim('worker-b', noon + 100_000))?.scan).toMatchObject({ id: scanId(1), status: 'running' })
    })

    test('leaves a scan that waits for its client', async () => {
      await db.store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
      expect(await db.claim('worker-b', noon + 1e9)).toBeUndefined()
    })

    test('gives a relay scan to whoever has its client, one at a time, and leaves it alone when it is given back', async () => {
      await db.store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
      expect((await db.store.scans.unattended(noon)).map(({ id }) => id)).toEqual([scanId(1)])
      const taken = (await db.store.scans.claimRelay(scanId(1), 'worker-a', noon, noon + 15_000))!
      expect(taken.scan).toMatchObject({ status: 'running', phase: 'queued' })
      expect(await db.store.scans.unattended(noon)).toEqual([])
      expect(await db.store.scans.claimRelay(scanId(1), 'worker-b', noon, noon + 15_000)).toBeUndefined()
      await db.store.scans.release(taken.lease)
      expect(await db.claim('worker-b', noon + 1e9)).toBeUndefined()
      const again = (await db.store.scans.claimRelay(scanId(1), 'worker-b', noon, noon + 15_000))!
      expect(again.lease.epoch).toBe(taken.lease.epoch + 1)
      expect(await db.store.scans.record(taken.lease, [attempt(1)], at(1))).toBe(false)
    })

    test('a scan that is not for a relay client, or has ended, is not given to one', async () => {
      await db.store.scans.create(newScan(1))
      await db.store.scans.create(newScan(2, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
      await db.store.scans.failUnheld(scanId(2), { code: 'cancelled', message: 'x' }, at(1))
      for (const number of [1, 2]) expect(await db.store.scans.claimRelay(scanId(number), 'w', noon, noon + 1)).toBeUndefined()
      expect(await db.store.scans.unattended(noon)).toEqual([])
    })

    test('goes on at once after a release', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.release(lease)
      expect((await db.claim())?.scan.id).toBe(lease.scanId)
    })

    test('frees what dead processes held and nothing else', async () => {
      await heldScan(db.store, 1, { lease: { owner: 'dead', untilMs: noon + 60_000 } })
      await heldScan(db.store, 2, { lease: { owner: 'alive', untilMs: noon + 60_000 } })
      await heldScan(db.store, 3, { lease: { owner: 'dead', untilMs: noon + 60_000 } }).then((lease) =>
        db.store.scans.finish(lease, completed),
      )
      expect(await db.store.scans.releaseDead((owner) => owner === 'alive')).toBe(1)
      expect((await db.claim())?.scan.id).toBe(scanId(1))
      expect(await db.claim()).toBeUndefined()
    })
  })

  describe('a scan that kills its process', () => {
    const die = () => db.store.scans.releaseDead(() => false)

    test('fails after twenty-five deaths without progress, and says why', async () => {
      await db.store.scans.create(newScan(1))
      for (let death = 1; death <= 25; death++) {
        expect((await db.claim())?.scan.id).toBe(scanId(1))
        await die()
      }
      expect(await db.claim()).toBeUndefined()
      expect(await db.scan()).toMatchObject({ status: 'failed', error: { code: 'internal' } })
    })

    test('starts counting again with every result', async () => {
      await db.store.scans.create(newScan(1))
      for (let death = 1; death <= 60; death++) {
        const taken = await db.claim()
        await db.store.scans.record(taken!.lease, [attempt(death)], at(2))
        await die()
      }
      expect((await db.scan()).status).toBe('running')
    })

    test('is not confused with one that was given back in order', async () => {
      await db.store.scans.create(newScan(1))
      for (let times = 1; times <= 60; times++) await db.store.scans.release((await db.claim())!.lease)
      expect((await db.claim())?.scan.id).toBe(scanId(1))
    })

    test('does not drag down the innocent ones that died with it', async () => {
      const poison = scanId(3)
      for (let number = 1; number <= 6; number++) await db.store.scans.create(newScan(number))
      for (let round = 0; round < 200; round++) {
        // All that can be claimed run together. The poison kills the process before anybody got anywhere.
        const running = []
        for (let taken = await db.claim(); taken; taken = await db.claim()) running.push(taken)
        if (running.length === 0) break
        if (running.every(({ scan: { id } }) => id !== poison)) {
          for (const { lease } of running) await db.store.scans.finish(lease, completed)
        }
        await die()
      }
      const ends = await db.store.scans.list({ limit: 50 })
      expect(ends.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([poison])
      expect(ends.filter(({ status }) => status === 'completed')).toHaveLength(5)
    })
  })

  describe('a lease', () => {
    test('that was taken over can write nothing', async () => {
      const stale = await heldScan(db.store)
      const { lease } = (await db.claim('worker-b', noon + 60_000))!
      expect(await db.store.scans.renew(stale, noon + 90_000)).toEqual({ held: false, cancelRequested: false })
      expect(await db.store.scans.update(stale, { phase: 'scoring' })).toBe(false)
      expect(await db.store.scans.record(stale, [attempt(1)], at(61))).toBe(false)
      expect(await db.store.scans.finish(stale, completed)).toBe(false)
      await db.store.scans.release(stale)
      expect(await db.store.scans.renew(lease, noon + 90_000)).toEqual({ held: true, cancelRequested: false })
      expect(await db.scan()).toMatchObject({ status: 'running', attacksDone: 0, phase: 'queued' })
    })

    test('of the same owner but an earlier claim is stale too', async () => {
      await db.store.scans.create(newScan(1))
      const first = (await db.claim())!.lease
      await db.store.scans.release(first)
      await db.claim()
      expect(await db.store.scans.record(first, [attempt(1)], at(2))).toBe(false)
    })

    test('tells its holder that cancelling was asked for', async () => {
      const lease = await heldScan(db.store)
      expect(await db.store.scans.requestCancel(lease.scanId)).toBe(true)
      expect(await db.store.scans.renew(lease, noon + 90_000)).toEqual({ held: true, cancelRequested: true })
      expect((await db.scan()).cancelRequested).toBe(true)
    })

    test('lets its holder describe what the scan is doing', async () => {
      const lease = await heldScan(db.store)
      const profile: TargetProfile = {
        protocol: 'openai-chat',
        confidence: 1,
        conversation: 'history',
        streaming: false,
        model: null,
        tools: [],
        requests_used: 2,
        sample: { sent: 'hi', received: 'lone \ud800 and NUL \u0000' },
        notes: [],
      }
      expect(await db.store.scans.update(lease, { phase: 'detecting', startedAt: at(1), requestsSent: 3 })).toBe(true)
      expect(await db.store.scans.update(lease, { profile, warnings: ['slow'], attacksPlanned: 50, requestsSent: 2 })).toBe(true)
      expect(await db.scan()).toMatchObject({
        phase: 'detecting',
        startedAt: at(1),
        profile,
        warnings: ['slow'],
        attacksPlanned: 50,
        requestsSent: 5,
      })
    })
  })

  describe('an end', () => {
    test('is for ever', async () => {
      const lease = await heldScan(db.store)
      expect(await db.store.scans.finish(lease, failed)).toBe(true)
      expect(await db.store.scans.finish(lease, completed)).toBe(false)
      expect(await db.store.scans.update(lease, { phase: 'attacking' })).toBe(false)
      expect(await db.store.scans.record(lease, [attempt(1)], at(2))).toBe(false)
      expect(await db.store.scans.requestCancel(lease.scanId)).toBe(false)
      expect(await db.store.scans.failUnheld(lease.scanId, { code: 'cancelled', message: 'x' }, at(3))).toBe(false)
      expect(await db.claim('worker-b', noon + 1e9)).toBeUndefined()
      expect(await db.scan()).toMatchObject({ status: 'failed', phase: 'done', completedAt: at(900), error: failed.error })
    })

    test('of a completed scan has a progress of 100 and its score', async () => {
      const lease = await heldScan(db.store)
      const score = {
        riskScore: 12,
        grade: 'B',
        successRate: null,
        severityCounts: { critical: 0, high: 1, medium: 0, low: 0, info: 0 },
      } as const
      await db.store.scans.finish(lease, { ...completed, score, warnings: ['one is undecided'] })
      expect(await db.scan()).toMatchObject({ status: 'completed', progress: 100, score, error: null, warnings: ['one is undecided'] })
    })

    test('can be given to a scan that nobody holds, and not to one that somebody does', async () => {
      const cancelled = { code: 'cancelled', message: 'The scan was cancelled.' } as const
      await heldScan(db.store, 1)
      await db.store.scans.create(newScan(2))
      await db.store.scans.create(newScan(3, { status: 'pending', plan: { ...plan, startAt: at(9_999) } }))
      expect(await db.store.scans.failUnheld(scanId(1), cancelled, at(5))).toBe(false)
      expect(await db.store.scans.failUnheld(scanId(2), cancelled, at(5))).toBe(true)
      expect(await db.store.scans.failUnheld(scanId(3), cancelled, at(5))).toBe(true)
      expect(await db.store.scans.failUnheld('scn_nothing', cancelled, at(5))).toBe(false)
      expect(await db.scan(2)).toMatchObject({ status: 'failed', error: cancelled, completedAt: at(5) })
      expect(await db.store.scans.requestCancel('scn_nothing')).toBe(false)
    })
  })
}
