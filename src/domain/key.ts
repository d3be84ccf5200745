import { z } from 'zod'

export const scopes = ['scans:read', 'scans:write', 'keys:read', 'keys:write'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>
export const defaultScopes: readonly Scope[] = ['scans:read', 'scans:write']

/** An API key as it is kept: the secret itself is shown once and never stored. */
export type ApiKey = Readonly<{
  id: string
  name: string
  hash: string
  scopes: readonly Scope[]
  createdAt: string
  expiresAt: string | null
  lastUsed: string | null
}>
