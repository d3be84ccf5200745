import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { apiKey, at } from './store-samples.ts'

/** What every store promises about API keys. */
export function keysContract(db: Database): void {
  describe('keys', () => {
    test('are listed newest first, the expired ones too', async () => {
      await db.store.keys.create(apiKey(1, { expiresAt: at(-5) }))
      await db.store.keys.create(apiKey(2, { name: 'odd \ud800 \u0000 name', scopes: ['keys:read'] }))
      expect(await db.store.keys.list()).toEqual([
        apiKey(2, { name: 'odd \ud800 \u0000 name', scopes: ['keys:read'] }),
        apiKey(1, { expiresAt: at(-5) }),
      ])
    })

    test('are found by their hash, and by nobody once revoked, in every process', async () => {
      const other = await db.open()
      await db.store.keys.create(apiKey(1))
      expect(await other.keys.findByHash(apiKey(1).hash)).toEqual(apiKey(1))
      expect(await db.store.keys.revoke('key_1')).toBe(true)
      expect(await other.keys.findByHash(apiKey(1).hash)).toBeUndefined()
      expect(await db.store.keys.list()).toEqual([])
      expect(await db.store.keys.revoke('key_1')).toBe(false)
    })

    test('remember their latest use, whatever the order of the reports', async () => {
      await db.store.keys.create(apiKey(1))
      await db.store.keys.touch('key_1', at(20))
      await db.store.keys.touch('key_1', at(10))
      expect((await db.store.keys.list())[0]?.lastUsed).toBe(at(20))
      await db.store.keys.touch('key_none', at(10))
    })

    test('with the same hash are refused', async () => {
      await db.store.keys.create(apiKey(1))
      await expect(db.store.keys.create(apiKey(2, { hash: apiKey(1).hash }))).rejects.toMatchObject({ code: 'internal' })
    })
  })
}
