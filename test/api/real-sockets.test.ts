import type { AddressInfo } from 'node:net'
import { connect, createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerClientError } from '../../src/api/client-error.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'
import { attemptOf } from './small-catalog.ts'

// What only a real socket shows: requests that are no HTTP, clients that hang up, readers that stop reading.
let api: Api
let port: number
beforeAll(async () => {
  api = await openApi()
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(() => api.close())

/** Sends bytes as they are and reads until the other side closes. */
function speak(bytes: string, to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(to, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

test.each([
  ['no HTTP at all', 400, 'HELLO\r\n\r\n'],
  ['an unknown method', 400, 'BREW /scans HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['huge headers', 431, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 400, 'POST /scans HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  [
    'a length and chunks',
    400,
    'POST /scans HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['no Host', 400, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['no Host in HTTP/1.0', 421, 'GET /healthz HTTP/1.0\r\n\r\n'],
  [
    'an unknown expectation, which is ignored,',
    401,
    'POST /scans HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n',
  ],
  ['a method of another protocol', 405, 'PROPFIND /scans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ['a second Host', 400, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHOST: localhost\r\nConnection: close\r\n\r\n'],
  ['a tunnel', 405, 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an absolute address', 404, 'GET http://evil.example/scans HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
])('%s gets %i and a whole problem', async (_, status, bytes) => {
  const [head, body] = (await speak(bytes)).split('\r\n\r\n') as [string, string]
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toMatch(/content-type: application\/problem\+json/i)
  expect(head).toMatch(/x-request-id: req_/i)
  expect(JSON.parse(body)).toMatchObject({
    status,
    title: expect.any(String),
    detail: expect.any(String),
    error: expect.any(String),
    message: expect.any(String),
  })
})

test('a request that does not arrive in time gets 408', async () => {
  const server = createTcpServer((socket) =>
    answerClientError(Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket, 0),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await speak('', (server.address() as AddressInfo).port)
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status: 408, code: 'request_timeout' })
  await new Promise((resolve) => server.close(resolve))
})

test('a database that fails in the middle of an answer breaks it off: half an answer never looks whole', async () => {
  const key = await api.key()
  const { id } = (await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })).json()
  await api.call('POST', `/scans/${id}/cancel`, { key })
  const { streamAttempts } = api.store.scans
  api.store.scans.streamAttempts = async function* () {
    for (let n = 0; n < 10; n += 1)
      yield { seq: n, id: String(n), recordedAt: '', attempt: attemptOf(n, 'resisted', { response: 'x'.repeat(50_000) }) }
    throw new Error('the disk is gone')
  }
  const answer = await fetch(`http://127.0.0.1:${port}/scans/${id}`, { headers: { 'x-api-key': key } })
  await expect(answer.text()).rejects.toThrow()
  api.store.scans.streamAttempts = streamAttempts
})

test('a client that hangs up in the middle of a large answer, or of events, leaves nothing behind', async () => {
  const key = await api.key()
  const { id } = (await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/', max_attacks: 500 } })).json()
  const lease = await api.claim()
  const watching = new AbortController()
  const events = await fetch(`http://127.0.0.1:${port}/scans/${id}/events`, { headers: { 'x-api-key': key }, signal: watching.signal })
  await events.body!.getReader().read()
  watching.abort()

  // 30 MB in all: far more than two sockets can hold between them.
  const response = 'x'.repeat(60_000)
  await api.store.scans.record(
    lease,
    Array.from({ length: 500 }, (_, n) => attemptOf(n, 'resisted', { response })),
    '2026-11-15T12:00:01.000Z',
  )
  await api.store.scans.finish(lease, {
    status: 'completed',
    completedAt: '2026-11-15T12:00:02.000Z',
    error: null,
    score: null,
    warnings: [],
  })
  let rowsRead = 0
  const { streamAttempts } = api.store.scans
  api.store.scans.streamAttempts = async function* (scanId) {
    for await (const row of streamAttempts(scanId)) {
      rowsRead += 1
      yield row
    }
  }
  const reading = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/scans/${id}`, { headers: { 'x-api-key': key }, signal: reading.signal })
  await answer.body!.getReader().read()
  reading.abort()
  await expect.poll(() => connections(), { timeout: 20_000 }).toBe(0)
  expect(rowsRead).toBeLessThan(500)

  const whole = (await (
    await fetch(`http://127.0.0.1:${port}/scans/${id}`, { headers: { 'x-api-key': key, connection: 'close' } })
  ).json()) as { results: unknown[] }
  expect(whole.results).toHaveLength(500)
})

test('a shutdown ends event streams and does not wait for connections to time out', async () => {
  let isDraining = false
  const own = await openApi({ isDraining: () => isDraining })
  await own.app.listen({ host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`
  const key = await own.key()
  const { id } = (await own.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })).json()
  const events = (await fetch(`${base}/scans/${id}/events`, { headers: { 'x-api-key': key } })).text()
  isDraining = true
  const began = performance.now()
  await own.close()
  // Idle connections are kept for a minute or more.
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await events).toContain('retry: 2000') // ended, not broken off
})

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))))
