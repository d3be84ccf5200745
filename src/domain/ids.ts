import { randomBytes } from 'node:crypto'

export type IdPrefix = 'scn' | 'key' | 'req' | 'wrk' | 'ses'

/** A sortable id: prefix, then a UUIDv7 without dashes. Unique, not secret. */
export function newId(prefix: IdPrefix, nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `${prefix}_${bytes.toString('hex')}`
}
