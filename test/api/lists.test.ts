import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'
import { attemptOf } from './small-catalog.ts'

let api: Api
let key: string
const ids: string[] = []
beforeAll(async () => {
  api = await openApi()
  key = await api.key()
  for (let n = 0; n < 105; n += 1) {
    if (n % 3 === 0) api.clock.nowMs += 1 // several scans share a millisecond: the id decides
    ids.unshift((await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })).json().id)
  }
})
afterAll(() => api.close())

const list = (query: string) => api.call('GET', `/scans${query}`, { key })
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

test.each([
  ['', 10],
  ['?limit=3', 3],
  ['?limit=100', 100],
  ['?limit=1000', 100],
  ['?limit=99999999999999999999', 100],
  ['?status=running&limit=50', 50],
  ['?status=completed', 0],
  ['?status=', 10],
  ['?unknown=1', 10],
])('GET /scans%s answers a bare array of %i', async (query, length) => {
  const answer = await list(query)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toHaveLength(length)
  expect(answer.body).not.toContain('"results"')
})

test.each([
  '?limit=0',
  '?limit=-1',
  '?limit=1.5',
  '?limit=abc',
  '?limit=0x10',
  '?limit=1e1',
  '?limit=%205',
  '?limit=',
  '?limit=1&limit=2',
  '?status=done',
  '?cursor=abc',
  '?cursor=%00',
])('GET /scans%s is 400', async (query) => expect((await list(query)).statusCode).toBe(400))

test.each(['/scans?limit=20&status=running', '/v1/scans?limit=20&status=running'])(
  'following Link from %s visits every scan once, newest first',
  async (start) => {
    const seen: string[] = []
    for (let url: string | undefined = start; url !== undefined; ) {
      expect(url).toMatch(start.startsWith('/v1') ? /^\/v1\/scans\?/ : /^\/scans\?/)
      const page = await api.call('GET', url, { key })
      seen.push(...page.json().map((scan: { id: string }) => scan.id))
      url = nextOf(page.headers.link)
    }
    expect(new Set(seen).size).toBe(105)
    const created = await Promise.all(seen.map(async (id) => (await api.store.scans.get(id))!))
    const sorted = created.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || (a.id < b.id ? 1 : -1))
    expect(seen).toEqual(sorted.map((scan) => scan.id))
  },
)

test('a cursor belongs to its filter', async () => {
  const next = nextOf((await list('?limit=2')).headers.link)!
  expect((await api.call('GET', `${next}&status=running`, { key })).statusCode).toBe(400)
})

test('results are paged and filtered while the scan is running', async () => {
  const lease = await api.claim()
  const outcomes = ['succeeded', 'resisted', 'error', 'inconclusive'] as const
  await api.store.scans.record(
    lease,
    Array.from({ length: 60 }, (_, n) => attemptOf(n, outcomes[n % 4]!)),
    '2026-11-15T12:00:01.000Z',
  )
  const results = (query: string) => api.call('GET', `/scans/${lease.scanId}/results${query}`, { key })
  const first = await results('')
  expect(first.json()).toHaveLength(50)
  const second = await api.call('GET', nextOf(first.headers.link)!, { key })
  expect(second.json()).toHaveLength(10)
  expect(second.headers.link).toBeUndefined()
  expect(new Set([...first.json(), ...second.json()].map((result) => result.id)).size).toBe(60)
  expect((await results('?success=true')).json()).toHaveLength(15)
  expect((await results('?outcome=error&category=jailbreak')).json()).toHaveLength(15)
  expect((await results('?severity=low')).json()).toEqual([])
  for (const bad of ['?outcome=maybe', '?success=1', '?category=nonsense', '?cursor=!']) expect((await results(bad)).statusCode).toBe(400)
  expect((await api.call('GET', '/scans/nope/results', { key })).statusCode).toBe(404)

  const findings = (await api.call('GET', `/scans/${lease.scanId}/findings`, { key })).json()
  expect(findings).toMatchObject([{ weakness: 'persona-weakness', severity: 'high', count: 15, confidence: 'confirmed' }])
})

test('the catalogue is listed as it can be asked for', async () => {
  expect((await api.call('GET', '/categories', { key })).json()).toMatchObject([
    { id: 'jailbreak', name: 'Jailbreak', attacks: 2 },
    { id: 'prompt_injection', attacks: 1 },
  ])
  expect((await api.call('GET', '/attacks', { key })).json()).toHaveLength(3)
  expect((await api.call('GET', '/attacks?category=Prompt-Injection', { key })).json()).toHaveLength(1)
  expect((await api.call('GET', '/attacks?category=nonsense', { key })).statusCode).toBe(400)
})

test('the catalogue can be read a page at a time: every attack once, whatever the size of the page', async () => {
  for (const limit of [1, 2, 3, 500]) {
    const seen: string[] = []
    for (let url: string | undefined = `/attacks?limit=${limit}`; url; ) {
      const page = await api.call('GET', url, { key })
      expect(page.json().length).toBeLessThanOrEqual(limit)
      seen.push(...page.json().map(({ id }: { id: string }) => id))
      url = nextOf(page.headers.link)
    }
    expect(seen).toEqual(['jailbreak/fiction', 'jailbreak/persona', 'prompt_injection/override'])
  }
  expect((await api.call('GET', '/attacks', { key })).headers.link).toBeUndefined()
  const next = nextOf((await api.call('GET', '/attacks?limit=1', { key })).headers.link)!
  for (const bad of ['/attacks?limit=0', '/attacks?limit=x', '/attacks?cursor=!', `${next}&category=jailbreak`]) {
    expect((await api.call('GET', bad, { key })).statusCode).toBe(400)
  }
})

test('a probe tells the profile, and nothing of how we would talk to it', async () => {
  const answer = await api.call('POST', '/targets/probe', { key, body: { target: 'http://127.0.0.1:9/' } })
  expect(answer.json()).toMatchObject({ protocol: 'openai-chat', requests_used: 1 })
  expect(answer.body).not.toContain('must-not-leave')
  expect((await api.call('POST', '/targets/probe', { key, body: { target: 'http://169.254.169.254/' } })).statusCode).toBe(403)
  expect((await api.call('POST', '/targets/probe', { key, body: {} })).statusCode).toBe(400)
})
