import type { KeyStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'

/** Revokes a key for good. Its scans go on: they belong to the workspace. */
export async function revokeKey(keys: KeyStore, id: string): Promise<void> {
  const isOurs = /^key_[0-9a-f]{32}$/.test(id)
  if (!isOurs || !(await keys.revoke(id))) throw new Problem('not_found', 'There is no such API key.')
}
