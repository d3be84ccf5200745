import { Problem } from '../domain/problem.ts'

/** A failure of SQLite as a Problem. Codes: https://sqlite.org/rescode.html; the low byte is the kind. */
export function toStoreProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const extra = { cause: error, retryAfterMs: 2_000 }
  switch (sqliteCode(error)) {
    case codes.full:
      return storageFull(error)
    case codes.busy:
    case codes.locked:
      return new Problem('unavailable', 'Another process is holding the database. Try again in a moment.', extra)
    case codes.ioError:
    case codes.cantOpen:
    case codes.noMemory:
      return new Problem('unavailable', 'The database can not be read or written right now.', extra)
    case codes.readOnly:
      return new Problem('unavailable', 'The database may only be read. Check who owns its file and folder.', extra)
    case codes.corrupt:
    case codes.notADatabase:
      return new Problem('unavailable', 'The database is damaged. Stop the service and restore a backup.', extra)
    default:
      return new Problem('internal', 'The database did not understand us.', { cause: error })
  }
}

export const storageFull = (cause?: unknown): Problem =>
  new Problem('storage_full', 'The disk with the database is full. Free some space; nothing that was accepted is lost.', {
    cause,
    retryAfterMs: 30_000,
  })

/** Whether trying again in a moment is likely to help. */
export const isBusy = (error: unknown): boolean => sqliteCode(error) === codes.busy || sqliteCode(error) === codes.locked

/** Whether the file is no database, or not a whole one. */
export const isDamaged = (error: unknown): boolean => sqliteCode(error) === codes.corrupt || sqliteCode(error) === codes.notADatabase

export const isUnwritable = (error: unknown): boolean => sqliteCode(error) === codes.cantOpen || sqliteCode(error) === codes.readOnly

const codes = { busy: 5, locked: 6, noMemory: 7, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADatabase: 26 } as const

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}
