import { setTimeout as wait } from 'node:timers/promises'

/** Waits between two polls. Ends early when the turn is over: the next request is then refused with the reason. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => wait(ms, undefined, { signal }).catch(() => undefined)
