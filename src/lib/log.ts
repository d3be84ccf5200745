import { pino } from 'pino'

/** What the rest of the code needs of a logger. Prompts and answers never go here: they go to the store. */
export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
  child(fields: Readonly<Record<string, unknown>>): Log
}

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** JSON lines on stderr: stdout belongs to the command's own output. */
export function openLog(level: LogLevel): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: pino.stdSerializers.err } },
    pino.destination(2),
  )
}

const nothing = (): void => {}
/** For tests and for commands that speak for themselves. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => silentLog }
