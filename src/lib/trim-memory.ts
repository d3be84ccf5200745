import v8 from 'node:v8'
import vm from 'node:vm'

/** Gives memory that nobody uses any more back to the system. Takes some 50 ms: for moments when there is nothing to do. */
export function trimMemory(): void {
  v8.setFlagsFromString('--expose-gc')
  const collect: unknown = vm.runInNewContext('gc')
  v8.setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

// Less is not worth the pause.
const worthBytes = 32 * 1024 * 1024

/**
 * The same work, and when all of it has ended and nothing new began for a while, the memory it needed is given back: the
 * runtime by itself keeps a heap as large as the busiest moment made it (330 MB more after a burst of 100 scans, 2026-11).
 */
export function trimAfter<Given extends readonly unknown[]>(
  work: (...given: Given) => Promise<void>,
  { quietMs = 2_000, trim = trimMemory, rssBytes = process.memoryUsage.rss } = {},
): (...given: Given) => Promise<void> {
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let restedAt = Number.POSITIVE_INFINITY
  const rest = () => {
    // What was trimmed once and is still there is in use: only growth since then is worth another look.
    if (rssBytes() - restedAt < worthBytes) return
    trim()
    restedAt = rssBytes()
  }
  return async (...given) => {
    clearTimeout(timer)
    if (running === 0) restedAt = Math.min(restedAt, rssBytes())
    running++
    try {
      await work(...given)
    } finally {
      running--
      if (running === 0) timer = setTimeout(rest, quietMs).unref()
    }
  }
}
