import { z } from 'zod'
import { newId } from '../domain/ids.ts'
import type { ApiKey } from '../domain/key.ts'
import { defaultScopes, Scope } from '../domain/key.ts'
import type { Clock, KeyStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { hashOf, newApiKeySecret } from './api-key-secret.ts'
import type { NewKeyView } from './key-view.ts'
import { toNewKeyView } from './key-view.ts'

/** What may be said about a new key; all of it may be left out. Fields we do not know are ignored here. */
export const KeyInput = z
  .object({
    name: z
      .string('The name must be a string.')
      .trim()
      .min(1, 'The name must have 1 to 200 characters.')
      .max(200, 'The name must have 1 to 200 characters.')
      .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'The name must be one line of plain text.')
      .optional()
      .describe('A label for people. Default: API key.'),
    scopes: z
      .array(Scope)
      .min(1, 'Name at least one scope, or leave scopes out.')
      .optional()
      .describe('Default: scans:read and scans:write. A key mints only a subset of its own scopes.'),
    expires_at: z.iso
      .datetime({ offset: true, error: 'expires_at must be an ISO 8601 time such as 2030-01-31T12:00:00Z.' })
      .optional()
      .describe('When the key stops working. Default: never.'),
  })
  .meta({ id: 'ApiKeyRequest', description: 'A key to create.', examples: [{ name: 'ci' }] })
export type KeyInput = z.infer<typeof KeyInput>

/** Creates a key. `mayGrant` are the scopes of whoever asks: nobody hands out more than they have. */
export async function createKey(
  deps: Readonly<{ keys: KeyStore; clock: Clock; random: (size: number) => Uint8Array }>,
  input: KeyInput,
  mayGrant: readonly Scope[],
): Promise<NewKeyView> {
  const nowMs = deps.clock.now()
  const secret = newApiKeySecret(deps.random)
  const key: ApiKey = {
    id: newId('key', nowMs),
    name: input.name ?? 'API key',
    hash: hashOf(secret),
    scopes: grant(input.scopes, mayGrant),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: expiryOf(input.expires_at, nowMs),
    lastUsed: null,
  }
  await deps.keys.create(key)
  return toNewKeyView(key, secret)
}

function grant(wanted: readonly Scope[] | undefined, mayGrant: readonly Scope[]): readonly Scope[] {
  const granted = wanted ?? defaultScopes.filter((scope) => mayGrant.includes(scope))
  const missing = granted.filter((scope) => !mayGrant.includes(scope))
  if (missing.length > 0 || granted.length === 0) {
    throw new Problem(
      'insufficient_scope',
      `A key creates only keys with scopes of its own; this one has ${mayGrant.join(', ') || 'none'}.`,
      missing.length > 0 ? { errors: [{ pointer: '/scopes', detail: `Not yours to give: ${missing.join(', ')}.` }] } : {},
    )
  }
  return [...new Set(granted)]
}

function expiryOf(wanted: string | undefined, nowMs: number): string | null {
  if (wanted === undefined) return null
  const atMs = Date.parse(wanted)
  if (atMs > nowMs) return new Date(atMs).toISOString()
  const detail = 'expires_at must be in the future.'
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/expires_at', detail }] })
}
