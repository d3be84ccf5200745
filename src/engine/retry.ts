import { toProblem } from '../domain/problem.ts'
import type { Wait } from '../lib/wait.ts'

/** Retries that a whole scan may spend: 20 % of its attacks. Shared, so that a dead target is not asked three times as often. */
export type RetryBudget = { left: number }
export const retryBudget = (maxAttacks: number): RetryBudget => ({ left: Math.max(3, Math.ceil(maxAttacks * 0.2)) })

/** 3 tries: what fails three times in a row with growing pauses is down, not busy. */
const MAX_TRIES = 3
/** A target that asks for a longer pause than this is treated as down for this request. */
const LONGEST_WAIT_MS = 60_000

/** Tries again where that can help, after what the target asked for or a growing pause. `jitter` is in [0, 1). */
export async function withRetries<T>(
  act: () => Promise<T>,
  { budget, wait, jitter, signal }: { budget: RetryBudget; wait: Wait; jitter: () => number; signal: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act()
    } catch (error) {
      signal.throwIfAborted()
      const problem = toProblem(error)
      const pauseMs = problem.extra.retryAfterMs ?? 500 * 2 ** (tries - 1) * (0.5 + jitter())
      if (!problem.retryable || tries >= MAX_TRIES || budget.left <= 0 || pauseMs > LONGEST_WAIT_MS) throw problem
      budget.left--
      await wait(pauseMs, signal)
    }
  }
}
