import { expect, test } from 'vitest'
import type { ApiKey } from '../domain/key.ts'
import type { KeyStore } from '../domain/ports.ts'
import { silentLog } from '../lib/log.ts'
import { Secret } from '../lib/secret.ts'
import { hashOf, newApiKeySecret } from './api-key-secret.ts'
import { openAuthenticate, scopesOf } from './authenticate.ts'

const secret = newApiKeySecret(() => new Uint8Array(32).fill(7))
const clock = { now: () => 1_000_000, monotonicMs: () => 0 }

/** A key store in memory that counts its reads and writes. */
function fakeKeys(change: Partial<ApiKey> = {}, touchFails = false) {
  const counts = { reads: 0, touches: 0 }
  const key: ApiKey = {
    id: 'key_1',
    name: 'k',
    hash: hashOf(secret),
    scopes: ['scans:read'],
    createdAt: '',
    expiresAt: null,
    lastUsed: null,
    ...change,
  }
  const keys: KeyStore = {
    create: async () => undefined,
    list: async () => [key],
    revoke: async () => false,
    findByHash: async (hash) => {
      counts.reads += 1
      return hash === hashOf(secret) ? key : undefined
    },
    touch: async () => {
      counts.touches += 1
      if (touchFails) throw new Error('disk full')
    },
  }
  return { keys, counts }
}

test('a checksum that is wrong costs no read of the database', async () => {
  const { keys, counts } = fakeKeys()
  const authenticate = openAuthenticate({ keys, clock, log: silentLog })
  for (const noise of ['', 'x', `${secret.slice(0, -1)}!`, 'sortie_'.padEnd(56, '0'), 'x'.repeat(100_000)]) {
    await expect(authenticate(noise)).rejects.toMatchObject({ code: 'unauthenticated' })
  }
  expect(counts.reads).toBe(0)
})

test('a row that is not the one asked for opens nothing', async () => {
  const { keys } = fakeKeys({ hash: hashOf('another') })
  await expect(openAuthenticate({ keys, clock, log: silentLog })(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('every request reads the key anew, and a burst writes last_used once', async () => {
  const { keys, counts } = fakeKeys()
  const authenticate = openAuthenticate({ keys, clock, log: silentLog })
  await Promise.all(Array.from({ length: 50 }, () => authenticate(secret)))
  expect(counts).toEqual({ reads: 50, touches: 1 })
})

test('a full disk does not lock readers out', async () => {
  const { keys } = fakeKeys({}, true)
  expect(await openAuthenticate({ keys, clock, log: silentLog })(secret)).toMatchObject({ kind: 'key' })
})

test('the admin token is known without the database, manages keys and does not scan', async () => {
  const { keys, counts } = fakeKeys()
  const principal = await openAuthenticate({ keys, clock, log: silentLog, adminToken: new Secret('admin') })('admin')
  expect(scopesOf(principal)).toEqual(['keys:read', 'keys:write'])
  expect(counts.reads).toBe(0)
})
