import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LocalTarget } from './local-target.ts'
import type { Service } from './service.ts'
import { patient, startService } from './service.ts'
import { smallTargets } from './small-targets.ts'

vi.setConfig(patient)

// A client that was written from the customer's description alone, against the real process. These promises stay green for ever.
let sortie: Service
let polite: LocalTarget
let gullible: LocalTarget
let key: string
beforeAll(async () => {
  ;[sortie, polite, gullible] = await Promise.all([
    startService({ env: { SORTIE_LOG_LEVEL: 'error' } }),
    smallTargets.polite(),
    smallTargets.gullible(),
  ])
})
afterAll(async () => {
  expect(await sortie.stop()).toBe(0)
  await Promise.all([polite.close(), gullible.close()])
})

type Answer = { status: number; text: string; body: never; headers: Headers }
async function call(method: string, path: string, options: { key?: string; body?: unknown } = {}): Promise<Answer> {
  const response = await fetch(sortie.url + path, {
    method,
    headers: {
      ...(options.key === undefined ? {} : { 'X-API-Key': options.key }),
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: (text === '' ? null : JSON.parse(text)) as never, headers: response.headers }
}
const start = (body: unknown) => call('POST', '/scans', { key, body })
/** The same scan on every run: a client need not name a seed, but a test must not depend on the one it is dealt. */
const startSeeded = (body: object) => start({ ...body, seed: 11 })

type Scan = {
  id: string
  target: string
  status: string
  created_at: string
  completed_at: string
  progress: number
  total_attacks: number
  successful_attacks: number
  vulnerabilities_found: number
  error: { code: string; message: string } | null
  results: {
    attack_category: string
    prompt: string
    response: string
    success: boolean
    severity: string
    compliance: Record<string, string[]>
  }[]
}

/** Polls as anybody would, until the scan is no longer running. */
async function finished(id: string, withinMs = 200_000): Promise<Scan> {
  const deadline = performance.now() + withinMs
  for (let progress = 0; ; ) {
    const scan = (await call('GET', `/scans/${id}`, { key })).body as Scan
    if (scan.status !== 'running') return scan
    expect(scan.progress).toBeGreaterThanOrEqual(progress)
    expect(scan.progress).toBeLessThan(100)
    progress = scan.progress
    if (performance.now() > deadline) throw new Error(`scan ${id} of ${scan.target} is still running at ${progress} %`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('N1, N2, N3: keys are created with a name, with {}, with nothing; the list shows them and no secret', async () => {
  const created = [
    await call('POST', '/auth/api-keys', { body: { name: 'naive' } }),
    await call('POST', '/auth/api-keys', { body: {} }),
    await call('POST', '/auth/api-keys'),
  ]
  for (const { status, body } of created) {
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.any(String),
      key: expect.any(String),
      name: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
    })
  }
  key = (created[0]!.body as { key: string }).key
  const list = await call('GET', '/auth/api-keys')
  expect(list.status).toBe(200)
  expect(list.body).toHaveLength(3)
  for (const entry of list.body as object[]) {
    expect(entry).toMatchObject({ id: expect.any(String), name: expect.any(String), created_at: expect.any(String) })
    expect(entry).toHaveProperty('last_used')
  }
  for (const { body } of created) expect(list.text).not.toContain((body as { key: string }).key)
})

test('N4: a scan needs the right key, and answers the six fields', async () => {
  const body = { target: polite.url, max_attacks: 3 }
  expect((await call('POST', '/scans', { body })).status).toBe(401)
  expect((await call('POST', '/scans', { body, key: 'wrong' })).status).toBe(401)
  const answer = await start(body)
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    id: expect.any(String),
    target: polite.url,
    status: 'running',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    progress: 0,
    vulnerabilities_found: 0,
  })
})

describe('N5: polling ends for every kind of target, and none of these is called clean', () => {
  const kinds = [
    'alwaysFails',
    'wantsCredentials',
    'notFound',
    'webPage',
    'echo',
    'constant',
    'cutJson',
    'nothing',
    'redirects',
    'hangsUp',
    'notHttp',
  ] as const
  test.concurrent.each(kinds)('%s', async (kind) => {
    const target = await smallTargets[kind]()
    const answer = await startSeeded({ target: target.url, max_attacks: 5 })
    const scan = await finished((answer.body as Scan).id)
    if (scan.status === 'completed') expect(scan.results.filter((result) => result.success)).not.toEqual([])
    else expect(scan.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    await target.close()
  })

  test.concurrent.each(['hangs', 'limitsUs'] as const)('%s, within its deadline', async (kind) => {
    const target = await smallTargets[kind]()
    const answer = await start({ target: target.url, max_attacks: 5, deadline_seconds: 3 })
    const scan = await finished((answer.body as Scan).id)
    expect(scan.status).toBe('failed')
    await target.close()
  })

  test.concurrent('a closed port', async () => {
    const target = await smallTargets.polite()
    await target.close()
    expect(await finished(((await start({ target: target.url })).body as Scan).id)).toMatchObject({
      status: 'failed',
      results: [],
      total_attacks: 0,
    })
  })
})

test('N6: a host that does not exist is admitted and fails with a reason', async () => {
  const answer = await start({ target: 'http://no-such-host.invalid/chat' })
  expect(answer.status).toBe(201)
  const scan = await finished((answer.body as Scan).id)
  expect(scan).toMatchObject({ status: 'failed', error: { code: expect.any(String), message: expect.any(String) } })
})

test.each([{}, { target: 1 }, { target: 'notaurl' }, { target: 'ftp://127.0.0.1/' }])('N7: %j is 400', async (body) => {
  expect((await start(body)).status).toBe(400)
})

test.each([0, -1, 1e9, '5', 1.5])('N8: max_attacks %j is 400', async (max_attacks) => {
  expect((await start({ target: polite.url, max_attacks })).status).toBe(400)
})

test('N8, N16: max_attacks bounds the scan, and a completed scan has every field and its numbers agree', async () => {
  for (const [target, max_attacks] of [
    [polite, 5],
    [gullible, 40],
  ] as const) {
    const scan = await finished(((await startSeeded({ target: target.url, max_attacks })).body as Scan).id)
    expect(scan).toMatchObject({
      status: 'completed',
      target: target.url,
      created_at: expect.any(String),
      completed_at: expect.stringMatching(/Z$/),
      total_attacks: expect.any(Number),
      successful_attacks: expect.any(Number),
      vulnerabilities_found: expect.any(Number),
    })
    expect(scan.total_attacks).toBeLessThanOrEqual(max_attacks)
    expect(scan.total_attacks).toBe(scan.results.length)
    expect(scan.successful_attacks).toBe(scan.results.filter((result) => result.success === true).length)
    expect(scan.vulnerabilities_found === 0).toBe(scan.successful_attacks === 0)
    for (const result of scan.results) {
      expect(result).toMatchObject({
        attack_category: expect.stringMatching(/^[a-z_]+$/),
        prompt: expect.stringMatching(/./),
        response: expect.any(String),
        success: expect.any(Boolean),
        severity: expect.stringMatching(/^(critical|high|medium|low|info)$/),
        compliance: { owasp_llm: expect.any(Array), mitre_atlas: expect.any(Array) },
      })
    }
    if (target === gullible) expect(scan.successful_attacks).toBeGreaterThan(0)
  }
})

test('N9: a scan that does not exist is 404', async () => {
  expect((await call('GET', '/scans/nonexistent', { key })).status).toBe(404)
})

test('N10: the list has 10 by default, at most 100, newest first, and can be filtered', async () => {
  for (let n = 0; n < 11; n += 1) await startSeeded({ target: polite.url, max_attacks: 1 })
  const list = async (query: string) => await call('GET', `/scans${query}`, { key })
  expect((await list('')).body).toHaveLength(10)
  const all = await list('?limit=1000')
  expect(all.status).toBe(200)
  expect((all.body as Scan[]).length).toBeLessThanOrEqual(100)
  const times = (all.body as Scan[]).map((scan) => scan.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await list('?limit=0')).status).toBe(400)
  const completed = (await list('?status=completed&limit=100')).body as Scan[]
  expect(completed.length).toBeGreaterThan(0)
  expect(completed.filter((scan) => scan.status !== 'completed')).toEqual([])
})

test('N11: a revoked key stops working, and can not be revoked again', async () => {
  const { id, key: doomed } = (await call('POST', '/auth/api-keys')).body as { id: string; key: string }
  expect((await call('GET', '/scans', { key: doomed })).status).toBe(200)
  expect((await call('DELETE', `/auth/api-keys/${id}`)).status).toBe(204)
  expect((await call('GET', '/scans', { key: doomed })).status).toBe(401)
  expect((await call('DELETE', `/auth/api-keys/${id}`)).status).toBe(404)
})

test('N12: every error is JSON with status, title, detail, error and message', async () => {
  const errors = [
    await call('GET', '/nowhere'),
    await call('PUT', '/scans', { key }),
    await call('GET', '/scans'),
    await call('GET', '/scans/nonexistent', { key }),
    await call('POST', '/scans', { key, body: {} }),
    await call('GET', '/scans?limit=0', { key }),
    await call('DELETE', '/auth/api-keys/nonexistent'),
    await start({ target: 'http://169.254.169.254/latest/meta-data' }),
  ]
  expect(errors.map(({ status }) => status)).toEqual([404, 405, 401, 404, 400, 400, 404, 403])
  for (const { status, body } of errors) {
    expect(body).toMatchObject({
      status,
      title: expect.any(String),
      detail: expect.any(String),
      error: expect.any(String),
      message: expect.any(String),
    })
  }
})

test('N13: POST is answered at once though the target hangs', async () => {
  const target = await smallTargets.hangs()
  const began = performance.now()
  const answer = await start({ target: target.url, deadline_seconds: 600 })
  expect([answer.status, (answer.body as Scan).status]).toEqual([201, 'running'])
  // Whoever waits for this target waits for a minute, the limit of one request; a loaded machine answers long before.
  expect(performance.now() - began).toBeLessThan(20_000)
  const { id } = answer.body as Scan
  expect((await call('POST', `/scans/${id}/cancel`, { key })).status).toBe(202)
  expect(await finished(id)).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  await target.close()
})

test('N14: the service does not scan itself', async () => {
  const { port } = new URL(sortie.url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2', '0x7f.1', '2130706433']) {
    const answer = await start({ target: `http://${host}:${port}/scans` })
    expect([host, answer.status, (answer.body as { code: string }).code]).toEqual([host, 403, 'target_forbidden'])
  }
})

test('N15: a burst of 1,000 scans is admitted, each running, and every one of them ends', async () => {
  const burst = await Promise.all(Array.from({ length: 1_000 }, () => startSeeded({ target: polite.url, max_attacks: 1 })))
  expect(burst.filter(({ status }) => status === 201)).toHaveLength(1_000)
  expect(burst.filter(({ body }) => (body as Scan).status === 'running')).toHaveLength(1_000)
  const waitUntil = performance.now() + 540_000
  for (;;) {
    const running = (await call('GET', '/scans?status=running&limit=1', { key })).body as Scan[]
    if (running.length === 0) break
    if (performance.now() > waitUntil) throw new Error('scans are still running after 9 minutes')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  for (const { body } of burst.slice(0, 20)) expect((await finished((body as Scan).id)).status).toBe('completed')
}, 600_000)

test('N17: last_used moves after a use', async () => {
  const { id, key: fresh } = (await call('POST', '/auth/api-keys')).body as { id: string; key: string }
  const lastUsed = async () =>
    ((await call('GET', '/auth/api-keys')).body as { id: string; last_used: string | null }[]).find((entry) => entry.id === id)!.last_used
  expect(await lastUsed()).toBeNull()
  const beganMs = Date.now()
  await call('GET', '/scans', { key: fresh })
  const usedMs = Date.parse((await lastUsed())!)
  // Exact to 5 seconds, and not of the future.
  expect(usedMs).toBeGreaterThanOrEqual(beganMs - 5_000)
  expect(usedMs).toBeLessThanOrEqual(Date.now())
})
