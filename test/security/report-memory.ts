// Loaded into the real service by `--import`: answers on a socket of its own how much memory and how many files the
// process holds. Whoever connects gets one JSON object; what is garbage is collected first.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What the process holds, in bytes, once there is no garbage. `peak` is the most it held since the last report. */
export type Held = Readonly<{ heap: number; rss: number; peak: number; files: number }>

const socket = process.env['REPORT_MEMORY_AT']
if (socket)
  createServer((caller) => void report().then((held) => caller.end(JSON.stringify(held))))
    .listen(socket)
    .unref()

async function report(): Promise<Held> {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  // Buffers are freed one collection after the objects that own them.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await delay(20)
  }
  // Linux: sets the high-water mark back to what is held now.
  writeFileSync('/proc/self/clear_refs', '5')
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss, peak, files: readdirSync('/proc/self/fd').length }
}
