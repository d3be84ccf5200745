import { describe, expect, test } from 'vitest'
import type { AttemptRow, Store } from '../../src/domain/ports.ts'
import type { Database } from './database.ts'
import { at, attempt, attempts, heldScan, success } from './store-samples.ts'

/** What every store promises about results: recorded once, counted, and found again. */
export function resultsContract(db: Database): void {
  describe('recording', () => {
    test('counts outcomes, requests, progress and weaknesses with the results', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(
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
      expect(await db.scan()).toMatchObject({
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
      const lease = await heldScan(db.store)
      await db.store.scans.record(lease, attempts(1, 3), at(2))
      expect(await db.store.scans.record(lease, attempts(2, 5, { verdict: success, response: 'second' }), at(3))).toBe(true)
      expect(await db.store.scans.record(lease, attempts(1, 5, { verdict: success }), at(4))).toBe(true)
      expect(await db.store.scans.record(lease, [attempt(6), attempt(6), attempt(6)], at(4))).toBe(true)
      expect(await db.scan()).toMatchObject({ attacksDone: 6, succeeded: 2, vulnerabilities: 1, requestsSent: 6 })
      const rows = await db.store.scans.attempts(lease.scanId, { limit: 10 })
      expect(rows.map(({ attempt: { probeId } }) => probeId)).toEqual(attempts(1, 6).map(({ probeId }) => probeId))
      expect(rows[1]?.attempt.response).toBe('response 2')
      expect(await db.store.scans.findings(lease.scanId)).toMatchObject([
        { weakness: 'persona', count: 2, firstProbeId: attempt(4).probeId },
      ])
    })

    test('progress never falls and stays below 100 until the scan is completed', async () => {
      const lease = await heldScan(db.store, 1, { attacksPlanned: 4 })
      await db.store.scans.record(lease, attempts(1, 2), at(2))
      expect((await db.scan()).progress).toBe(50)
      await db.store.scans.update(lease, { attacksPlanned: 100 })
      await db.store.scans.record(lease, [attempt(3)], at(2))
      expect((await db.scan()).progress).toBe(50)
      await db.store.scans.update(lease, { attacksPlanned: 4 })
      await db.store.scans.record(lease, [attempt(4)], at(2))
      expect((await db.scan()).progress).toBe(99)
    })

    test('a finding keeps the worst severity, the best proof and the first probe', async () => {
      const lease = await heldScan(db.store)
      const tentative = { ...success, confidence: 'tentative' } as const
      await db.store.scans.record(lease, [attempt(1, { verdict: tentative, severity: 'medium' })], at(2))
      await db.store.scans.record(lease, [attempt(2, { verdict: { ...success, confidence: 'confirmed' }, severity: 'critical' })], at(2))
      await db.store.scans.record(lease, [attempt(3, { verdict: tentative, severity: 'low' }), attempt(4)], at(2))
      expect(await db.store.scans.findings(lease.scanId)).toEqual([
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
      const lease = await heldScan(db.store)
      expect(await db.store.scans.record(lease, [], at(2))).toBe(true)
      expect(await db.store.scans.record({ ...lease, epoch: 99 }, [], at(2))).toBe(false)
    })

    test.each([1, 2, 63, 64, 65, 127, 400])('a batch of %i is written whole and in order', async (size) => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(lease, attempts(1, size), at(2))
      const rows = await db.store.scans.attempts(lease.scanId, { limit: 1_000 })
      expect(rows.map(({ attempt: { prompt } }) => prompt)).toEqual(attempts(1, size).map(({ prompt }) => prompt))
    })

    test('two scans at the same moment do not mix', async () => {
      const leases = [await heldScan(db.store, 1), await heldScan(db.store, 2), await heldScan(db.store, 3)]
      const other = await db.open()
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          (index % 2 ? db.store : other).scans.record(leases[index % 3]!, [attempt(index, { verdict: success })], at(2)),
        ),
      )
      for (const { scanId: id } of leases) {
        expect(await db.store.scans.get(id)).toMatchObject({ attacksDone: 10, succeeded: 10, vulnerabilities: 1 })
        const seqs = (await db.store.scans.attempts(id, { limit: 50 })).map(({ seq }) => seq)
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
      const lease = await heldScan(db.store)
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
      await db.store.scans.record(lease, [sent], at(2))
      const [row] = await db.store.scans.attempts(lease.scanId, { limit: 1 })
      expect(row?.attempt).toEqual(sent)
    })

    test('have an id that names their scan and place, and a time', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(lease, attempts(1, 2), at(2))
      const rows = await db.store.scans.attempts(lease.scanId, { limit: 5 })
      expect(rows.map(({ id, seq, recordedAt }) => ({ id, seq, recordedAt }))).toEqual([
        { id: `res_${lease.scanId.slice(4)}_1`, seq: 1, recordedAt: at(2) },
        { id: `res_${lease.scanId.slice(4)}_2`, seq: 2, recordedAt: at(2) },
      ])
    })

    test('are paged and filtered', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(
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
        (await db.store.scans.attempts(lease.scanId, query)).map(({ seq }) => seq)
      expect(await seqs({ limit: 3 })).toEqual([1, 2, 3])
      expect(await seqs({ limit: 3, afterSeq: 38 })).toEqual([39, 40])
      expect(await seqs({ limit: 9, success: true })).toEqual([1, 6, 11, 16, 21, 26, 31, 36])
      expect(await seqs({ limit: 9, outcome: 'succeeded', category: 'jailbreak' })).toEqual([6, 16, 26, 36])
      expect(await seqs({ limit: 2, success: false, afterSeq: 5, severity: 'low' })).toEqual([9, 13])
    })

    test('have summaries: the same rows, filters and pages, without what was said', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(lease, [attempt(1), attempt(2, { verdict: success }), attempt(3)], at(2))
      const whole = await db.store.scans.attempts(lease.scanId, { limit: 9 })
      const short = await db.store.scans.summaries(lease.scanId, { limit: 9 })
      const expected = whole.map(({ attempt: { prompt: _, response: __, turns: ___, ...rest }, ...row }) => ({ ...row, attempt: rest }))
      expect(short).toEqual(expected)
      expect(await db.store.scans.summaries(lease.scanId, { limit: 9, success: true })).toEqual([expected[1]])
      expect(await db.store.scans.summaries(lease.scanId, { limit: 1, afterSeq: 2 })).toEqual([expected[2]])
    })

    test('are streamed in order, whatever their number and size', async () => {
      const lease = await heldScan(db.store)
      for (let from = 1; from < 1_000; from += 100) await db.store.scans.record(lease, attempts(from, from + 99), at(2))
      await db.store.scans.record(lease, attempts(1_001, 1_012, { response: 'x'.repeat(1_500_000) }), at(3))
      const rows: AttemptRow['seq'][] = []
      for await (const { seq } of db.store.scans.streamAttempts(lease.scanId)) rows.push(seq)
      expect(rows).toEqual(Array.from({ length: 1_012 }, (_, index) => index + 1))
    })

    test('tell how each probe ended, and how each category stands', async () => {
      const lease = await heldScan(db.store)
      await db.store.scans.record(lease, [attempt(1), attempt(2, { verdict: success }), attempt(3, { category: 'tool_abuse' })], at(2))
      expect(await db.store.scans.recordedOutcomes(lease.scanId)).toEqual(
        new Map([
          [attempt(1).probeId, 'resisted'],
          [attempt(2).probeId, 'succeeded'],
          [attempt(3).probeId, 'resisted'],
        ]),
      )
      const none = { succeeded: 0, resisted: 0, blocked: 0, inconclusive: 0, error: 0 }
      expect(await db.store.scans.coverage(lease.scanId)).toEqual({
        jailbreak: { ...none, succeeded: 1, resisted: 1 },
        tool_abuse: { ...none, resisted: 1 },
      })
      expect(await db.store.scans.coverage('scn_nothing')).toEqual({})
    })
  })
}
