import { z } from 'zod'
import type { ApiKey } from '../domain/key.ts'
import { Scope } from '../domain/key.ts'

const Timestamp = z.iso.datetime()

/** An API key on the wire: never its secret. */
export const KeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    last_used: Timestamp.nullable().describe('Exact to 5 seconds; null until the first use.'),
    created_at: Timestamp,
    scopes: z.array(Scope),
    expires_at: Timestamp.nullable(),
  })
  .meta({
    id: 'ApiKey',
    description: 'An API key, without its secret.',
    examples: [
      {
        id: 'key_019a3c1f0e2b7c4d8e5f60718293a4b5',
        name: 'ci',
        last_used: '2026-11-15T12:03:07.000Z',
        created_at: '2026-11-15T12:00:00.000Z',
        scopes: ['scans:read', 'scans:write'],
        expires_at: null,
      },
    ],
  })
export type KeyView = z.infer<typeof KeyView>

/** The answer to creating a key: the only one that ever holds the secret. */
export const NewKeyView = z
  .object({
    id: z.string(),
    key: z.string().describe('The secret itself. It is shown in this answer only.'),
    name: z.string(),
    created_at: Timestamp,
    scopes: z.array(Scope),
    expires_at: Timestamp.nullable(),
  })
  .meta({
    id: 'NewApiKey',
    description: 'A key that was just created, with its secret.',
    examples: [
      {
        id: 'key_019a3c1f0e2b7c4d8e5f60718293a4b5',
        key: 'sortie_<43 characters><6 characters of checksum>',
        name: 'ci',
        created_at: '2026-11-15T12:00:00.000Z',
        scopes: ['scans:read', 'scans:write'],
        expires_at: null,
      },
    ],
  })
export type NewKeyView = z.infer<typeof NewKeyView>

export const toKeyView = (key: ApiKey): KeyView => ({
  id: key.id,
  name: key.name,
  last_used: key.lastUsed,
  created_at: key.createdAt,
  scopes: [...key.scopes],
  expires_at: key.expiresAt,
})

export const toNewKeyView = (key: ApiKey, secret: string): NewKeyView => ({
  id: key.id,
  key: secret,
  name: key.name,
  created_at: key.createdAt,
  scopes: [...key.scopes],
  expires_at: key.expiresAt,
})
