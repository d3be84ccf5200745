import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '../../src/domain/problem.ts'
import { silentLog } from '../../src/lib/log.ts'
import type { Api, Call } from './open-api.ts'
import { openApi } from './open-api.ts'

let api: Api
let key: string
beforeAll(async () => {
  api = await openApi()
  key = await api.key()
})
afterAll(() => api.close())

const json = { 'content-type': 'application/json' }
const target = 'http://127.0.0.1:9/'

test.each<readonly [string, number, string, string, Call]>([
  ['an unknown path', 404, 'GET', '/nothing', {}],
  ['an unknown path with a body', 404, 'POST', '/nothing', { headers: { 'content-type': 'text/plain' }, payload: 'x' }],
  ['a bad escape', 404, 'GET', '/scans/%', {}],
  ['another method', 405, 'PUT', '/scans', { headers: json, payload: '{' }],
  ['PATCH of a scan', 405, 'PATCH', '/scans/x', {}],
  ['OPTIONS', 405, 'OPTIONS', '/scans', {}],
  ['TRACE', 405, 'TRACE', '/scans', {}],
  ['a long URL', 414, 'GET', `/scans?x=${'x'.repeat(8200)}`, {}],
  ['no key', 401, 'POST', '/scans', { headers: json, payload: '{' }],
  ['text', 415, 'POST', '/scans', { headers: { 'content-type': 'text/plain' }, payload: 'hello' }],
  ['a form', 415, 'POST', '/scans', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'target=x' }],
  ['a strange content type', 415, 'POST', '/scans', { headers: { 'content-type': 'json' }, payload: '{}' }],
  ['broken JSON', 400, 'POST', '/scans', { headers: json, payload: '{"target":' }],
  ['two JSON values', 400, 'POST', '/scans', { headers: json, payload: '{}{}' }],
  ['a field twice', 400, 'POST', '/scans', { headers: json, payload: `{"target":"${target}","max_attacks":5,"max\\u005fattacks":100}` }],
  [
    'a field twice, deep down',
    400,
    'POST',
    '/scans',
    { headers: json, payload: `{"target":"${target}","authorization":{"a":"1","a":"2"}}` },
  ],
  ['__proto__', 400, 'POST', '/scans', { headers: json, payload: `{"target":"${target}","__proto__":{"x":1}}` }],
  ['constructor', 400, 'POST', '/auth/api-keys', { headers: json, payload: '{"constructor":{"prototype":{}}}' }],
  ['a deep body', 400, 'POST', '/scans', { headers: json, payload: `{"x":${'['.repeat(40)}${']'.repeat(40)}}` }],
  ['a large body', 413, 'POST', '/scans', { headers: json, payload: JSON.stringify({ target, name: 'x'.repeat(256 * 1024) }) }],
  ['a large body without a key', 413, 'POST', '/scans', { headers: json, payload: 'x'.repeat(256 * 1024 + 1) }],
])('%s is %i with a whole problem', async (name, status, method, url, call) => {
  const isAnonymous = name.includes('no key') || name.includes('without a key')
  const answer = await api.call(method, url, { ...call, ...(isAnonymous ? {} : { key }) })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  const body = answer.json()
  expect(body).toEqual({
    type: `/docs#${body.code}`,
    title: expect.any(String),
    status,
    detail: expect.any(String),
    instance: url.replace(/\?.*/, ''),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: answer.headers['x-request-id'],
    errors: expect.any(Array),
    error: body.code,
    message: body.detail,
  })
  expect(answer.body).not.toMatch(/FST_|fastify|zod|sqlite|node_modules|\.ts\b|SyntaxError/i)
  if (status === 405) expect(answer.headers.allow).toMatch(/GET/)
})

test('405 lists what the address takes', async () => {
  expect((await api.call('PUT', '/scans', { key })).headers.allow).toBe('GET, HEAD, POST')
  expect((await api.call('PUT', '/v1/scans/abc/', { key })).headers.allow).toBe('DELETE, GET, HEAD')
  expect((await api.call('GET', '/scans/abc/cancel', { key })).headers.allow).toBe('POST')
})

