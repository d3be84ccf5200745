import { afterEach, expect, test } from 'vitest'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'

let api: Api
afterEach(() => api.close())

test.each([
  ['a name', { body: { name: ' ci ' } }, 'ci'],
  ['an empty object', { body: {} }, 'API key'],
  ['no body', {}, 'API key'],
  ['an empty body that claims to be JSON', { headers: { 'content-type': 'application/json' }, payload: '' }, 'API key'],
  ['an empty form, as curl -d "" sends it', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: '' }, 'API key'],
  ['a null name', { body: { name: null } }, 'API key'],
  ['fields that we do not know', { body: { name: 'x', colour: 'red' } }, 'x'],
] as const)('a key is created with %s', async (_, call, name) => {
  api = await openApi()
  const answer = await api.call('POST', '/auth/api-keys', call)
  expect(answer.statusCode).toBe(201)
  const key = answer.json()
  expect(key).toMatchObject({ name, key: expect.stringMatching(/^sortie_[0-9A-Za-z]{49}$/), created_at: '2026-11-15T12:00:00.000Z' })
  expect(answer.headers).toMatchObject({ location: `/auth/api-keys/${key.id}`, 'cache-control': 'no-store' })
})

test('the list is newest first, never holds a secret, and last_used is null until the first use', async () => {
  api = await openApi()
  const first = (await api.call('POST', '/auth/api-keys', { body: { name: 'first' } })).json()
  api.clock.nowMs += 1
  const second = (await api.call('POST', '/auth/api-keys', { body: { name: 'second' } })).json()
  const list = await api.call('GET', '/auth/api-keys')
  expect(list.json().map((key: { name: string }) => key.name)).toEqual(['second', 'first'])
  expect(list.json()[0].last_used).toBeNull()
  for (const { key } of [first, second]) expect(list.body).not.toContain(key.slice(7))

  await api.call('GET', '/scans', { key: first.key })
  const used = (await api.call('GET', '/auth/api-keys')).json()
  expect(used.find((key: { id: string }) => key.id === first.id).last_used).toBe(new Date(api.clock.nowMs).toISOString())
})

test('last_used is exact to 5 seconds and not written on every request', async () => {
  api = await openApi()
  const { key } = (await api.call('POST', '/auth/api-keys')).json()
  const start = api.clock.nowMs
  const lastUsed = async () => (await api.call('GET', '/auth/api-keys')).json()[0].last_used
  await api.call('GET', '/scans', { key })
  api.clock.nowMs = start + 4_999
  await api.call('GET', '/scans', { key })
  expect(await lastUsed()).toBe(new Date(start).toISOString())
  api.clock.nowMs = start + 5_000
  await api.call('GET', '/scans', { key })
  expect(await lastUsed()).toBe(new Date(start + 5_000).toISOString())
})

test('a revoked key is refused on the very next request, and can not be revoked twice', async () => {
  api = await openApi()
  const { id, key } = (await api.call('POST', '/auth/api-keys')).json()
  expect((await api.call('GET', '/scans', { key })).statusCode).toBe(200)
  expect((await api.call('DELETE', `/auth/api-keys/${id}`, { headers: { 'content-type': 'application/json' } })).statusCode).toBe(204)
  const refused = await api.call('GET', '/scans', { key })
  expect(refused.statusCode).toBe(401)
  expect(refused.headers['www-authenticate']).toBeDefined()
  expect((await api.call('DELETE', `/auth/api-keys/${id}`)).statusCode).toBe(404)
  expect((await api.call('GET', '/auth/api-keys')).json()).toEqual([])
})

test('an expired key is refused with a reason and stays in the list', async () => {
  api = await openApi()
  const { key, expires_at } = (await api.call('POST', '/auth/api-keys', { body: { expires_at: '2026-11-15T14:00:00+01:00' } })).json()
  expect(expires_at).toBe('2026-11-15T13:00:00.000Z')
  api.clock.nowMs = Date.parse(expires_at) - 1
  expect((await api.call('GET', '/scans', { key })).statusCode).toBe(200)
  api.clock.nowMs += 1
  expect((await api.call('GET', '/scans', { key })).json().code).toBe('api_key_expired')
  expect((await api.call('GET', '/auth/api-keys')).json()).toHaveLength(1)
})

test.each([
  ['a name of spaces', { name: '   ' }],
  ['a long name', { name: 'x'.repeat(201) }],
  ['a number for a name', { name: 5 }],
  ['an unknown scope', { scopes: ['scans:all'] }],
  ['no scopes', { scopes: [] }],
  ['a time without a zone', { expires_at: '2030-01-01T00:00:00' }],
  ['a time in the past', { expires_at: '2020-01-01T00:00:00Z' }],
  ['an array', []],
])('%s is 400', async (_, body) => {
  api = await openApi()
  const answer = await api.call('POST', '/auth/api-keys', { body })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors.length).toBeGreaterThan(0)
})

test('a key mints only a subset of its own scopes', async () => {
  api = await openApi({ mode: 'token' })
  const parent = await api.key(['keys:write', 'scans:read'])
  const mint = (body: object) => api.call('POST', '/auth/api-keys', { key: parent, body })
  expect((await mint({ scopes: ['scans:write'] })).statusCode).toBe(403)
  expect((await mint({ scopes: ['scans:read'] })).json().scopes).toEqual(['scans:read'])
  expect((await mint({})).json().scopes).toEqual(['scans:read'])
  const minter = await api.key(['keys:write'])
  expect((await api.call('POST', '/auth/api-keys', { key: minter, body: {} })).json().code).toBe('insufficient_scope')
})
