import { expect, test } from 'vitest'
import type { ScanStore } from '../domain/ports.ts'
import { dropOldScans } from './drop-old-scans.ts'

const clock = { now: () => Date.parse('2026-11-15T12:00:00Z'), monotonicMs: () => 0 }

function storeWith(old: number) {
  const asked: string[] = []
  const removeEndedBefore = async (before: string, most: number) => {
    asked.push(before)
    const now = Math.min(old, most)
    old -= now
    return now
  }
  return { scans: { removeEndedBefore } as unknown as ScanStore, asked }
}

test('drops everything that ended before the retention time, a few at a time', async () => {
  const { scans, asked } = storeWith(45)
  expect(await dropOldScans({ scans, clock }, 90)).toBe(45)
  expect(asked).toEqual(Array.from({ length: 3 }, () => '2026-08-17T12:00:00.000Z'))
})

test('0 days keeps everything', async () => {
  const { scans, asked } = storeWith(45)
  expect(await dropOldScans({ scans, clock }, 0)).toBe(0)
  expect(asked).toEqual([])
})