test('/v1 is the same thing, once', async () => {
  expect((await api.call('GET', '/v1/healthz')).statusCode).toBe(200)
  expect((await api.call('GET', '/v1')).statusCode).toBe(200)
  expect((await api.call('GET', '/v1/v1/healthz')).statusCode).toBe(404)
  expect((await api.call('GET', '/v1x')).statusCode).toBe(404)
  const created = await api.call('POST', '/v1/scans', { key, body: { target } })
  expect(created.headers.location).toBe(`/v1/scans/${created.json().id}`)
})

test('every answer forbids a browser to do anything with it, and has an id of its own', async () => {
  const first = await api.call('GET', '/scans', { key })
  const second = await api.call('GET', '/scans', { key })
  expect(first.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^req_/),
  })
  expect(first.headers['x-request-id']).not.toBe(second.headers['x-request-id'])
  expect(first.headers).not.toHaveProperty('access-control-allow-origin')
})

test('what nobody expected is 500 and says nothing of itself', async () => {
  const broken = await openApi({
    detect: () => Promise.reject(new TypeError("can't read /etc/secret of undefined")),
  })
  const answer = await broken.call('POST', '/targets/probe', { key: await broken.key(), body: { target } })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('secret')
  expect(answer.json().code).toBe('internal')
  await broken.close()
})

test('a store that is full or gone is 503 with Retry-After', async () => {
  const full = await openApi()
  const ownKey = await full.key()
  const { scans } = full.store
  scans.create = () => Promise.reject(new Problem('storage_full', 'The disk is full.'))
  const answer = await full.call('POST', '/scans', { key: ownKey, body: { target } })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'storage_full'])
  expect(answer.headers['retry-after']).toBe('5')
  await full.close()
})

test.each([
  ['outcome', 'succeeded, resisted, blocked, inconclusive, error'],
  ['severity', 'critical, high, medium, low, info'],
  ['success', 'true, false'],
])('a filter by %s that is none of its values names them all', async (name, values) => {
  const { id } = (await api.call('POST', '/scans', { key, body: { target } })).json()
  const answer = await api.call('GET', `/scans/${id}/results?${name}=bad`, { key })
  expect([answer.statusCode, answer.json().detail]).toEqual([400, `${name} must be one of ${values}.`])
})

test('asking for a language model as the judge, where none is configured, says how to configure one', async () => {
  const answer = await api.call('POST', '/scans', { key, body: { target, judge: 'llm' } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([{ pointer: '/judge', detail: expect.stringMatching(/SORTIE_LLM_URL and SORTIE_LLM_MODEL/) }])
})

test('what the operator stopped is refused without an error in the log; a fault of ours leaves one', async () => {
  const lines: string[] = []
  const note = (level: string) => (fields: Readonly<Record<string, unknown>>) =>
    void lines.push(`${level} ${String(fields['code'])}${'err' in fields ? ' with a stack' : ''}`)
  const log = { ...silentLog, info: note('info'), warn: note('warn'), error: note('error') }
  const own = await openApi({ log })
  const ownKey = await own.key()
  await own.call('POST', '/admin/stop-all')
  expect((await own.call('POST', '/scans', { key: ownKey, body: { target } })).json().code).toBe('traffic_stopped')
  expect((await own.call('POST', '/targets/probe', { key: ownKey, body: { target } })).json().code).toBe('traffic_stopped')
  own.store.scans.list = async () => {
    throw new Problem('unavailable', 'The database is gone.')
  }
  expect((await own.call('GET', '/scans', { key: ownKey })).statusCode).toBe(503)
  expect(lines.filter((line) => !line.endsWith('undefined'))).toEqual([
    'info traffic_stopped',
    'info traffic_stopped',
    'error unavailable with a stack',
  ])
  await own.close()
})
