import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, newKey, type Service, startService, type WireScan } from '../e2e/service.ts'
import { hostileTargets } from './hostile-targets.ts'
import { type LoopbackServer, until } from './loopback-server.ts'

const deadlineSeconds = 3
let service: Service
let servers: readonly LoopbackServer[]
const ends: { scan: WireScan; ms: number }[] = []

beforeAll(async () => {
  servers = await Promise.all(hostileTargets.map((target) => target.start()))
  service = await startService({ env: { SORTIE_LOG_LEVEL: 'error' } })
  const key = await newKey(service)
  const scanOne = async (index: number) => {
    const url = `${servers[index]!.url.replace('http', hostileTargets[index]!.scheme ?? 'http')}/v1/chat`
    const { status, body } = await service.post('/scans', { target: url, max_attacks: 3, deadline_seconds: deadlineSeconds }, key)
    expect(status).toBe(201)
    const startedMs = performance.now()
    ends[index] = { scan: await ended(service, body.id, key), ms: performance.now() - startedMs }
  }
  await Promise.all(hostileTargets.map((_, index) => scanOne(index)))
}, 90_000)

afterAll(async () => {
  await service.stop()
  for (const server of servers) await server.close()
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
