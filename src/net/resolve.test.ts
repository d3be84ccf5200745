import { expect, test } from 'vitest'
import { createResolve } from './resolve.ts'

test('literals and localhost are never asked of anybody', async () => {
  const resolve = createResolve({
    nowMs: () => 0,
    lookup: async () => {
      throw new Error('asked')
    },
  })
  expect(await resolve('10.0.0.1')).toEqual(['10.0.0.1'])
  expect(await resolve('a.localhost')).toEqual(['127.0.0.1', '::1'])
})

test('a name is asked once at a time, kept for a while, then asked again', async () => {
  let nowMs = 0
  let asked = 0
  const resolve = createResolve({ nowMs: () => nowMs, ttlMs: 1000, lookup: async () => [`10.0.0.${++asked}`] })
  expect(await Promise.all([resolve('x.test'), resolve('x.test')])).toEqual([['10.0.0.1'], ['10.0.0.1']])
  nowMs = 999
  expect(await resolve('x.test')).toEqual(['10.0.0.1'])
  nowMs = 1001
  expect(await resolve('x.test')).toEqual(['10.0.0.2'])
})

test('a failure is remembered for a moment, not for good', async () => {
  let nowMs = 0
  let asked = 0
  const resolve = createResolve({
    nowMs: () => nowMs,
    lookup: async () => {
      if (++asked === 1) throw new Error('ENOTFOUND')
      return ['10.0.0.1']
    },
  })
  await expect(resolve('x.test')).rejects.toThrow(/could not be resolved/)
  await expect(resolve('x.test')).rejects.toThrow(/could not be resolved/)
  expect(asked).toBe(1)
  nowMs = 2001
  expect(await resolve('x.test')).toEqual(['10.0.0.1'])
})

test('dead names take turns, and each gives up in time', async () => {
  let current = 0
  let peak = 0
  const lookup = () => {
    peak = Math.max(peak, ++current)
    return new Promise<string[]>((_, reject) =>
      setTimeout(() => {
        current--
        reject(new Error('EAI_AGAIN'))
      }, 5),
    )
  }
  const resolve = createResolve({ nowMs: () => performance.now(), lookup, timeoutMs: 1000 })
  const all = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => resolve(`dead${i}.test`)))
  expect(all.every((one) => one.status === 'rejected')).toBe(true)
  expect(peak).toBe(3)
  const silent = createResolve({ nowMs: () => performance.now(), lookup: () => new Promise(() => undefined), timeoutMs: 10 })
  await expect(silent('silent.test')).rejects.toThrow(/could not be resolved/)
})
