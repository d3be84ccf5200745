import { expect, test, vi } from 'vitest'
import { trimAfter } from './trim-memory.ts'

/** Work that grows the process by so many megabytes and ends when told to; memory that trimming brings back to 100 MB. */
function busy() {
  const mb = 1024 * 1024
  let rss = 100 * mb
  let trims = 0
  const run = trimAfter(
    async (growth: number, until?: Promise<void>) => {
      rss += growth * mb
      await until
    },
    {
      quietMs: 1000,
      rssBytes: () => rss,
      trim: () => {
        trims++
        rss = 100 * mb
      },
    },
  )
  return { run, trims: () => trims }
}

test('memory is given back once, when all work has ended and it has been quiet for a while', async () => {
  vi.useFakeTimers()
  try {
    const { run, trims } = busy()
    const longer = Promise.withResolvers<void>()
    const second = run(100, longer.promise)
    await run(100)
    vi.advanceTimersByTime(5000)
    expect(trims()).toBe(0)
    longer.resolve()
    await second
    vi.advanceTimersByTime(999)
    expect(trims()).toBe(0)
    vi.advanceTimersByTime(1)
    expect(trims()).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(trims()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('new work puts it off, and little growth is not worth a pause', async () => {
  vi.useFakeTimers()
  try {
    const { run, trims } = busy()
    await run(20)
    vi.advanceTimersByTime(900)
    await run(5)
    vi.advanceTimersByTime(60_000)
    expect(trims()).toBe(0)
    await run(20)
    vi.advanceTimersByTime(1000)
    expect(trims()).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('work that fails ends like any other', async () => {
  vi.useFakeTimers()
  try {
    let trims = 0
    let rss = 0
    const run = trimAfter(
      async () => {
        rss = 2 ** 30
        throw new Error('no')
      },
      { quietMs: 10, rssBytes: () => rss, trim: () => trims++ },
    )
    await expect(run()).rejects.toThrow('no')
    vi.advanceTimersByTime(10)
    expect(trims).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})
