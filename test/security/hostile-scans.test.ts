import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatting, polite, serveTarget } from '../e2e/local-target.ts'
import { newKey, type Service, startService, type WireScan } from '../e2e/service.ts'
import { hostileTargets } from './hostile-targets.ts'
import { type LoopbackServer, until } from './loopback-server.ts'
import type { Held } from './report-memory.ts'

const deadlineSeconds = 3
const megabytes = (count: number) => count * 1024 * 1024
/** Those that send as much as they can: how much one of them takes is measured by itself. */
const heavy = ['a chunk for every byte', 'endless chunks', 'gzip bomb', 'brotli bomb', 'zstd bomb', 'an event stream without end']
const folder = mkdtempSync(join(tmpdir(), 'sortie-hostile-'))
const socket = join(folder, 'memory.sock')
// Proc files tell what a process holds; elsewhere only the ends of the scans are tested.
const canMeasure = process.platform === 'linux'
let service: Service
let key: string
let servers: readonly LoopbackServer[]
let before: Held
const ends: { scan: WireScan; ms: number }[] = []
const alone: { name: string; rise: number }[] = []

const held = async (): Promise<Held> => JSON.parse((await connect(socket).setEncoding('utf8').toArray()).join(''))
/** What it holds when all is quiet: twice the same number of files. */
const heldAtRest = async (): Promise<Held> => {
  for (let last = await held(); ; await delay(100)) {
    const now = await held()
    if (now.files === last.files) return now
    last = now
  }
}
const urlOf = (index: number) => `${servers[index]!.url.replace('http', hostileTargets[index]!.scheme ?? 'http')}/v1/chat`
const start = async (target: string, more: object = {}): Promise<string> => {
  const { status, body } = await service.post('/scans', { target, max_attacks: 3, deadline_seconds: deadlineSeconds, ...more }, key)
  expect(status).toBe(201)
  return body.id
}
/** One question at a time, so that our own connections are not among the files that come and go. */
async function untilEnded(ids: readonly string[]): Promise<readonly { scan: WireScan; ms: number }[]> {
  const startedMs = performance.now()
  const found = new Map<string, { scan: WireScan; ms: number }>()
  while (found.size < ids.length) {
    if (performance.now() - startedMs > 80_000) throw new Error(`${ids.length - found.size} scans are still running`)
    for (const scan of (await service.get<readonly WireScan[]>('/scans?limit=100', key)).body) {
      if (ids.includes(scan.id) && scan.status !== 'running' && !found.has(scan.id))
        found.set(scan.id, { scan, ms: performance.now() - startedMs })
    }
    await delay(20)
  }
  return ids.map((id) => found.get(id)!)
}

beforeAll(async () => {
  servers = await Promise.all(hostileTargets.map((target) => target.start()))
  // As `npm start` does.
  const options = [...String(JSON.parse(readFileSync('package.json', 'utf8')).scripts.start).matchAll(/--max-\S+/g)].join(' ')
  const reporter = new URL('report-memory.ts', import.meta.url)
  service = await startService({
    env: {
      SORTIE_LOG_LEVEL: 'error',
      ...(canMeasure && { NODE_OPTIONS: `${options} --expose-gc --import=${reporter}`, REPORT_MEMORY_AT: socket }),
    },
  })
  key = await newKey(service)
  // Ordinary work first: what a process that has done some holds is what hostile targets are measured against.
  const friendly = await serveTarget(chatting(polite))
  for (let round = 0; round < 2; round++) await untilEnded([await start(friendly.url, { max_attacks: 50, deadline_seconds: 60 })])
  await friendly.close()
  if (canMeasure) before = await heldAtRest()

  // One by one while the process is small, then all at once.
  for (const name of canMeasure ? heavy : []) {
    const { rss } = await held()
    await untilEnded([await start(urlOf(hostileTargets.findIndex((target) => target.name === name)))])
    alone.push({ name, rise: (await held()).peak - rss })
  }
  const ids: string[] = []
  for (const index of hostileTargets.keys()) ids.push(await start(urlOf(index)))
  ends.push(...(await untilEnded(ids)))
}, 120_000)

afterAll(async () => {
  await service.stop()
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true })
})

describe('a scan of a hostile target ends, says why, and is never clean', () => {
  test.for(hostileTargets.map((target, index) => ({ ...target, index })))('$name', ({ index }) => {
    const { scan, ms } = ends[index]!
    expect(scan.status).toBe('failed')
    expect(scan.error?.code).toMatch(/^(?:target_|deadline_exceeded|nothing_tested|too_many_errors)/)
    expect(scan.error?.message.length).toBeGreaterThan(10)
    expect(scan.grade ?? null).toBeNull()
    // All of them run at once on a busy machine: a deadline each, and time to get to them.
    expect(ms).toBeLessThan(60_000)
  })
})

test('no connection to any of them is left open', async () => {
  // One of them never reads, so that it never learns of our leaving.
  const listening = servers.filter((_, index) => hostileTargets[index]!.name !== 'accepts and never reads')
  await until(() => listening.every((server) => server.connections() === 0), 10_000)
})

test('the service is well afterwards', async () => {
  expect((await service.get('/healthz')).status).toBe(200)
  expect(service.stderr()).not.toMatch(/"level":60|uncaught|unhandled/i)
})

if (canMeasure) {
  test('no scan of them takes more than 64 MB while it runs', () => {
    expect(alone).toHaveLength(heavy.length)
    for (const { name, rise } of alone) expect([name, rise < megabytes(64)]).toEqual([name, true])
  })

  test('after all of them at once the files are back to where they were, and memory rose by no more than 64 MB', async () => {
    // Connections that are kept for the next request close after some seconds of rest.
    await expect.poll(async () => (await held()).files, { timeout: 20_000, interval: 200 }).toBeLessThanOrEqual(before.files)
    const after = await heldAtRest()
    expect(after.heap - before.heap).toBeLessThan(megabytes(32))
    await expect.poll(async () => (await held()).rss - before.rss, { timeout: 20_000, interval: 500 }).toBeLessThan(megabytes(64))
  })
}
