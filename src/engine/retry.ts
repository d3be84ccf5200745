import { type Problem, toProblem } from '../domain/problem.ts'
import type { Wait } from '../lib/wait.ts'

/** Retries that a whole scan may spend: 20 % of its attacks. Shared, so that a dead target is not asked three times as often. */
export type RetryBudget = {
  left: number
  /** Since when all that the target says is that we are too many. */
  refusedSinceMs?: number | undefined
}
export const retryBudget = (maxAttacks: number): RetryBudget => ({ left: Math.max(3, Math.ceil(maxAttacks * 0.2)) })

/** 3 tries: what fails three times in a row with growing pauses is down, not busy. */
const MAX_TRIES = 3
/** Who is told to come back later is not failed: the pace gets slower meanwhile. A filter that answers 429 to some texts ends it. */
const MAX_TRIES_IF_LIMITED = 8
/** No answer to anybody for so long, and it is no rate limit but a closed door: from then on it costs what any failure does. */
const LONGEST_REFUSAL_MS = 120_000
/** A target that asks for a longer pause than this is treated as down for this request. */
const LONGEST_WAIT_MS = 60_000
const LONGEST_OWN_WAIT_MS = 8_000

/** What a retry needs. `jitter` is in [0, 1). */
export type Patience = Readonly<{
  budget: RetryBudget
  wait: Wait
  jitter: () => number
  monotonicMs: () => number
  signal: AbortSignal
}>

/** Tries again where that can help, after what the target asked for or a growing pause. Waiting one's turn costs none of the budget. */
export async function withRetries<T>(act: () => Promise<T>, { budget, wait, jitter, monotonicMs, signal }: Patience): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const done = await act()
      budget.refusedSinceMs = undefined
      return done
    } catch (error) {
      signal.throwIfAborted()
      const problem = toProblem(error)
      const isFree = isTurnedAway(problem, budget, monotonicMs())
      const pauseMs = problem.extra.retryAfterMs ?? Math.min(LONGEST_OWN_WAIT_MS, 500 * 2 ** (tries - 1)) * (0.5 + jitter())
      if (!problem.retryable || tries >= (isFree ? MAX_TRIES_IF_LIMITED : MAX_TRIES) || pauseMs > LONGEST_WAIT_MS) throw problem
      if (!isFree && budget.left-- <= 0) throw problem
      await wait(pauseMs, signal)
    }
  }
}

/** Whether the target only asks for fewer requests, and has not been doing that to everybody for too long. */
function isTurnedAway(problem: Problem, budget: RetryBudget, nowMs: number): boolean {
  if (problem.code !== 'target_rate_limited') return false
  budget.refusedSinceMs ??= nowMs
  return nowMs - budget.refusedSinceMs < LONGEST_REFUSAL_MS
}
