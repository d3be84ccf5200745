import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKey, Scope } from '../domain/key.ts'
import { scopes as allScopes } from '../domain/key.ts'
import type { Clock, KeyStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Log } from '../lib/log.ts'
import type { Secret } from '../lib/secret.ts'
import { hashOf, isWellFormed } from './api-key-secret.ts'

/** Who is calling: a key, the admin token, or somebody at this machine in local mode. */
export type Principal = Readonly<{ kind: 'key'; key: ApiKey } | { kind: 'admin' } | { kind: 'local' }>

/** What a caller may do. The admin token manages keys and does not scan: scans belong to a key. */
export function scopesOf(principal: Principal): readonly Scope[] {
  if (principal.kind === 'key') return principal.key.scopes
  return principal.kind === 'admin' ? ['keys:read', 'keys:write'] : allScopes
}

/** What a caller may hand out: a key no more than it has, whoever runs the service everything. */
export const grantsOf = (principal: Principal): readonly Scope[] => (principal.kind === 'key' ? principal.key.scopes : allScopes)

/** The id that a scan remembers as its creator. */
export const creatorOf = (principal: Principal): string | null => (principal.kind === 'key' ? principal.key.id : principal.kind)

// `last_used` is exact to 5 s, so a busy key costs one write in 5 s and not one a request.
const touchEveryMs = 5_000

/** Turns a credential into a principal or throws a 401. Every call reads the database: a revoked key fails at once, in every process. */
export function openAuthenticate(
  deps: Readonly<{ keys: KeyStore; clock: Clock; log: Log; adminToken?: Secret }>,
): (credential: string | undefined) => Promise<Principal> {
  const touched = new Map<string, number>()

  return async (credential) => {
    if (credential === undefined) throw new Problem('unauthenticated', 'Send an API key in the X-API-Key header.')
    if (deps.adminToken && isSame(credential, deps.adminToken.reveal())) return { kind: 'admin' }
    const key = isWellFormed(credential) ? await findKey(deps.keys, hashOf(credential)) : undefined
    if (!key) throw new Problem('unauthenticated', 'This API key is not known: it is mistyped, or it was revoked.')
    const nowMs = deps.clock.now()
    if (key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs) {
      throw new Problem('api_key_expired', `This API key expired at ${key.expiresAt}.`)
    }
    await touch(key, nowMs)
    return { kind: 'key', key }
  }

  async function touch(key: ApiKey, nowMs: number): Promise<void> {
    const lastMs = Math.max(touched.get(key.id) ?? 0, key.lastUsed === null ? 0 : Date.parse(key.lastUsed))
    if (nowMs - lastMs < touchEveryMs) return
    if (touched.size > 10_000) touched.clear()
    touched.set(key.id, nowMs)
    try {
      await deps.keys.touch(key.id, new Date(nowMs).toISOString())
    } catch (err) {
      // A full disk must not lock readers out: the time of last use is the lesser loss.
      touched.delete(key.id)
      deps.log.warn({ key_id: key.id, err }, 'last_used could not be written')
    }
  }
}

async function findKey(keys: KeyStore, hash: string): Promise<ApiKey | undefined> {
  const key = await keys.findByHash(hash)
  return key && isSame(key.hash, hash) ? key : undefined
}

/** Compares in a time that does not depend on where they differ; hashing makes the lengths equal. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
