import { expect, test } from 'vitest'
import type { Attempt } from '../domain/verdict.ts'
import { Recorder } from './recorder.ts'

const attempt = (n: number): Attempt => ({ probeId: `p${n}` }) as Attempt

/** A clock that does not wait; what arrives in the same moment still goes into one batch. */
const atOnce = async () => undefined

test('everything added is written once, in order, in batches', async () => {
  const batches: string[][] = []
  const recorder = new Recorder(
    async (batch) => {
      batches.push(batch.map(({ probeId }) => probeId))
      return true
    },
    () => {},
    atOnce,
  )
  await Promise.all(Array.from({ length: 250 }, (_, n) => recorder.add(attempt(n))))
  await recorder.flush()
  expect(batches.flat()).toEqual(Array.from({ length: 250 }, (_, n) => `p${n}`))
  expect(batches.length).toBeLessThan(10)
})

test('a store that fails stops the scan instead of losing results in silence', async () => {
  const recorder = new Recorder(
    async () => {
      throw new Error('disk full')
    },
    () => {},
    atOnce,
  )
  await recorder.add(attempt(1))
  await expect(recorder.flush()).rejects.toThrow('disk full')
  await expect(recorder.add(attempt(2))).rejects.toThrow('disk full')
})

test('a scan that became somebody else’s is let go', async () => {
  let lost = 0
  const recorder = new Recorder(
    async () => false,
    () => lost++,
    atOnce,
  )
  await recorder.add(attempt(1))
  await recorder.flush()
  expect(lost).toBe(1)
})
