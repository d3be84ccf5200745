import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const wait: Wait = async (ms, signal) => {
  signal.throwIfAborted()
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error
  })
}
