import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttemptRow, Store } from '../../src/domain/ports.ts'
import type { TargetProfile } from '../../src/domain/target.ts'
import { apiKey, at, attempt, attempts, completed, failed, heldScan, newScan, noon, plan, scanId, success } from './store-samples.ts'

/** One database that a test may open several times, as several processes would. */
export type Place = Readonly<{ open: () => Promise<Store>; dispose: () => Promise<void> }>

/** What every store promises, whatever it is built on. */
export function storeContract(kind: string, makePlace: () => Promise<Place>): void {
  describe(`a store on ${kind}`, () => {
    let place: Place
    let store: Store
    const opened: Store[] = []
    const open = async () => {
      const another = await place.open()
      opened.push(another)
      return another
    }
    beforeEach(async () => {
      place = await makePlace()
      store = await open()
    })
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close()
      await place.dispose()
    })
    const scan = async (number = 1) => (await store.scans.get(scanId(number)))!
    const claim = (owner = 'worker-b', nowMs = noon + 1_000) => store.scans.claim(owner, nowMs, nowMs + 15_000)

    describe('scans', () => {
      test('come back as they were created', async () => {
        const asked = newScan(1, { name: 'Nightly \ud83d\ude80', sealedConfig: new Uint8Array([0, 255, 7]), attacksPlanned: 42 })
        const made = await store.scans.create(asked)
        const found = await store.scans.get(asked.id)
        expect(made).toEqual({ kind: 'created', scan: found })
        expect(found).toMatchObject({
          id: asked.id,
          target: asked.target,
          name: asked.name,
          plan: asked.plan,
          status: 'running',
          phase: 'queued',
          progress: 0,
          attacksPlanned: 42,
          vulnerabilities: 0,
          startedAt: null,
          completedAt: null,
          createdBy: 'key_1',
          cancelRequested: false,
          warnings: [],
        })
        expect(await store.scans.secrets(asked.id)).toEqual({
          sealedConfig: new Uint8Array([0, 255, 7]),
          canarySecret: new Uint8Array([1, 2, 3]),
        })
      })

      test('are there for every process at once, and after all have closed', async () => {
        await store.scans.create(newScan(1))
        const other = await open()
        expect(await other.scans.get(scanId(1))).toBeDefined()
      })

      test('that nobody made are undefined', async () => {
        await store.scans.create(newScan(1))
        expect(await store.scans.get('scn_nothing')).toBeUndefined()
        expect(await store.scans.get(`${scanId(1)}\u0000`)).toBeUndefined()
        expect(await store.scans.secrets('scn_nothing')).toBeUndefined()
      })

      test('are listed newest first, page by page, each exactly once while others are created', async () => {
        for (let number = 1; number <= 25; number++) await store.scans.create(newScan(number, { createdAt: at(Math.floor(number / 4)) }))
        const seen: string[] = []
        let after: { createdAt: string; id: string } | undefined
        for (let extra = 100; ; extra++) {
          const page = await store.scans.list({ limit: 4, ...(after && { after }) })
          if (page.length === 0) break
          seen.push(...page.map(({ id }) => id))
          after = { createdAt: page.at(-1)!.createdAt, id: page.at(-1)!.id }
          await store.scans.create(newScan(extra, { createdAt: at(5_000) }))
        }
        expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => scanId(25 - index)))
      })

      test('are listed by status', async () => {
        await heldScan(store, 1).then((lease) => store.scans.finish(lease, completed))
        await heldScan(store, 2).then((lease) => store.scans.finish(lease, failed))
        await store.scans.create(newScan(3))
        const ids = async (status: 'completed' | 'failed' | 'running' | 'pending') =>
          (await store.scans.list({ limit: 10, status })).map(({ id }) => id)
        expect(await ids('completed')).toEqual([scanId(1)])
        expect(await ids('failed')).toEqual([scanId(2)])
        expect(await ids('running')).toEqual([scanId(3)])
        expect(await ids('pending')).toEqual([])
      })

      test('are deleted with everything that belongs to them, but only when they have ended', async () => {
        const lease = await heldScan(store, 1, { idempotency: { key: 'k', bodyHash: 'h', expiresAt: at(86_400) } })
        await store.scans.record(lease, attempts(1, 3, { verdict: success }), at(2))
        expect(await store.scans.remove(lease.scanId)).toBe(false)
        await store.scans.finish(lease, completed)
        expect(await store.scans.remove(lease.scanId)).toBe(true)
        expect(await store.scans.remove(lease.scanId)).toBe(false)
        expect(await store.scans.get(lease.scanId)).toBeUndefined()
        expect(await store.scans.attempts(lease.scanId, { limit: 10 })).toEqual([])
        expect(await store.scans.findings(lease.scanId)).toEqual([])
      })
    })

    test('scans that ended long ago are deleted, a few at a time, and no others', async () => {
      for (const [number, completedAt] of [at(10), at(20), at(30), at(40)].entries()) {
        await heldScan(store, number + 1, { createdAt: at(0) }).then((lease) => store.scans.finish(lease, { ...completed, completedAt }))
      }
      await store.scans.create(newScan(5, { createdAt: at(-1_000) }))
      expect(await store.scans.removeEndedBefore(at(40), 2)).toBe(2)
      expect(await store.scans.removeEndedBefore(at(40), 2)).toBe(1)
      expect(await store.scans.removeEndedBefore(at(40), 2)).toBe(0)
      expect((await store.scans.list({ limit: 9 })).map(({ id }) => id)).toEqual([scanId(4), scanId(5)])
    })

    describe('an Idempotency-Key', () => {
      const once = { key: 'same', bodyHash: 'body-1', expiresAt: at(86_400) }

      test('answers the first scan again and creates no second one', async () => {
        await store.scans.create(newScan(1, { idempotency: once }))
        const again = await (await open()).scans.create(newScan(2, { idempotency: once }))
        expect(again).toMatchObject({ kind: 'replayed', scan: { id: scanId(1) } })
        expect(await store.scans.get(scanId(2))).toBeUndefined()
      })

      test('with another body is a mismatch', async () => {
        await store.scans.create(newScan(1, { idempotency: once }))
        expect(await store.scans.create(newScan(2, { idempotency: { ...once, bodyHash: 'body-2' } }))).toEqual({ kind: 'mismatch' })
      })

      test('is forgotten after its time', async () => {
        await store.scans.create(newScan(1, { idempotency: once }))
        const later = await store.scans.create(newScan(2, { idempotency: { ...once, bodyHash: 'body-2' }, createdAt: at(86_400) }))
        expect(later.kind).toBe('created')
      })

      test('sent many times at once creates one scan', async () => {
        const other = await open()
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            (index % 2 ? store : other).scans.create(newScan(index + 1, { idempotency: once, createdAt: at(1) })),
          ),
        )
        expect(answers.filter(({ kind }) => kind === 'created')).toHaveLength(1)
        expect(answers.filter(({ kind }) => kind === 'replayed')).toHaveLength(19)
        expect(await store.scans.list({ limit: 50 })).toHaveLength(1)
      })
    })

    describe('claiming', () => {
      test('takes the oldest first, each once', async () => {
        for (const number of [2, 1, 3]) await store.scans.create(newScan(number))
        const other = await open()
        const taken = [await claim(), await other.scans.claim('worker-c', noon + 1_000, noon + 16_000), await claim(), await claim()]
        expect(taken.map((one) => one?.scan.id)).toEqual([scanId(1), scanId(2), scanId(3), undefined])
      })

      test('many at once by two processes gives each scan to one of them', async () => {
        for (let number = 1; number <= 20; number++) await store.scans.create(newScan(number))
        const other = await open()
        const claims = await Promise.all(
          Array.from({ length: 30 }, (_, index) => (index % 2 ? store : other).scans.claim(`w${index}`, noon, noon + 15_000)),
        )
        const ids = claims.flatMap((one) => (one ? [one.scan.id] : []))
        expect(new Set(ids).size).toBe(20)
        expect(ids).toHaveLength(20)
      })

      test('leaves alone what is held, until the lease runs out', async () => {
        const first = await heldScan(store)
        expect(await claim('worker-b', noon + 59_999)).toBeUndefined()
        const taken = await claim('worker-b', noon + 60_000)
        expect(taken?.lease.epoch).toBeGreaterThan(first.epoch)
      })

      test('waits for the start time, then the scan is running like any other', async () => {
        await store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, startAt: at(100) } }))
        expect(await scan()).toMatchObject({ status: 'pending', phase: 'waiting' })
        expect(await claim('worker-b', noon + 99_999)).toBeUndefined()
        expect((await claim('worker-b', noon + 100_000))?.scan).toMatchObject({ id: scanId(1), status: 'running' })
      })

      test('leaves a scan that waits for its client', async () => {
        await store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
        expect(await claim('worker-b', noon + 1e9)).toBeUndefined()
      })

      test('gives a relay scan to whoever has its client, one at a time, and leaves it alone when it is given back', async () => {
        await store.scans.create(newScan(1, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
        expect((await store.scans.unattended(noon)).map(({ id }) => id)).toEqual([scanId(1)])
        const taken = (await store.scans.claimRelay(scanId(1), 'worker-a', noon, noon + 15_000))!
        expect(taken.scan).toMatchObject({ status: 'running', phase: 'queued' })
        expect(await store.scans.unattended(noon)).toEqual([])
        expect(await store.scans.claimRelay(scanId(1), 'worker-b', noon, noon + 15_000)).toBeUndefined()
        await store.scans.release(taken.lease)
        expect(await claim('worker-b', noon + 1e9)).toBeUndefined()
        const again = (await store.scans.claimRelay(scanId(1), 'worker-b', noon, noon + 15_000))!
        expect(again.lease.epoch).toBe(taken.lease.epoch + 1)
        expect(await store.scans.record(taken.lease, [attempt(1)], at(1))).toBe(false)
      })

      test('a scan that is not for a relay client, or has ended, is not given to one', async () => {
        await store.scans.create(newScan(1))
        await store.scans.create(newScan(2, { status: 'pending', plan: { ...plan, mode: 'relay' } }))
        await store.scans.failUnheld(scanId(2), { code: 'cancelled', message: 'x' }, at(1))
        for (const number of [1, 2]) expect(await store.scans.claimRelay(scanId(number), 'w', noon, noon + 1)).toBeUndefined()
        expect(await store.scans.unattended(noon)).toEqual([])
      })

      test('goes on at once after a release', async () => {
        const lease = await heldScan(store)
        await store.scans.release(lease)
        expect((await claim())?.scan.id).toBe(lease.scanId)
      })

      test('frees what dead processes held and nothing else', async () => {
        await heldScan(store, 1, { lease: { owner: 'dead', untilMs: noon + 60_000 } })
        await heldScan(store, 2, { lease: { owner: 'alive', untilMs: noon + 60_000 } })
        await heldScan(store, 3, { lease: { owner: 'dead', untilMs: noon + 60_000 } }).then((lease) => store.scans.finish(lease, completed))
        expect(await store.scans.releaseDead((owner) => owner === 'alive')).toBe(1)
        expect((await claim())?.scan.id).toBe(scanId(1))
        expect(await claim()).toBeUndefined()
      })
    })

    describe('a scan that kills its process', () => {
      const die = () => store.scans.releaseDead(() => false)

      test('fails after twenty-five deaths without progress, and says why', async () => {
        await store.scans.create(newScan(1))
        for (let death = 1; death <= 25; death++) {
          expect((await claim())?.scan.id).toBe(scanId(1))
          await die()
        }
        expect(await claim()).toBeUndefined()
        expect(await scan()).toMatchObject({ status: 'failed', error: { code: 'internal' } })
      })

      test('starts counting again with every result', async () => {
        await store.scans.create(newScan(1))
        for (let death = 1; death <= 60; death++) {
          const taken = await claim()
          await store.scans.record(taken!.lease, [attempt(death)], at(2))
          await die()
        }
        expect((await scan()).status).toBe('running')
      })

      test('is not confused with one that was given back in order', async () => {
        await store.scans.create(newScan(1))
        for (let times = 1; times <= 60; times++) await store.scans.release((await claim())!.lease)
        expect((await claim())?.scan.id).toBe(scanId(1))
      })

      test('does not drag down the innocent ones that died with it', async () => {
        const poison = scanId(3)
        for (let number = 1; number <= 6; number++) await store.scans.create(newScan(number))
        for (let round = 0; round < 200; round++) {
          // All that can be claimed run together. The poison kills the process before anybody got anywhere.
          const running = []
          for (let taken = await claim(); taken; taken = await claim()) running.push(taken)
          if (running.length === 0) break
          if (running.every(({ scan: { id } }) => id !== poison)) {
            for (const { lease } of running) await store.scans.finish(lease, completed)
          }
          await die()
        }
        const ends = await store.scans.list({ limit: 50 })
        expect(ends.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([poison])
        expect(ends.filter(({ status }) => status === 'completed')).toHaveLength(5)
      })
    })

    describe('a lease', () => {
      test('that was taken over can write nothing', async () => {
        const stale = await heldScan(store)
        const { lease } = (await claim('worker-b', noon + 60_000))!
        expect(await store.scans.renew(stale, noon + 90_000)).toEqual({ held: false, cancelRequested: false })
        expect(await store.scans.update(stale, { phase: 'scoring' })).toBe(false)
        expect(await store.scans.record(stale, [attempt(1)], at(61))).toBe(false)
        expect(await store.scans.finish(stale, completed)).toBe(false)
        await store.scans.release(stale)
        expect(await store.scans.renew(lease, noon + 90_000)).toEqual({ held: true, cancelRequested: false })
        expect(await scan()).toMatchObject({ status: 'running', attacksDone: 0, phase: 'queued' })
      })

      test('of the same owner but an earlier claim is stale too', async () => {
        await store.scans.create(newScan(1))
        const first = (await claim())!.lease
        await store.scans.release(first)
        await claim()
        expect(await store.scans.record(first, [attempt(1)], at(2))).toBe(false)
      })

      test('tells its holder that cancelling was asked for', async () => {
        const lease = await heldScan(store)
        expect(await store.scans.requestCancel(lease.scanId)).toBe(true)
        expect(await store.scans.renew(lease, noon + 90_000)).toEqual({ held: true, cancelRequested: true })
        expect((await scan()).cancelRequested).toBe(true)
      })

      test('lets its holder describe what the scan is doing', async () => {
        const lease = await heldScan(store)
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
        expect(await store.scans.update(lease, { phase: 'detecting', startedAt: at(1), requestsSent: 3 })).toBe(true)
        expect(await store.scans.update(lease, { profile, warnings: ['slow'], attacksPlanned: 50, requestsSent: 2 })).toBe(true)
        expect(await scan()).toMatchObject({
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
        const lease = await heldScan(store)
        expect(await store.scans.finish(lease, failed)).toBe(true)
        expect(await store.scans.finish(lease, completed)).toBe(false)
        expect(await store.scans.update(lease, { phase: 'attacking' })).toBe(false)
        expect(await store.scans.record(lease, [attempt(1)], at(2))).toBe(false)
        expect(await store.scans.requestCancel(lease.scanId)).toBe(false)
        expect(await store.scans.failUnheld(lease.scanId, { code: 'cancelled', message: 'x' }, at(3))).toBe(false)
        expect(await claim('worker-b', noon + 1e9)).toBeUndefined()
        expect(await scan()).toMatchObject({ status: 'failed', phase: 'done', completedAt: at(900), error: failed.error })
      })

      test('of a completed scan has a progress of 100 and its score', async () => {
        const lease = await heldScan(store)
        const score = {
          riskScore: 12,
          grade: 'B',
          successRate: null,
          severityCounts: { critical: 0, high: 1, medium: 0, low: 0, info: 0 },
        } as const
        await store.scans.finish(lease, { ...completed, score, warnings: ['one is undecided'] })
        expect(await scan()).toMatchObject({ status: 'completed', progress: 100, score, error: null, warnings: ['one is undecided'] })
      })

      test('can be given to a scan that nobody holds, and not to one that somebody does', async () => {
        const cancelled = { code: 'cancelled', message: 'The scan was cancelled.' } as const
        await heldScan(store, 1)
        await store.scans.create(newScan(2))
        await store.scans.create(newScan(3, { status: 'pending', plan: { ...plan, startAt: at(9_999) } }))
        expect(await store.scans.failUnheld(scanId(1), cancelled, at(5))).toBe(false)
        expect(await store.scans.failUnheld(scanId(2), cancelled, at(5))).toBe(true)
        expect(await store.scans.failUnheld(scanId(3), cancelled, at(5))).toBe(true)
        expect(await store.scans.failUnheld('scn_nothing', cancelled, at(5))).toBe(false)
        expect(await scan(2)).toMatchObject({ status: 'failed', error: cancelled, completedAt: at(5) })
        expect(await store.scans.requestCancel('scn_nothing')).toBe(false)
      })
    })

    describe('recording', () => {
      test('counts outcomes, requests, progress and weaknesses with the results', async () => {
        const lease = await heldScan(store)
        await store.scans.record(
          lease,
          [
            attempt(1, { verdict: success, requests: 3 }),
            attempt(2, { verdict: success }),
            attempt(3, { verdict: success, weakness: 'other' }),
            attempt(4, { verdict: { outcome: 'blocked', confidence: 'firm', by: 'x@1' } }),
            attempt(5, { verdict: { outcome: 'inconclusive', reason: 'unclear', by: 'x@1' } }),
            attempt(6, { verdict: { outcome: 'error', reason: 'time-out', by: 'x@1' }, requests: 4 }),
            attempt(7),
          ],
          at(2),
        )
        expect(await scan()).toMatchObject({
          attacksDone: 7,
          succeeded: 3,
          blocked: 1,
          inconclusive: 1,
          errors: 1,
          requestsSent: 12,
          vulnerabilities: 2,
          progress: 7,
        })
      })

      test('the same probe twice keeps the first and counts it once', async () => {
        const lease = await heldScan(store)
        await store.scans.record(lease, attempts(1, 3), at(2))
        expect(await store.scans.record(lease, attempts(2, 5, { verdict: success, response: 'second' }), at(3))).toBe(true)
        expect(await store.scans.record(lease, attempts(1, 5, { verdict: success }), at(4))).toBe(true)
        expect(await store.scans.record(lease, [attempt(6), attempt(6), attempt(6)], at(4))).toBe(true)
        expect(await scan()).toMatchObject({ attacksDone: 6, succeeded: 2, vulnerabilities: 1, requestsSent: 6 })
        const rows = await store.scans.attempts(lease.scanId, { limit: 10 })
        expect(rows.map(({ attempt: { probeId } }) => probeId)).toEqual(attempts(1, 6).map(({ probeId }) => probeId))
        expect(rows[1]?.attempt.response).toBe('response 2')
        expect(await store.scans.findings(lease.scanId)).toMatchObject([
          { weakness: 'persona', count: 2, firstProbeId: attempt(4).probeId },
        ])
      })

      test('progress never falls and stays below 100 until the scan is completed', async () => {
        const lease = await heldScan(store, 1, { attacksPlanned: 4 })
        await store.scans.record(lease, attempts(1, 2), at(2))
        expect((await scan()).progress).toBe(50)
        await store.scans.update(lease, { attacksPlanned: 100 })
        await store.scans.record(lease, [attempt(3)], at(2))
        expect((await scan()).progress).toBe(50)
        await store.scans.update(lease, { attacksPlanned: 4 })
        await store.scans.record(lease, [attempt(4)], at(2))
        expect((await scan()).progress).toBe(99)
      })

      test('a finding keeps the worst severity, the best proof and the first probe', async () => {
        const lease = await heldScan(store)
        const tentative = { ...success, confidence: 'tentative' } as const
        await store.scans.record(lease, [attempt(1, { verdict: tentative, severity: 'medium' })], at(2))
        await store.scans.record(lease, [attempt(2, { verdict: { ...success, confidence: 'confirmed' }, severity: 'critical' })], at(2))
        await store.scans.record(lease, [attempt(3, { verdict: tentative, severity: 'low' }), attempt(4)], at(2))
        expect(await store.scans.findings(lease.scanId)).toEqual([
          {
            weakness: 'persona',
            category: 'jailbreak',
            severity: 'critical',
            confidence: 'confirmed',
            count: 3,
            firstProbeId: attempt(1).probeId,
          },
        ])
      })

      test('an empty batch still tells whether the lease is held', async () => {
        const lease = await heldScan(store)
        expect(await store.scans.record(lease, [], at(2))).toBe(true)
        expect(await store.scans.record({ ...lease, epoch: 99 }, [], at(2))).toBe(false)
      })

      test.each([1, 2, 63, 64, 65, 127, 400])('a batch of %i is written whole and in order', async (size) => {
        const lease = await heldScan(store)
        await store.scans.record(lease, attempts(1, size), at(2))
        const rows = await store.scans.attempts(lease.scanId, { limit: 1_000 })
        expect(rows.map(({ attempt: { prompt } }) => prompt)).toEqual(attempts(1, size).map(({ prompt }) => prompt))
      })

      test('two scans at the same moment do not mix', async () => {
        const leases = [await heldScan(store, 1), await heldScan(store, 2), await heldScan(store, 3)]
        const other = await open()
        await Promise.all(
          Array.from({ length: 30 }, (_, index) =>
            (index % 2 ? store : other).scans.record(leases[index % 3]!, [attempt(index, { verdict: success })], at(2)),
          ),
        )
        for (const { scanId: id } of leases) {
          expect(await store.scans.get(id)).toMatchObject({ attacksDone: 10, succeeded: 10, vulnerabilities: 1 })
          const seqs = (await store.scans.attempts(id, { limit: 50 })).map(({ seq }) => seq)
          expect(seqs).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
        }
      })
    })

    describe('results', () => {
      test.each([
        ['a NUL', 'before \u0000 after'],
        ['nothing but NULs', '\u0000\u0000'],
        ['lone surrogates', 'high \ud800 low \udc00 reversed \udc00\ud800'],
        ['our own mark', '\u0001"quoted"'],
        ['the mark alone', '\u0001'],
        ['nothing', ''],
        ['emoji, right-to-left and combining marks', '\ud83d\udc69\u200d\ud83d\udcbb \u202eabc e\u0301 \uffff \ufffd'],
        ['all control characters', Array.from({ length: 160 }, (_, code) => String.fromCharCode(code)).join('')],
        ['a megabyte', 'x\u00e9\u4e2d'.repeat(350_000)],
      ])('a target that answers with %s is quoted exactly', async (_, text) => {
        const lease = await heldScan(store)
        const sent = attempt(1, {
          prompt: text,
          response: text,
          name: text,
          remediation: text,
          turns: [{ sent: text, reply: { text, toolCalls: [] }, ms: 1.5 }],
          verdict: {
            outcome: 'succeeded',
            confidence: 'confirmed',
            evidence: [{ turn: 0, where: 'answer', text, start: 0, end: text.length, note: text }],
            by: 'x@1',
          },
        })
        await store.scans.record(lease, [sent], at(2))
        const [row] = await store.scans.attempts(lease.scanId, { limit: 1 })
        expect(row?.attempt).toEqual(sent)
      })

      test('have an id that names their scan and place, and a time', async () => {
        const lease = await heldScan(store)
        await store.scans.record(lease, attempts(1, 2), at(2))
        const rows = await store.scans.attempts(lease.scanId, { limit: 5 })
        expect(rows.map(({ id, seq, recordedAt }) => ({ id, seq, recordedAt }))).toEqual([
          { id: `res_${lease.scanId.slice(4)}_1`, seq: 1, recordedAt: at(2) },
          { id: `res_${lease.scanId.slice(4)}_2`, seq: 2, recordedAt: at(2) },
        ])
      })

      test('are paged and filtered', async () => {
        const lease = await heldScan(store)
        await store.scans.record(
          lease,
          Array.from({ length: 40 }, (_, index) =>
            attempt(index + 1, {
              category: index % 2 ? 'jailbreak' : 'prompt_injection',
              severity: index % 4 ? 'high' : 'low',
              ...(index % 5 === 0 && { verdict: success }),
            }),
          ),
          at(2),
        )
        const seqs = async (query: Parameters<Store['scans']['attempts']>[1]) =>
          (await store.scans.attempts(lease.scanId, query)).map(({ seq }) => seq)
        expect(await seqs({ limit: 3 })).toEqual([1, 2, 3])
        expect(await seqs({ limit: 3, afterSeq: 38 })).toEqual([39, 40])
        expect(await seqs({ limit: 9, success: true })).toEqual([1, 6, 11, 16, 21, 26, 31, 36])
        expect(await seqs({ limit: 9, outcome: 'succeeded', category: 'jailbreak' })).toEqual([6, 16, 26, 36])
        expect(await seqs({ limit: 2, success: false, afterSeq: 5, severity: 'low' })).toEqual([9, 13])
      })

      test('have summaries: the same rows, filters and pages, without what was said', async () => {
        const lease = await heldScan(store)
        await store.scans.record(lease, [attempt(1), attempt(2, { verdict: success }), attempt(3)], at(2))
        const whole = await store.scans.attempts(lease.scanId, { limit: 9 })
        const short = await store.scans.summaries(lease.scanId, { limit: 9 })
        const expected = whole.map(({ attempt: { prompt: _, response: __, turns: ___, ...rest }, ...row }) => ({ ...row, attempt: rest }))
        expect(short).toEqual(expected)
        expect(await store.scans.summaries(lease.scanId, { limit: 9, success: true })).toEqual([expected[1]])
        expect(await store.scans.summaries(lease.scanId, { limit: 1, afterSeq: 2 })).toEqual([expected[2]])
      })

      test('are streamed in order, whatever their number and size', async () => {
        const lease = await heldScan(store)
        for (let from = 1; from < 1_000; from += 100) await store.scans.record(lease, attempts(from, from + 99), at(2))
        await store.scans.record(lease, attempts(1_001, 1_012, { response: 'x'.repeat(1_500_000) }), at(3))
        const rows: AttemptRow['seq'][] = []
        for await (const { seq } of store.scans.streamAttempts(lease.scanId)) rows.push(seq)
        expect(rows).toEqual(Array.from({ length: 1_012 }, (_, index) => index + 1))
      })

      test('tell how each probe ended, and how each category stands', async () => {
        const lease = await heldScan(store)
        await store.scans.record(lease, [attempt(1), attempt(2, { verdict: success }), attempt(3, { category: 'tool_abuse' })], at(2))
        expect(await store.scans.recordedOutcomes(lease.scanId)).toEqual(
          new Map([
            [attempt(1).probeId, 'resisted'],
            [attempt(2).probeId, 'succeeded'],
            [attempt(3).probeId, 'resisted'],
          ]),
        )
        const none = { succeeded: 0, resisted: 0, blocked: 0, inconclusive: 0, error: 0 }
        expect(await store.scans.coverage(lease.scanId)).toEqual({
          jailbreak: { ...none, succeeded: 1, resisted: 1 },
          tool_abuse: { ...none, resisted: 1 },
        })
        expect(await store.scans.coverage('scn_nothing')).toEqual({})
      })
    })

    describe('keys', () => {
      test('are listed newest first, the expired ones too', async () => {
        await store.keys.create(apiKey(1, { expiresAt: at(-5) }))
        await store.keys.create(apiKey(2, { name: 'odd \ud800 \u0000 name', scopes: ['keys:read'] }))
        expect(await store.keys.list()).toEqual([
          apiKey(2, { name: 'odd \ud800 \u0000 name', scopes: ['keys:read'] }),
          apiKey(1, { expiresAt: at(-5) }),
        ])
      })

      test('are found by their hash, and by nobody once revoked, in every process', async () => {
        const other = await open()
        await store.keys.create(apiKey(1))
        expect(await other.keys.findByHash(apiKey(1).hash)).toEqual(apiKey(1))
        expect(await store.keys.revoke('key_1')).toBe(true)
        expect(await other.keys.findByHash(apiKey(1).hash)).toBeUndefined()
        expect(await store.keys.list()).toEqual([])
        expect(await store.keys.revoke('key_1')).toBe(false)
      })

      test('remember their latest use, whatever the order of the reports', async () => {
        await store.keys.create(apiKey(1))
        await store.keys.touch('key_1', at(20))
        await store.keys.touch('key_1', at(10))
        expect((await store.keys.list())[0]?.lastUsed).toBe(at(20))
        await store.keys.touch('key_none', at(10))
      })

      test('with the same hash are refused', async () => {
        await store.keys.create(apiKey(1))
        await expect(store.keys.create(apiKey(2, { hash: apiKey(1).hash }))).rejects.toMatchObject({ code: 'internal' })
      })
    })

    test('answers when it is asked whether it is there, and says so when it is not', async () => {
      await expect(store.ping()).resolves.toBeUndefined()
      await store.close()
      await expect(store.ping()).rejects.toMatchObject({ code: 'unavailable' })
      await expect(store.keys.create(apiKey(1))).rejects.toMatchObject({ code: 'unavailable' })
      await expect(store.close()).resolves.toBeUndefined()
    })
  })
}
