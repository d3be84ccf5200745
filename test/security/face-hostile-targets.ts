// Sends requests to every URL given as JSON in the first argument, in a process of its own, so that memory and file
// handles are those of the egress alone. Prints one JSON object.
import { readdirSync } from 'node:fs'
import { Problem } from '../../src/domain/problem.ts'
import { createEgress } from '../../src/net/egress.ts'

const { targets, ca, warmUp } = JSON.parse(process.argv[2]!) as { targets: Facing[]; ca: string; warmUp: string }
type Facing = { url: string; timeoutMs: number }
const openFiles = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
const body = JSON.stringify({ messages: [{ role: 'user', content: 'hello '.repeat(1000) }] })
const { signal } = new AbortController()
// Long enough for a handshake on a busy machine; whoever stalls it is ended by the deadline of the request.
const egress = createEgress({ mode: 'local', ca, connectTimeoutMs: 15_000 })

const face = async ({ url, timeoutMs }: Facing) => {
  const limits = { requestTimeoutMs: timeoutMs }
  const client = egress.client({ scanId: 'scn_hostile', target: url, limits, auth: { type: 'bearer', token: 'hostile-token-1' } })
  const send = () =>
    client.request({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body }, signal).then(
      (answer) => ({ outcome: answer.status, size: answer.text.length }),
      (error: unknown) => ({ outcome: error instanceof Problem ? error.code : String(error), size: 0 }),
    )
  const startedMs = performance.now()
  const answers = await Promise.all([send(), send(), send()])
  return {
    outcomes: answers.map((one) => one.outcome),
    largest: Math.max(...answers.map((one) => one.size)),
    ms: performance.now() - startedMs,
  }
}

// Ordinary work first: the heap of a process that has done some is what hostile targets are measured against.
for (let i = 0; i < 60; i++) await face({ url: warmUp, timeoutMs: 10_000 })
const before = { files: openFiles(), rss: process.resourceUsage().maxRSS * 1024 }
const results: Awaited<ReturnType<typeof face>>[] = []
// Three at a time with three requests each: about what one scan has in flight.
for (let start = 0; start < targets.length; start += 3) {
  results.push(...(await Promise.all(targets.slice(start, start + 3).map(face))))
  // Garbage that waits for its collection is the runtime's choice; what is held is ours.
  globalThis.gc?.()
}
const counters = egress.counters()
await egress.close()
await new Promise((resolve) => setTimeout(resolve, 100))
const after = { files: openFiles(), rss: process.resourceUsage().maxRSS * 1024 }
console.log(JSON.stringify({ results, before, after, inFlight: counters.inFlight, openSockets: egress.counters().openSockets }))
