import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chatting, type LocalTarget, polite, serveTarget } from './local-target.ts'
import { ended, freshDataDir, newKey, type Service, startService } from './service.ts'

const SCANS = 50
const env = { SORTIE_LOG_LEVEL: 'error' }

let target: LocalTarget
let lastRequestMs = 0
let current = 0
let peak = 0
beforeAll(async () => {
  const answer = chatting(polite, 5)
  target = await serveTarget((body, response, request) => {
    lastRequestMs = performance.now()
    peak = Math.max(peak, ++current)
    response.on('close', () => current--)
    return answer(body, response, request)
  })
})
afterAll(() => target.close())

const started: Service[] = []
afterEach(async () => {
  for (const service of started.splice(0)) await service.kill()
})
async function start(options: Parameters<typeof startService>[0]): Promise<Service> {
  const service = await startService(options)
  started.push(service)
  return service
}

const busy = () => ({ target: target.url, max_attacks: 5_000, concurrency: 10, target_config: { protocol: 'openai-chat' } })
const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until a claim holds; the claim is what is tested, not the time it takes. */
async function until(claim: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  for (const endMs = performance.now() + timeoutMs; !(await claim()); await settle(20)) {
    if (performance.now() > endMs) throw new Error('it did not come true in time')
  }
}

test(`${SCANS} scans are running: after the kill switch the target sees nothing more, and it stays so over a restart`, async () => {
  const dataDir = freshDataDir()
  let sortie: Service = await start({ dataDir, env })
  const key = await newKey(sortie)
  const ids = await Promise.all(Array.from({ length: SCANS }, async () => (await sortie.post('/scans', busy(), key)).body.id))
  await until(async () => {
    const scans = await Promise.all(ids.map(async (id) => (await sortie.get(`/scans/${id}`, key)).body))
    return scans.every(({ phase }) => phase !== 'queued') && scans.some(({ phase }) => phase === 'attacking')
  })

  const askedMs = performance.now()
  const stop = await sortie.post<{ status: string; stopped_at: string; scans_cancelled: number }>('/admin/stop-all', undefined)
  const answeredMs = performance.now()
  expect([stop.status, stop.body.status, stop.body.scans_cancelled]).toEqual([200, 'stopped', SCANS])
  await settle(Math.max(0, 1_000 - (performance.now() - askedMs)))
  const afterOneSecond = target.requests()
  await settle(2_000)
  expect(target.requests()).toBe(afterOneSecond)
  expect(lastRequestMs - askedMs).toBeLessThan(1_000)
  // Fifty scans of ten at once each, and still no more than the cap of one host.
  expect(peak).toBeLessThanOrEqual(64)
  expect(peak).toBeGreaterThan(10)
  console.log(
    `stop-all: at most ${peak} in flight; answered after ${Math.round(answeredMs - askedMs)} ms, last request seen ${Math.round(lastRequestMs - askedMs)} ms after it was asked for`,
  )

  for (const id of ids) {
    const scan = await ended(sortie, id, key)
    expect([scan.status, scan.error]).toEqual(['failed', { code: 'cancelled', message: 'All traffic was stopped by the operator.' }])
  }
  expect((await sortie.get<object>('/readyz')).body).toMatchObject({
    status: 'ready',
    traffic: 'stopped',
    stopped_at: stop.body.stopped_at,
  })
  const refused = await sortie.post<{ code: string }>('/scans', busy(), key)
  expect([refused.status, refused.body.code]).toEqual([503, 'traffic_stopped'])
  expect((await sortie.post('/targets/probe', { target: target.url }, key)).status).toBe(503)

  expect(await sortie.stop()).toBe(0)
  sortie = await start({ dataDir, env })
  expect((await sortie.post('/scans', busy(), key)).status).toBe(503)
  expect(target.requests()).toBe(afterOneSecond)

  expect((await sortie.post<{ status: string }>('/admin/resume', undefined)).body).toEqual({ status: 'flowing' })
  expect((await sortie.get<{ traffic: string }>('/readyz')).body.traffic).toBe('flowing')
  const { body } = await sortie.post('/scans', { ...busy(), max_attacks: 5 }, key)
  expect((await ended(sortie, body.id, key)).status).toBe('completed')
  await sortie.stop()
}, 120_000)

test('scans that wait for a worker are cancelled too, and what was killed in the middle stays stopped', async () => {
  const dataDir = freshDataDir()
  let sortie = await start({ dataDir, env })
  const key = await newKey(sortie)
  const ids = await Promise.all(Array.from({ length: 100 }, async () => (await sortie.post('/scans', busy(), key)).body.id))
  // The process is killed before it can see its scans to their end: the mark was there first.
  void sortie.post('/admin/stop-all', undefined).catch(() => undefined)
  await until(() => existsSync(join(dataDir, 'stopped')))
  await sortie.kill()
  const before = target.requests()
  sortie = await start({ dataDir, env })
  for (const id of ids) expect((await ended(sortie, id, key)).error?.code).toBe('cancelled')
  expect(target.requests()).toBe(before)
  await sortie.stop()
}, 120_000)

test('sortie stop reaches a running server within a second, its relay scans too, and sortie resume lifts it', async () => {
  const sortie = await start({ env })
  const key = await newKey(sortie)
  const { body: direct } = await sortie.post('/scans', busy(), key)
  const { body: relayed } = await sortie.post('/scans', { target: 'http://intranet.example/', mode: 'relay' }, key)
  await sortie.get(`/scans/${relayed.id}/next`, key)
  await until(async () => (await sortie.get(`/scans/${direct.id}`, key)).body.phase === 'attacking')

  const command = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, ['bin/sortie.mjs', ...args], {
      env: { ...process.env, SORTIE_DATA_DIR: sortie.dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const said = child.stderr.setEncoding('utf8').toArray()
    const [code] = await once(child, 'exit')
    return { code, said: (await said).join('') }
  }
  expect((await command('stop')).code).toBe(0)
  await settle(1_000)
  const afterOneSecond = target.requests()
  for (const { id } of [direct, relayed]) expect((await ended(sortie, id, key)).error?.code).toBe('cancelled')
  expect((await sortie.get(`/scans/${relayed.id}/next`, key)).status).toBe(410)
  expect(await command('scan', target.url)).toEqual({ code: 3, said: expect.stringContaining('stopped all traffic') })
  expect(target.requests()).toBe(afterOneSecond)

  expect((await command('resume')).code).toBe(0)
  await until(async () => (await sortie.get<{ traffic: string }>('/readyz')).body.traffic === 'flowing')
  expect((await sortie.post('/scans', { ...busy(), max_attacks: 1 }, key)).status).toBe(201)
}, 120_000)

test('in token mode it takes the admin token, or a key that manages keys', async () => {
  const token = 'the-admin-token-of-a-test-that-is-long-enough'
  const sortie = await start({ env: { ...env, SORTIE_AUTH: 'token', SORTIE_ADMIN_TOKEN: token } })
  const minted = async (scopes?: readonly string[]) => (await sortie.post<{ key: string }>('/auth/api-keys', { scopes }, token)).body.key
  for (const path of ['/admin/stop-all', '/admin/resume']) {
    expect((await sortie.post(path, undefined)).status).toBe(401)
    expect((await sortie.post(path, undefined, await minted())).status).toBe(403)
    expect((await sortie.post(path, undefined, await minted(['keys:write']))).status).toBe(200)
    expect((await sortie.post(path, undefined, token)).status).toBe(200)
  }
  await sortie.stop()
})
