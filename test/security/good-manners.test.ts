import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type ClientOptions, createEgress, type Egress, type EgressOptions } from '../../src/net/egress.ts'
import { type LoopbackServer, serveHttp, until } from './loopback-server.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})
const never = new AbortController().signal

/** A target that keeps count of what it sees: how many at once, and when each came. */
async function countingTarget(answer: (request: IncomingMessage, response: ServerResponse, number: number) => void) {
  const seen = { peak: 0, current: 0, startedMs: [] as number[] }
  const server = await serveHttp((request, response) => {
    seen.current++
    seen.peak = Math.max(seen.peak, seen.current)
    seen.startedMs.push(performance.now())
    response.on('close', () => seen.current--)
    request.resume()
    answer(request, response, seen.startedMs.length)
  })
  open.push(server)
  return { seen, server }
}
const openEgress = (options: Partial<EgressOptions> = {}): Egress => {
  const egress = createEgress({ mode: 'local', ...options })
  open.push(egress)
  return egress
}
const sender = (egress: Egress, server: LoopbackServer, options: Partial<ClientOptions> = {}) => {
  const client = egress.client({ scanId: 'scn_manners', target: server.url, ...options })
  return () => client.request({ method: 'POST', url: server.url, body: '{}' }, never)
}
const after = (ms: number, then: () => void) => void setTimeout(then, ms)

test('fifty scans at once are never more in flight at one host than its cap, and never open more connections', async () => {
  const { seen, server } = await countingTarget((_, response) => after(5, () => response.end()))
  let connections = 0
  const watch = setInterval(() => {
    connections = Math.max(connections, server.connections())
  }, 1)
  const egress = openEgress({ caps: { public: { maxInFlight: 5 }, near: { maxInFlight: 5 } } })
  const scans = Array.from({ length: 50 }, () => sender(egress, server, { concurrency: 10 }))
  await Promise.all(scans.flatMap((send) => Array.from({ length: 10 }, send)))
  clearInterval(watch)
  expect(seen.startedMs).toHaveLength(500)
  expect(seen.peak).toBe(5)
  expect(connections).toBeLessThanOrEqual(5)
})

test('a host with a rate cap gets no more a second over all scans together', async () => {
  const { seen, server } = await countingTarget((_, response) => response.end())
  const egress = openEgress({ caps: { public: { maxInFlight: 5, perSecond: 10 }, near: { maxInFlight: 64, perSecond: 50 } } })
  const scans = Array.from({ length: 20 }, () => sender(egress, server))
  const beganMs = performance.now()
  await Promise.all(scans.flatMap((send) => [send(), send(), send()]))
  // The n-th request can not come before its turn. That it may come late is the network's business.
  expect(seen.startedMs).toHaveLength(60)
  for (const [n, startedMs] of seen.startedMs.entries()) expect(startedMs - beganMs).toBeGreaterThan(n * 20 - 5)
})

test("a scan's own limits hold below the host's", async () => {
  const { seen, server } = await countingTarget((_, response) => after(5, () => response.end()))
  const send = sender(openEgress(), server, { concurrency: 3 })
  await Promise.all(Array.from({ length: 30 }, send))
  expect(seen.peak).toBe(3)
  const paced = await countingTarget((_, response) => response.end())
  const sendSlowly = sender(openEgress(), paced.server, { requestsPerSecond: 20 })
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: 11 }, sendSlowly))
  for (const [n, startedMs] of paced.seen.startedMs.entries()) expect(startedMs - beganMs).toBeGreaterThan(n * 50 - 5)
})

test('Retry-After is kept, by every scan of that host', async () => {
  const { seen, server } = await countingTarget((_, response, number) => {
    if (number === 1) response.writeHead(429, { 'retry-after': '1' })
    response.end()
  })
  const egress = openEgress()
  const first = await sender(egress, server)()
  expect(first.status).toBe(429)
  await Promise.all([sender(egress, server)(), sender(egress, server)(), sender(egress, server)()])
  // By the target's own watch: never early, and not a second later than a busy machine makes it.
  const waitedMs = seen.startedMs[1]! - seen.startedMs[0]!
  expect(waitedMs).toBeGreaterThan(995)
  expect(waitedMs).toBeLessThan(4000)
})

test('a struggling target is given room, and full pace comes back when it recovers', async () => {
  const cap = 16
  let isStruggling = true
  // Answers that wait until the whole cap is there: how fast this machine connects does not matter then.
  let waiting: (() => void)[] | undefined
  const { seen, server } = await countingTarget((_, response) => {
    const answer = () => void (isStruggling ? response.writeHead(503, { 'retry-after': '0' }) : response).end()
    if (!waiting) return after(3, answer)
    waiting.push(answer)
    if (waiting.length < cap) return
    for (const go of waiting) go()
    waiting = undefined
  })
  const egress = openEgress({ caps: { public: { maxInFlight: 5 }, near: { maxInFlight: cap } } })
  const send = sender(egress, server)
  for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: cap }, send))
  seen.peak = 0
  await Promise.all(Array.from({ length: 8 }, send))
  expect(seen.peak).toBeLessThanOrEqual(2)
  isStruggling = false
  for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: cap }, send))
  seen.peak = 0
  waiting = []
  await Promise.all(Array.from({ length: 2 * cap }, send))
  expect(seen.peak).toBe(cap)
})

test('one struggling service on this machine does not slow its neighbours', async () => {
  const bad = await countingTarget((_, response) => response.writeHead(429, { 'retry-after': '30' }).end())
  const good = await countingTarget((_, response) => response.end())
  const egress = openEgress()
  await sender(egress, bad.server)()
  const startedMs = performance.now()
  await sender(egress, good.server)()
  // Half of what the other one asked for: a busy machine may take a while, a neighbour that waits takes longer.
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('the kill switch ends all traffic within a second, and nothing starts until it is released', async () => {
  const { seen, server } = await countingTarget((_, response) => after(20_000, () => response.end()))
  const egress = openEgress()
  const scans = Array.from({ length: 100 }, () => sender(egress, server, { concurrency: 4 }))
  const running = scans.flatMap((send) => [send(), send(), send(), send(), send()].map((one) => one.catch((error) => error.code)))
  await until(() => seen.current >= 64)
  const seenBefore = seen.startedMs.length
  const stoppedMs = performance.now()
  egress.stopAll()
  expect(new Set(await Promise.all(running))).toEqual(new Set(['cancelled']))
  await until(() => server.connections() === 0, 1000)
  expect(performance.now() - stoppedMs).toBeLessThan(1000)
  expect(seen.startedMs).toHaveLength(seenBefore)
  await expect(scans[0]!()).rejects.toMatchObject({ code: 'cancelled' })
  expect(egress.counters()).toEqual({ inFlight: 0, openSockets: 0 })

  egress.resume()
  const again = scans[0]!()
  await until(() => seen.startedMs.length === seenBefore + 1)
  egress.stopAll()
  await expect(again).rejects.toMatchObject({ code: 'cancelled' })
})
