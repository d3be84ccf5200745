import { afterEach, describe, expect, test } from 'vitest'
import { isLoopbackHost, isLoopbackPeer } from '../../src/api/guards.ts'
import { Secret } from '../../src/lib/secret.ts'
import type { Api, Call } from './open-api.ts'
import { openApi } from './open-api.ts'

let api: Api
afterEach(() => api?.close())

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) =>
  expect(isLoopbackPeer(address)).toBe(true),
)
test.each(['10.0.0.1', '128.0.0.1', '::2', '::ffff:10.0.0.1', '127.0.0.1.evil', '', undefined])('%s is another machine', (address) =>
  expect(isLoopbackPeer(address)).toBe(false),
)
test.each(['localhost', 'LOCALHOST:80', 'app.localhost', 'localhost.:4100', '127.0.0.1:4100', '[::1]', '[::1]:4100'])(
  'Host %s is ours',
  (host) => expect(isLoopbackHost(host)).toBe(true),
)
test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  '127.0.0.1@evil',
  '',
  'localhost:80:80',
  '[::2]',
  '0.0.0.0',
  '127.0.0.999',
  undefined,
])('Host %s is not', (host) => expect(isLoopbackHost(host)).toBe(false))

describe('local mode', () => {
  const closed: readonly (readonly [string, Call])[] = [
    ['from another machine', { remoteAddress: '10.0.0.7' }],
    ['from a foreign page', { headers: { origin: 'https://evil.example' } }],
    ['from a sandboxed page', { headers: { origin: 'null' } }],
    ['from a page at another port', { headers: { origin: 'http://127.0.0.1:9999' } }],
    ['from a cross-site request', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['from a same-site request', { headers: { 'sec-fetch-site': 'same-site' } }],
    ['through Forwarded', { headers: { forwarded: 'for=1.2.3.4' } }],
    ['through X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['through X-Forwarded-Anything', { headers: { 'x-forwarded-anything': 'x' } }],
    ['through X-Real-IP', { headers: { 'x-real-ip': '127.0.0.1' } }],
    ['through Via', { headers: { via: '1.1 proxy' } }],
  ]
  test.each(closed)('the door is shut %s, with a key or without', async (_, call) => {
    api = await openApi()
    const key = await api.key(['keys:read', 'keys:write'])
    for (const [method, url] of [
      ['POST', '/auth/api-keys'],
      ['GET', '/auth/api-keys'],
      ['DELETE', '/auth/api-keys/x'],
    ] as const) {
      const answer = await api.call(method, url, call)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'local_only'])
      expect((await api.call(method, url, { ...call, key })).statusCode).toBe(403)
      expect((await api.call(method, url, { ...call, key: 'wrong' })).statusCode).toBe(401)
    }
  })

  test.each<readonly [string, Call]>([
    ['a plain client', {}],
    ['our own page', { headers: { origin: 'http://127.0.0.1:4100', 'sec-fetch-site': 'same-origin' } }],
    ['an address typed into a browser', { headers: { 'sec-fetch-site': 'none' } }],
    ['an IPv6 client', { remoteAddress: '::1', headers: { host: '[::1]:4100' } }],
    ['a script whose key variable is empty', { headers: { 'x-api-key': '' } }],
  ])('the door is open to %s', async (_, call) => {
    api = await openApi()
    expect((await api.call('POST', '/auth/api-keys', call)).statusCode).toBe(201)
  })

  test('any valid key is welcome at the door, whatever its scopes, and a wrong one is 401', async () => {
    api = await openApi()
    const reader = await api.key(['scans:read'])
    expect((await api.call('GET', '/auth/api-keys', { key: reader })).statusCode).toBe(200)
    expect((await api.call('POST', '/auth/api-keys', { key: reader })).statusCode).toBe(201)
    expect((await api.call('GET', '/auth/api-keys', { key: `${reader.slice(0, -1)}_` })).statusCode).toBe(401)
  })

  test('a container published on loopback lifts the check of the peer and nothing else', async () => {
    api = await openApi({ publishedOnLoopback: true })
    expect((await api.call('GET', '/auth/api-keys', { remoteAddress: '172.17.0.1' })).statusCode).toBe(200)
    expect((await api.call('GET', '/auth/api-keys', { remoteAddress: '172.17.0.1', headers: { via: 'x' } })).statusCode).toBe(403)
    expect((await api.call('GET', '/auth/api-keys', { headers: { host: 'sortie.example' } })).statusCode).toBe(421)
  })

  test('a scan that found its way back to us is turned away on every route', async () => {
    api = await openApi()
    const answer = await api.call('POST', '/auth/api-keys', { headers: { 'x-sortie-scan': 'scn_1' } })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'target_forbidden'])
  })

  test('a foreign Host is 421 on every route, before anything else is told', async () => {
    api = await openApi()
    for (const { method, url } of [...api.app.routeTable, { method: 'GET', url: '/nothing/here' }, { method: 'PUT', url: '/scans' }]) {
      const answer = await api.call(method, url.replace(/:\w+/g, 'x'), { headers: { host: 'evil.example' } })
      expect([method, url, answer.statusCode]).toEqual([method, url, 421])
    }
  })
})

describe('token mode', () => {
  const adminToken = new Secret('an-admin-token-of-32-characters!!')

  test('the admin token manages keys and does not scan', async () => {
    api = await openApi({ mode: 'token', adminToken })
    const admin = adminToken.reveal()
    const created = await api.call('POST', '/auth/api-keys', { key: admin, body: { scopes: ['keys:read'] } })
    expect(created.statusCode).toBe(201)
    expect((await api.call('GET', '/auth/api-keys', { key: admin })).json()).toHaveLength(1)
    const scanner = (await api.call('POST', '/auth/api-keys', { key: admin })).json()
    expect(scanner.scopes).toEqual(['scans:read', 'scans:write'])
    expect((await api.call('GET', '/scans', { key: scanner.key })).statusCode).toBe(200)
    expect((await api.call('GET', '/scans', { key: admin })).statusCode).toBe(403)
    expect((await api.call('POST', '/auth/api-keys', { key: `${admin}x` })).statusCode).toBe(401)
  })

  test('nobody comes in without a credential, not even from this machine', async () => {
    api = await openApi({ mode: 'token', adminToken })
    expect((await api.call('POST', '/auth/api-keys')).statusCode).toBe(401)
    expect((await api.call('GET', '/auth/api-keys')).statusCode).toBe(401)
    expect((await api.call('DELETE', '/auth/api-keys/x')).statusCode).toBe(401)
  })

  test('any Host and any proxy will do: every call carries a credential', async () => {
    api = await openApi({ mode: 'token' })
    const key = await api.key(['keys:read'])
    const headers = { host: 'sortie.example', 'x-forwarded-for': '1.2.3.4', origin: 'https://evil.example' }
    expect((await api.call('GET', '/auth/api-keys', { key, headers })).statusCode).toBe(200)
  })
})
