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
  .meta({ id: 'ApiKey', description: 'An API key, without its secret.' })
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
  .meta({ id: 'NewApiKey', description: 'A key that was just created, with its secret.' })
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
