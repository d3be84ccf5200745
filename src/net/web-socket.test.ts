import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen, serveHttp, serveTcp, until } from '../../test/security/loopback-server.ts'
import { Problem } from '../domain/problem.ts'
import { createEgress } from './egress.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})
const never = new AbortController().signal

async function serveSocket(handle: (socket: WebSocket, headers: Record<string, unknown>) => void) {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket, request) => handle(socket, request.headers))
  const server = await listen(http)
  open.push(server)
  return { ...server, url: server.url.replace('http', 'ws') }
}
const connect = (url: string, signal = never, limits = {}) => {
  const egress = createEgress({ mode: 'local' })
  open.push(egress)
  const client = egress.client({ scanId: 'scn_ws', target: url, auth: { type: 'bearer', token: 'ws-token' }, limits })
  return { egress, socket: client.socket({ url, headers: { 'x-more': '1' } }, signal) }
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )

test('messages go both ways, in order, under the name of the scan', async () => {
  let seen: Record<string, unknown> = {}
  const server = await serveSocket((socket, headers) => {
    seen = headers
    socket.send('welcome')
    socket.on('message', (data) => socket.send(`echo ${data}`))
  })
  const socket = await connect(server.url).socket
  socket.send('one')
  socket.send('two')
  const got = [await socket.next(1000, never), await socket.next(1000, never), await socket.next(1000, never)]
  expect(got).toEqual(['welcome', 'echo one', 'echo two'])
  expect(seen).toMatchObject({ authorization: 'Bearer ws-token', 'x-sortie-scan': 'scn_ws', 'x-more': '1' })
  expect(seen['sec-websocket-extensions']).toBeUndefined()
  socket.close()
  await until(() => server.connections() === 0)
})

test('a closed socket has no next message', async () => {
  const server = await serveSocket((socket) => socket.close(1000))
  const socket = await connect(server.url).socket
  expect(await socket.next(1000, never)).toBeUndefined()
})

test('silence ends in a time-out, and leaving is possible at any time', async () => {
  const server = await serveSocket(() => undefined)
  const leaving = new AbortController()
  const socket = await connect(server.url, leaving.signal).socket
  expect(await codeOf(socket.next(30, never))).toBe('target_timeout')
  const pending = socket.next(5000, leaving.signal)
  leaving.abort(new Problem('cancelled', 'enough'))
  expect(await codeOf(pending)).toBe('cancelled')
  await until(() => server.connections() === 0)
})

test('a message larger than the cap ends the conversation, not the process', async () => {
  const server = await serveSocket((socket) => socket.send('x'.repeat(100_000)))
  const socket = await connect(server.url, never, { maxBytes: 10_000 }).socket
  expect(await codeOf(socket.next(1000, never))).toBe('target_unreadable')
})

test('a flood is held back at the sender instead of piling up here', async () => {
  let flooding: WebSocket | undefined
  const server = await serveSocket((socket) => {
    flooding = socket
    for (let i = 0; i < 20_000; i++) socket.send(`${i} ${'x'.repeat(1000)}`)
  })
  const socket = await connect(server.url, never, { maxBytes: 100_000 }).socket
  await until(() => (flooding?.bufferedAmount ?? 0) > 0)
  for (let i = 0; i < 50; i++) expect(await socket.next(2000, never)).toMatch(new RegExp(`^${i} `))
  expect(flooding!.bufferedAmount).toBeGreaterThan(1_000_000)
  socket.close()
  await until(() => server.connections() === 0)
})

test.each([
  ['answers 403 instead', 'target_rejected', () => serveHttp((_, response) => response.writeHead(403).end())],
  [
    'redirects',
    'target_rejected',
    () => serveHttp((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()),
  ],
  ['speaks no HTTP', 'target_unreadable', () => serveTcp((socket) => socket.end('hello\r\n\r\n'))],
  ['never answers', 'target_timeout', () => serveTcp(() => undefined)],
  [
    'sends endless headers',
    'target_unreadable',
    () => serveTcp((socket) => socket.write(`HTTP/1.1 101 x\r\n${'a: b\r\n'.repeat(10_000)}`)),
  ],
] as const)('a server that %s', async (_, code, start) => {
  const server = await start()
  open.push(server)
  expect(await codeOf(connect(server.url.replace('http', 'ws'), never, { requestTimeoutMs: 200 }).socket)).toBe(code)
  await until(() => server.connections() === 0)
})

test('metadata addresses and foreign origins are refused here too', async () => {
  expect(await codeOf(connect('ws://169.254.169.254/').socket)).toBe('target_forbidden')
  const server = await serveSocket(() => undefined)
  const egress = createEgress({ mode: 'local' })
  open.push(egress)
  const client = egress.client({ scanId: 'scn_ws', target: 'http://127.0.0.1:1111/' })
  expect(await codeOf(client.socket({ url: server.url }, never))).toBe('target_forbidden')
})

test('the kill switch ends open sockets', async () => {
  const server = await serveSocket(() => undefined)
  const { egress, socket } = connect(server.url)
  const opened = await socket
  const pending = opened.next(10_000, never)
  egress.stopAll()
  expect(await pending).toBeUndefined()
  await until(() => server.connections() === 0, 1000)
  expect(egress.counters()).toEqual({ inFlight: 0, openSockets: 0 })
})

test('a target that asks not to be scanned is not, whether it opens the socket or refuses it', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  sockets.on('headers', (headers) => headers.push('X-Scan-Opt-Out: 1'))
  const http = createServer().on('upgrade', (request, socket, head) => {
    if (request.url === '/open') sockets.handleUpgrade(request, socket, head, () => undefined)
    else socket.end('HTTP/1.1 403 Forbidden\r\nX-Scan-Opt-Out: 1\r\nContent-Length: 0\r\n\r\n')
  })
  const server = await listen(http)
  open.push(server)
  for (const path of ['/open', '/refused']) {
    const { egress, socket } = connect(server.url.replace('http', 'ws') + path)
    expect([path, await codeOf(socket)]).toEqual([path, 'target_opted_out'])
    await until(() => egress.counters().inFlight === 0 && egress.counters().openSockets === 0)
  }
  await until(() => server.connections() === 0)
})

test('a handshake that is told to wait makes everybody wait', async () => {
  const seenMs: number[] = []
  const server = await serveHttp((_, response) => {
    seenMs.push(performance.now())
    if (seenMs.length === 1) response.writeHead(429, { 'retry-after': '1' })
    response.end()
  })
  open.push(server)
  const egress = createEgress({ mode: 'local' })
  open.push(egress)
  const client = egress.client({ scanId: 'scn_ws', target: server.url })
  expect(await codeOf(client.socket({ url: server.url.replace('http', 'ws') }, never))).toBe('target_rejected')
  await client.request({ method: 'GET', url: server.url }, never)
  expect(seenMs[1]! - seenMs[0]!).toBeGreaterThan(980)
})
