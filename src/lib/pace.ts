import { learnRate } from './pace-rate.ts'

/**
 * Lets work through at a polite pace: at most so many at once, at most so many a second, slower after pushback
 * (additive increase, multiplicative decrease, as TCP does), and not at all while the other side asked for a pause.
 */
export interface Pace {
  /** Undefined: go at once. A promise: go when it resolves; it rejects when `signal` aborts or the pace is stopped. */
  enter(signal?: AbortSignal): Promise<void> | undefined
  /** Every `enter` is followed by exactly one `leave`. `startedMs` is when the work was let through. */
  leave(how: Feedback, startedMs: number, pauseMs?: number): void
  /** Turns away everybody who waits. */
  turnAway(reason: Error): void
  readonly inFlight: number
  readonly waiting: number
  /** How many may be in flight right now; never above `maxInFlight`. */
  readonly limit: number
  /** At rest: nothing running, nobody waiting, no pushback remembered. */
  readonly isIdle: boolean
}

/** `limited`: the other side counts, and it was too many (429). `busy`: it is too much (503, a time-out). `failing`: it fails (5xx). `none` teaches nothing. */
export type Feedback = 'fine' | 'limited' | 'busy' | 'failing' | 'none'

export type PaceOptions = Readonly<{
  maxInFlight: number
  perSecond?: number
  /** Monotonic milliseconds. */
  nowMs: () => number
}>

/** The longest pause that anybody can ask for. */
const maxPauseMs = 60_000
const firstPauseMs = 250
const longestOwnPauseMs = 15_000
/** Pushback that old is no longer news: a pace that nobody used since may be forgotten. */
const forgottenAfterMs = 600_000

type Waiter = { go: () => void; fail: (reason: unknown) => void; isGone: boolean }

export function createPace(options: PaceOptions): Pace {
  const { maxInFlight, nowMs } = options
  const ownGapMs = options.perSecond === undefined ? 0 : 1000 / options.perSecond
  const learnt = learnRate()
  const queue: Waiter[] = []
  let waiting = 0
  let inFlight = 0
  let limit = maxInFlight
  let nextMs = 0
  let pausedUntilMs = 0
  let lastCutMs = Number.NEGATIVE_INFINITY
  let streak = 0
  let timer: NodeJS.Timeout | undefined

  const hasRoom = () => inFlight < Math.max(1, Math.floor(limit))
  const openFromMs = () => Math.max(nextMs, pausedUntilMs)
  const take = (now: number) => {
    inFlight++
    const gapMs = Math.max(ownGapMs, learnt.gapMs)
    if (gapMs > 0) nextMs = Math.max(nextMs, now) + gapMs
  }

  const pump = () => {
    clearTimeout(timer)
    timer = undefined
    while (queue.length > 0 && hasRoom()) {
      const now = nowMs()
      if (now < openFromMs()) {
        timer = setTimeout(pump, Math.ceil(openFromMs() - now))
        return
      }
      const waiter = queue.shift()!
      if (waiter.isGone) continue
      waiting--
      take(now)
      waiter.go()
    }
  }

  const wait = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        waiter.isGone = true
        waiting--
        reject(signal!.reason)
      }
      const done = () => signal?.removeEventListener('abort', onAbort)
      const waiter: Waiter = {
        go: () => {
          done()
          resolve()
        },
        fail: (reason) => {
          done()
          reject(reason)
        },
        isGone: false,
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting++
      queue.push(waiter)
      pump()
    })

  const slowDown = (how: 'limited' | 'busy' | 'failing', pauseMs: number | undefined) => {
    limit = Math.max(1, limit * (how === 'failing' ? 0.75 : 0.5))
    lastCutMs = nowMs()
    streak++
    const own = how === 'failing' ? 0 : Math.min(longestOwnPauseMs, firstPauseMs * 2 ** Math.min(streak - 1, 10))
    pausedUntilMs = Math.max(pausedUntilMs, lastCutMs + (pauseMs === undefined ? own : 0))
  }

  return {
    enter(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (waiting === 0 && hasRoom()) {
        const now = ownGapMs > 0 || pausedUntilMs > 0 ? nowMs() : 0
        if (now >= openFromMs()) {
          take(now)
          return undefined
        }
      }
      return wait(signal)
    },
    leave(how, startedMs, pauseMs) {
      inFlight--
      if (how === 'fine') {
        streak = 0
        learnt.taken(startedMs)
        if (limit < maxInFlight) limit = Math.min(maxInFlight, limit + 1 / limit)
      }
      // Ten answers to what was sent before the last cut are one pushback, not ten.
      if (how !== 'fine' && how !== 'none' && startedMs >= lastCutMs) {
        if (how === 'limited') learnt.refused(startedMs)
        slowDown(how, pauseMs)
      }
      if (pauseMs !== undefined) pausedUntilMs = Math.max(pausedUntilMs, nowMs() + Math.min(pauseMs, maxPauseMs))
      if (waiting > 0) pump()
    },
    turnAway(reason) {
      clearTimeout(timer)
      timer = undefined
      for (const waiter of queue.splice(0)) if (!waiter.isGone) waiter.fail(reason)
      waiting = 0
    },
    get inFlight() {
      return inFlight
    },
    get waiting() {
      return waiting
    },
    get limit() {
      return Math.max(1, Math.floor(limit))
    },
    get isIdle() {
      const isForgiven = (limit === maxInFlight && learnt.gapMs === 0) || nowMs() - lastCutMs > forgottenAfterMs
      return inFlight === 0 && waiting === 0 && isForgiven && nowMs() >= openFromMs()
    },
  }
}
