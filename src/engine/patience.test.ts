import { expect, test } from 'vitest'
import { Problem } from '../domain/problem.ts'
import type { Wait } from '../lib/wait.ts'
import { Breaker } from './breaker.ts'
import { retryBudget, withRetries } from './retry.ts'

const signal = new AbortController().signal

function patience(maxAttacks = 100) {
  const pauses: number[] = []
  let nowMs = 0
  const wait: Wait = async (ms) => {
    pauses.push(ms)
    nowMs += ms
  }
  return { pauses, aid: { budget: retryBudget(maxAttacks), wait, jitter: () => 0.5, monotonicMs: () => nowMs, signal } }
}

/** Fails `times` times with `problem`, then answers. */
function flaky(times: number, problem: Problem) {
  let calls = 0
  return {
    calls: () => calls,
    act: async () => {
      if (++calls <= times) throw problem
      return 'ok'
    },
  }
}

test('what may pass a moment later is tried again, with growing pauses', async () => {
  const { pauses, aid } = patience()
  expect(await withRetries(flaky(2, new Problem('target_server_error', '500')).act, aid)).toBe('ok')
  expect(pauses).toEqual([500, 1000])
})

test('Retry-After is kept to the millisecond', async () => {
  const { pauses, aid } = patience()
  await withRetries(flaky(1, new Problem('target_rate_limited', '429', { retryAfterMs: 7000 })).act, aid)
  expect(pauses).toEqual([7000])
})

test('a pause longer than a minute is not waited for', async () => {
  const { pauses, aid } = patience()
  const absurd = flaky(9, new Problem('target_rate_limited', '429', { retryAfterMs: 86_400_000 }))
  await expect(withRetries(absurd.act, aid)).rejects.toThrow('429')
  expect([absurd.calls(), pauses]).toEqual([1, []])
})

test('what can not pass is not tried again', async () => {
  const { aid } = patience()
  const refused = flaky(9, new Problem('target_auth_failed', '401'))
  await expect(withRetries(refused.act, aid)).rejects.toThrow('401')
  expect(refused.calls()).toBe(1)
})

test('a whole scan spends at most a fifth of its attacks on retries', async () => {
  const { aid } = patience(50)
  const dead = flaky(Number.POSITIVE_INFINITY, new Problem('target_unreachable', 'down'))
  for (let n = 0; n < 50; n++) await expect(withRetries(dead.act, aid)).rejects.toThrow('down')
  expect(dead.calls()).toBe(50 + 10)
})

const limited = new Problem('target_rate_limited', '429', { retryAfterMs: 1000 })

test('waiting as the target asks costs none of the budget, as long as it answers somebody', async () => {
  const { aid } = patience(15)
  for (let n = 0; n < 200; n++) expect(await withRetries(flaky(5, limited).act, aid)).toBe('ok')
  expect(aid.budget.left).toBe(3)
})

test('what is turned away eight times is given up, for a filter may answer that way', async () => {
  const { aid } = patience()
  const filtered = flaky(Number.POSITIVE_INFINITY, limited)
  await expect(withRetries(filtered.act, aid)).rejects.toThrow('429')
  expect(filtered.calls()).toBe(8)
})

test('a target that turns everybody away for two minutes is failing, and each retry costs', async () => {
  const { aid } = patience(15)
  const closed = flaky(Number.POSITIVE_INFINITY, new Problem('target_rate_limited', '429', { retryAfterMs: 30_000 }))
  await expect(withRetries(closed.act, aid)).rejects.toThrow('429')
  const before = closed.calls()
  for (let n = 0; n < 50; n++) await expect(withRetries(closed.act, aid)).rejects.toThrow('429')
  expect(closed.calls() - before).toBe(50 + 3)
})

test('the breaker rests a dead target three times and then gives up', async () => {
  const pauses: number[] = []
  const breaker = new Breaker(async (ms) => void pauses.push(ms))
  for (let n = 0; n < 40 && !breaker.hasGivenUp; n++) {
    breaker.failed(signal)
    await breaker.pass()
  }
  expect(pauses).toEqual([1000, 2000, 4000])
  expect(breaker.hasGivenUp).toBe(true)
})

test('one answer in between and the breaker starts over', async () => {
  const pauses: number[] = []
  const breaker = new Breaker(async (ms) => void pauses.push(ms))
  for (let n = 0; n < 40; n++) {
    if (n % 9 === 0) breaker.answered()
    breaker.failed(signal)
    await breaker.pass()
  }
  expect(pauses).toEqual([])
})
