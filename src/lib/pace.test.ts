import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPace, type Pace } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nowMs = () => performance.now()
const isOpen = (pace: Pace) => {
  const waiting = pace.enter()
  if (!waiting) return true
  waiting.catch(() => undefined)
  return false
}

test('never more in flight than allowed, and the next one goes when one leaves', async () => {
  const pace = createPace({ maxInFlight: 2, nowMs })
  expect([isOpen(pace), isOpen(pace)]).toEqual([true, true])
  let gone = false
  const third = pace.enter()?.then(() => {
    gone = true
  })
  await Promise.resolve()
  expect([gone, pace.waiting]).toEqual([false, 1])
  pace.leave('fine', nowMs())
  await third
  expect([gone, pace.inFlight, pace.waiting]).toEqual([true, 2, 0])
})

test('never more a second than allowed, without bursts', async () => {
  const pace = createPace({ maxInFlight: 100, perSecond: 10, nowMs })
  const started: number[] = []
  const begin = nowMs()
  for (let i = 0; i < 21; i++) {
    const waiting = pace.enter()
    if (waiting) void waiting.then(() => started.push(nowMs() - begin))
    else started.push(nowMs() - begin)
  }
  await vi.advanceTimersByTimeAsync(2100)
  expect(started).toHaveLength(21)
  for (let i = 1; i < started.length; i++) expect(started[i]! - started[i - 1]!).toBeGreaterThanOrEqual(99)
})

test('halves once for a whole volley of pushback, and comes back to full pace', async () => {
  const pace = createPace({ maxInFlight: 16, nowMs })
  const startedMs = nowMs()
  for (let i = 0; i < 16; i++) pace.enter()
  await vi.advanceTimersByTimeAsync(10)
  for (let i = 0; i < 16; i++) pace.leave('busy', startedMs)
  expect(pace.limit).toBe(8)
  await vi.advanceTimersByTimeAsync(1000)
  let sent = 0
  while (pace.limit < 16 && sent < 1000) {
    expect(isOpen(pace)).toBe(true)
    pace.leave('fine', nowMs())
    sent++
  }
  expect(sent).toBeLessThan(120)
  expect(pace.isIdle).toBe(true)
})

test('keeps a pause to the second, however many ask', async () => {
  const pace = createPace({ maxInFlight: 4, nowMs })
  pace.enter()
  pace.leave('busy', nowMs(), 7000)
  let letThrough = 0
  for (let i = 0; i < 4; i++) void pace.enter()?.then(() => letThrough++)
  await vi.advanceTimersByTimeAsync(6999)
  expect(letThrough).toBe(0)
  await vi.advanceTimersByTimeAsync(2)
  expect(letThrough).toBeGreaterThan(0)
})

test('nobody can ask for more than a minute', async () => {
  const pace = createPace({ maxInFlight: 1, nowMs })
  pace.enter()
  pace.leave('busy', nowMs(), 86_400_000)
  const waiting = pace.enter()
  await vi.advanceTimersByTimeAsync(60_001)
  await waiting
  expect(pace.inFlight).toBe(1)
})

test('pushback without a word about time waits twice as long each time, up to 15 s, and forgets after a good answer', async () => {
  const pace = createPace({ maxInFlight: 1, nowMs })
  const pushBackAndWait = async () => {
    pace.enter()
    pace.leave('busy', nowMs())
    const toldMs = nowMs()
    const waiting = pace.enter()
    await vi.advanceTimersToNextTimerAsync()
    await waiting
    pace.leave('none', nowMs())
    return Math.round(nowMs() - toldMs)
  }
  const waits: number[] = []
  for (let i = 0; i < 8; i++) waits.push(await pushBackAndWait())
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  pace.enter()
  pace.leave('fine', nowMs())
  expect(await pushBackAndWait()).toBe(250)
})

test('whoever gives up while waiting takes no place', async () => {
  const pace = createPace({ maxInFlight: 1, nowMs })
  pace.enter()
  const quitter = new AbortController()
  const gaveUp = pace.enter(quitter.signal)
  const patient = pace.enter()
  quitter.abort(new Error('enough'))
  await expect(gaveUp).rejects.toThrow('enough')
  pace.leave('none', nowMs())
  await patient
  expect([pace.inFlight, pace.waiting]).toEqual([1, 0])
})

test('a stop turns away everybody who waits', async () => {
  const pace = createPace({ maxInFlight: 1, nowMs })
  pace.enter()
  const waiting = [pace.enter(), pace.enter()]
  pace.turnAway(new Error('stopped'))
  for (const one of waiting) await expect(one).rejects.toThrow('stopped')
  expect(pace.waiting).toBe(0)
})

test.each([3, 8, 25])('learns that %i a second are allowed, and is hardly ever refused from then on', async (allowed) => {
  const pace = createPace({ maxInFlight: 64, nowMs })
  const taken: number[] = []
  const refused: number[] = []
  let left = 40 * allowed
  const client = async () => {
    while (left > 0) {
      await pace.enter()
      const startedMs = nowMs()
      await new Promise((resolve) => setTimeout(resolve, 5))
      const isTooMany = taken.filter((ms) => ms > startedMs - 1000).length >= allowed
      ;(isTooMany ? refused : taken).push(startedMs)
      if (!isTooMany) left--
      pace.leave(isTooMany ? 'limited' : 'fine', startedMs, isTooMany ? 1000 : undefined)
    }
  }
  const clients = Promise.all(Array.from({ length: 10 }, client))
  await vi.advanceTimersByTimeAsync(120_000)
  await clients
  const settledMs = taken[0]! + 5000
  expect(refused.filter((ms) => ms > settledMs).length).toBeLessThan(0.1 * taken.length)
  // At least half of what is allowed is made use of.
  expect(taken.at(-1)! - taken[0]!).toBeLessThan(2 * 40 * 1000)
})

test('a limit that was lifted is forgotten', async () => {
  const pace = createPace({ maxInFlight: 1, nowMs })
  for (let i = 0; i < 8; i++) {
    pace.enter()
    pace.leave('fine', nowMs())
    await vi.advanceTimersByTimeAsync(50)
  }
  pace.enter()
  pace.leave('limited', nowMs(), 1000)
  expect(pace.isIdle).toBe(false)
  for (let i = 0; i < 2000 && !pace.isIdle; i++) {
    const waiting = pace.enter()
    await vi.advanceTimersByTimeAsync(i === 0 ? 1000 : 200)
    await waiting
    pace.leave('fine', nowMs())
  }
  expect(nowMs()).toBeLessThan(500_000)
  expect([isOpen(pace), pace.leave('fine', nowMs()), isOpen(pace)]).toEqual([true, undefined, true])
})
