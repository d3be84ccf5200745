import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { at, attempts, completed, failed, heldScan, newScan, scanId, success } from './store-samples.ts'

/** What every store promises about scans: how they are made, listed and deleted. */
export function scansContract(db: Database): void {
  describe('scans', () => {
    test('come back as they were created', async () => {
      const asked = newScan(1, { name: 'Nightly \ud83d\ude80', sealedConfig: new Uint8Array([0, 255, 7]), attacksPlanned: 42 })
      const made = await db.store.scans.create(asked)
      const found = await db.store.scans.get(asked.id)
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
      expect(await db.store.scans.secrets(asked.id)).toEqual({
        sealedConfig: new Uint8Array([0, 255, 7]),
        canarySecret: new Uint8Array([1, 2, 3]),
      })
    })

    test('are there for every process at once, and after all have closed', async () => {
      await db.store.scans.create(newScan(1))
      const other = await db.open()
      expect(await other.scans.get(scanId(1))).toBeDefined()
    })

    test('that nobody made are undefined', async () => {
      await db.store.scans.create(newScan(1))
      expect(await db.store.scans.get('scn_nothing')).toBeUndefined()
      expect(await db.store.scans.get(`${scanId(1)}\u0000`)).toBeUndefined()
      expect(await db.store.scans.secrets('scn_nothing')).toBeUndefined()
    })

    test('are listed newest first, page by page, each exactly once while others are created', async () => {
      for (let number = 1; number <= 25; number++) await db.store.scans.create(newScan(number, { createdAt: at(Math.floor(number / 4)) }))
      const seen: string[] = []
      let after: { createdAt: string; id: string } | undefined
      for (let extra = 100; ; extra++) {
        const page = await db.store.scans.list({ limit: 4, ...(after && { after }) })
        if (page.length === 0) break
        seen.push(...page.map(({ id }) => id))
        after = { createdAt: page.at(-1)!.createdAt, id: page.at(-1)!.id }
        await db.store.scans.create(newScan(extra, { createdAt: at(5_000) }))
      }
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => scanId(25 - index)))
    })

    test('are listed by status', async () => {
      await heldScan(db.store, 1).then((lease) => db.store.scans.finish(lease, completed))
      await heldScan(db.store, 2).then((lease) => db.store.scans.finish(lease, failed))
      await db.store.scans.create(newScan(3))
      const ids = async (status: 'completed' | 'failed' | 'running' | 'pending') =>
        (await db.store.scans.list({ limit: 10, status })).map(({ id }) => id)
      expect(await ids('completed')).toEqual([scanId(1)])
      expect(await ids('failed')).toEqual([scanId(2)])
      expect(await ids('running')).toEqual([scanId(3)])
      expect(await ids('pending')).toEqual([])
    })

    test('are deleted with everything that belongs to them, but only when they have ended', async () => {
      const lease = await heldScan(db.store, 1, { idempotency: { key: 'k', bodyHash: 'h', expiresAt: at(86_400) } })
      await db.store.scans.record(lease, attempts(1, 3, { verdict: success }), at(2))
      expect(await db.store.scans.remove(lease.scanId)).toBe(false)
      await db.store.scans.finish(lease, completed)
      expect(await db.store.scans.remove(lease.scanId)).toBe(true)
      expect(await db.store.scans.remove(lease.scanId)).toBe(false)
      expect(await db.store.scans.get(lease.scanId)).toBeUndefined()
      expect(await db.store.scans.attempts(lease.scanId, { limit: 10 })).toEqual([])
      expect(await db.store.scans.findings(lease.scanId)).toEqual([])
    })
  })

  test('scans that ended long ago are deleted, a few at a time, and no others', async () => {
    for (const [number, completedAt] of [at(10), at(20), at(30), at(40)].entries()) {
      await heldScan(db.store, number + 1, { createdAt: at(0) }).then((lease) =>
        db.store.scans.finish(lease, { ...completed, completedAt }),
      )
    }
    await db.store.scans.create(newScan(5, { createdAt: at(-1_000) }))
    expect(await db.store.scans.removeEndedBefore(at(40), 2)).toBe(2)
    expect(await db.store.scans.removeEndedBefore(at(40), 2)).toBe(1)
    expect(await db.store.scans.removeEndedBefore(at(40), 2)).toBe(0)
    expect((await db.store.scans.list({ limit: 9 })).map(({ id }) => id)).toEqual([scanId(4), scanId(5)])
  })

  describe('an Idempotency-Key', () => {
    const once = { key: 'same', bodyHash: 'body-1', expiresAt: at(86_400) }

    test('answers the first scan again and creates no second one', async () => {
      await db.store.scans.create(newScan(1, { idempotency: once }))
      const again = await (await db.open()).scans.create(newScan(2, { idempotency: once }))
      expect(again).toMatchObject({ kind: 'replayed', scan: { id: scanId(1) } })
      expect(await db.store.scans.get(scanId(2))).toBeUndefined()
    })

    test('with another body is a mismatch', async () => {
      await db.store.scans.create(newScan(1, { idempotency: once }))
      expect(await db.store.scans.create(newScan(2, { idempotency: { ...once, bodyHash: 'body-2' } }))).toEqual({ kind: 'mismatch' })
    })

    test('is forgotten after its time', async () => {
      await db.store.scans.create(newScan(1, { idempotency: once }))
      const later = await db.store.scans.create(newScan(2, { idempotency: { ...once, bodyHash: 'body-2' }, createdAt: at(86_400) }))
      expect(later.kind).toBe('created')
    })

    test('sent many times at once creates one scan', async () => {
      const other = await db.open()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? db.store : other).scans.create(newScan(index + 1, { idempotency: once, createdAt: at(1) })),
        ),
      )
      expect(answers.filter(({ kind }) => kind === 'created')).toHaveLength(1)
      expect(answers.filter(({ kind }) => kind === 'replayed')).toHaveLength(19)
      expect(await db.store.scans.list({ limit: 50 })).toHaveLength(1)
    })
  })
}
