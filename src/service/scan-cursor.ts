import { z } from 'zod'
import type { ScanCursor } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'

const Place = z.tuple([z.iso.datetime(), z.string().regex(/^scn_[0-9a-f]{32}$/), z.string()])

/** Where a page of scans ended, as an opaque word. It holds the filter, so that it can't be used with another one. */
export const toScanCursor = (last: ScanCursor, filter: string): string =>
  Buffer.from(JSON.stringify([last.createdAt, last.id, filter])).toString('base64url')

export function fromScanCursor(cursor: string, filter: string): ScanCursor {
  const place = Place.safeParse(parseCursor(cursor))
  if (!place.success || place.data[2] !== filter) throw badCursor()
  return { createdAt: place.data[0], id: place.data[1] }
}

/** Where a page of results ended. */
export const toResultCursor = (seq: number): string => Buffer.from(JSON.stringify([seq])).toString('base64url')

export function fromResultCursor(cursor: string): number {
  const place = z.tuple([z.int().min(0)]).safeParse(parseCursor(cursor))
  if (!place.success) throw badCursor()
  return place.data[0]
}

/** Where a page of attacks ended, with the category it was asked for. */
export const toAttackCursor = (id: string, filter: string): string => Buffer.from(JSON.stringify([id, filter])).toString('base64url')

export function fromAttackCursor(cursor: string, filter: string): string {
  const place = z.tuple([z.string(), z.string()]).safeParse(parseCursor(cursor))
  if (!place.success || place.data[1] !== filter) throw badCursor()
  return place.data[0]
}

function parseCursor(cursor: string): unknown {
  if (!/^[\w-]{1,300}$/.test(cursor)) throw badCursor()
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (cause) {
    throw badCursor(cause)
  }
}

function badCursor(cause?: unknown): Problem {
  const detail = 'Take the cursor from the Link header of the page before, and keep the other parameters as they were.'
  return new Problem('invalid_request', detail, { cause, errors: [{ pointer: '/cursor', detail }] })
}
