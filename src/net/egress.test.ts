import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { json, type LoopbackServer, readBody, serveHttp, until } from '../../test/security/loopback-server.ts'
import { Problem } from '../domain/problem.ts'
import { type ClientOptions, createEgress, type Egress, type EgressOptions } from './egress.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})
const serve = async (...args: Parameters<typeof serveHttp>): Promise<LoopbackServer> => {
  const server = await serveHttp(...args)
  open.push(server)
  return server
}
const egressWith = (options: Partial<EgressOptions> = {}): Egress => {
  const egress = createEgress({ mode: 'local', version: '1.2.3', ...options })
  open.push(egress)
  return egress
}
const never = new AbortController().signal
const clientTo = (url: string, options: Partial<ClientOptions> = {}, egress = egressWith()) =>
  egress.client({ scanId: 'scn_test', target: url, ...options })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  )
const echo = () =>
  serve(async (request, response) => json(response, { headers: request.headers, url: request.url, body: await readBody(request) }))

test('a request goes out as asked and says who we are', async () => {
  const { url } = await echo()
  const answer = await clientTo(url).request(
    { method: 'POST', url: `${url}/v1/chat?a=b`, headers: { 'Content-Type': 'application/json' }, body: '{"é":1}' },
    never,
  )
  const seen = JSON.parse(answer.text)
  expect([answer.status, seen.url, seen.body]).toEqual([200, '/v1/chat?a=b', '{"é":1}'])
  expect(seen.headers).toMatchObject({
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'Sortie/1.2.3 (+AI security scan)',
    'x-sortie-scan': 'scn_test',
    'content-length': '8',
  })
})

test.each([
  [{ auth: { type: 'bearer', token: 't-1' } }, 'authorization', 'Bearer t-1'],
  [{ auth: { type: 'basic', username: 'u', password: 'p:ä' } }, 'authorization', `Basic ${Buffer.from('u:p:ä').toString('base64')}`],
  [{ headers: { 'X-Api-Key': 'k', 'User-Agent': 'mine' } }, 'x-api-key', 'k'],
  [{ headers: { 'X-Api-Key': 'k', 'User-Agent': 'mine' } }, 'user-agent', 'mine'],
  [{ headers: { 'Accept-Encoding': 'gzip' } }, 'accept-encoding', 'identity'],
] as const)('credentials %j arrive', async (options, name, value) => {
  const { url } = await echo()
  const answer = await clientTo(url, options).request({ method: 'GET', url }, never)
  expect(JSON.parse(answer.text).headers[name]).toBe(value)
})

test("the operator's query and cookies are added to the protocol's", async () => {
  const { url } = await echo()
  const client = clientTo(url, { query: { key: 'a b&c' }, headers: { cookie: 'login=1' } })
  const answer = await client.request({ method: 'GET', url: `${url}/x?y=1`, headers: { cookie: 'session=2' } }, never)
  expect(JSON.parse(answer.text)).toMatchObject({ url: '/x?y=1&key=a+b%26c', headers: { cookie: 'session=2; login=1' } })
})

test('nothing is sent to another origin, with or without credentials', async () => {
  const target = await echo()
  let hits = 0
  const other = await serve((_, response) => {
    hits++
    response.end()
  })
  const client = clientTo(target.url, { auth: { type: 'bearer', token: 'secret-token' } })
  for (const url of [other.url, target.url.replace('127.0.0.1', 'localhost'), target.url.replace('http', 'https')]) {
    expect(await codeOf(client.request({ method: 'GET', url }, never))).toBe('target_forbidden')
  }
  expect(hits).toBe(0)
})

test('a redirect is an answer, never a way', async () => {
  let hits = 0
  const other = await serve((_, response) => {
    hits++
    response.end()
  })
  const target = await serve((request, response) => {
    response.writeHead(Number(request.url!.slice(1)), { location: other.url }).end('moved')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const answer = await clientTo(target.url).request({ method: 'POST', url: `${target.url}/${status}`, body: 'x' }, never)
    expect([answer.status, answer.text, answer.headers['location']]).toEqual([status, 'moved', other.url])
  }
  expect(hits).toBe(0)
})

test('HTTP statuses are answers; repeated headers are joined', async () => {
  const { url } = await serve((_, response) => {
    response
      .writeHead(
        503,
        [
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
          ['x-list', '1'],
          ['x-list', '2'],
        ].flat(),
      )
      .end('down')
  })
  const answer = await clientTo(url).request({ method: 'GET', url }, never)
  expect(answer).toMatchObject({ status: 503, text: 'down', truncated: false, malformed: false })
  expect([answer.headers['set-cookie'], answer.headers['x-list']]).toEqual(['a=1\nb=2', '1, 2'])
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('one layer of %s is taken off although it was not asked for', async (name, compress) => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': name }).end(compress('hello '.repeat(1000)))
  })
  expect((await clientTo(url).request({ method: 'GET', url }, never)).text).toBe('hello '.repeat(1000))
})

test('text is read as UTF-8; what is not is marked, and a declared charset helps', async () => {
  const bodies: Record<string, readonly [string, Buffer]> = {
    '/utf8': ['text/plain; charset=iso-8859-1', Buffer.from('né')],
    '/bom': ['application/json', Buffer.from('\ufeff{}')],
    '/latin': ['text/plain; charset=ISO-8859-1', Buffer.from('né', 'latin1')],
    '/utf16': ['text/plain', Buffer.from('\ufeffhé', 'utf16le')],
    '/broken': ['text/plain', Buffer.from([0x61, 0xff, 0xfe, 0x62])],
  }
  const { url } = await serve((request, response) => {
    const [type, bytes] = bodies[request.url!]!
    response.writeHead(200, { 'content-type': type }).end(bytes)
  })
  const read = async (path: string) => {
    const { text, malformed } = await clientTo(url).request({ method: 'GET', url: url + path }, never)
    return [text, malformed]
  }
  expect(await read('/utf8')).toEqual(['né', false])
  expect(await read('/bom')).toEqual(['{}', false])
  expect(await read('/latin')).toEqual(['né', false])
  expect(await read('/utf16')).toEqual(['hé', false])
  expect(await read('/broken')).toEqual(['a\ufffd[ff fe]b', true])
})

test('a body is cut at the cap and says so', async () => {
  const { url } = await serve((_, response) => response.end('x'.repeat(5000)))
  const answer = await clientTo(url, { limits: { maxBytes: 1000 } }).request({ method: 'GET', url }, never)
  expect([answer.text.length, answer.truncated]).toEqual([1000, true])
  const whole = await clientTo(url).request({ method: 'GET', url, maxBytes: 5000 }, never)
  expect([whole.text.length, whole.truncated]).toEqual([5000, false])
})

test('an event stream ends when the reader has seen enough, though the target keeps it open', async () => {
  const { url, connections } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: one\n\ndata: [DONE]\n\n')
  })
  const answer = await clientTo(url).request({ method: 'GET', url, isDone: (text) => text.includes('[DONE]') }, never)
  expect([answer.text, answer.truncated]).toEqual(['data: one\n\ndata: [DONE]\n\n', false])
  await until(() => connections() === 0)
})

test('the deadline is for the whole answer: a dripping body does not outlive it', async () => {
  const drip = (type: string) =>
    serve((_, response) => {
      response.writeHead(200, { 'content-type': type })
      const timer = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(timer))
    })
  const document = await drip('application/json')
  const limits = { requestTimeoutMs: 500 }
  expect(await codeOf(clientTo(document.url, { limits }).request({ method: 'GET', url: document.url }, never))).toBe('target_timeout')
  // What a stream said until then counts.
  const stream = await drip('text/event-stream')
  const answer = await clientTo(stream.url, { limits }).request({ method: 'GET', url: stream.url }, never)
  expect(answer.truncated).toBe(true)
  expect(answer.text).toMatch(/^a+$/)
  await until(() => document.connections() + stream.connections() === 0)
})

test('the caller can leave at any time, and its reason is what it gets', async () => {
  const { url, connections } = await serve(() => undefined)
  const leaving = new AbortController()
  const pending = clientTo(url).request({ method: 'GET', url }, leaving.signal)
  await until(() => connections() === 1)
  leaving.abort(new Problem('cancelled', 'enough'))
  expect(await codeOf(pending)).toBe('cancelled')
  await until(() => connections() === 0)
  expect(await codeOf(clientTo(url).request({ method: 'GET', url }, leaving.signal))).toBe('cancelled')
})

test('a target that asks not to be scanned is not', async () => {
  const { url } = await serve((_, response) => response.writeHead(200, { 'X-Scan-Opt-Out': '1' }).end())
  expect(await codeOf(clientTo(url).request({ method: 'GET', url }, never))).toBe('target_opted_out')
})

test('requests are counted and bounded', async () => {
  const { url } = await echo()
  let counted = 0
  const client = clientTo(url, { maxRequests: 2, onRequest: () => counted++ })
  const send = () => client.request({ method: 'GET', url }, never)
  await send()
  await send()
  expect(await codeOf(send())).toBe('request_limit')
  expect([counted, client.requestsSent]).toEqual([2, 2])
})

test('headers that would change where a request goes are refused before anything is sent', async () => {
  const { url } = await echo()
  expect(() => clientTo(url, { headers: { Host: 'evil' } })).toThrow(/Host/)
  const request = { method: 'GET', url, headers: { 'Transfer-Encoding': 'chunked' } } as const
  expect(await codeOf(clientTo(url).request(request, never))).toBe('invalid_request')
})

test('our own listener is refused, and connections that were open to it are ended', async () => {
  const { url, port, connections } = await echo()
  const egress = egressWith()
  const client = clientTo(url, {}, egress)
  await client.request({ method: 'GET', url }, never)
  egress.denyOwn([{ host: '0.0.0.0', port }])
  expect(await codeOf(client.request({ method: 'GET', url }, never))).toBe('target_forbidden')
  await until(() => connections() === 0)
  for (const host of ['localhost', '127.0.0.2', '[::ffff:127.0.0.1]', '0x7f.1']) {
    expect(() => egress.judgeUrl(`http://${host}:${port}/auth/api-keys`)).toThrow(Problem)
  }
})

test('nothing is taken from the usual proxy variables', async () => {
  let hits = 0
  const proxy = await serve((_, response) => {
    hits++
    response.end()
  })
  const before = { ...process.env }
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' })
  try {
    const { url } = await echo()
    expect((await clientTo(url).request({ method: 'GET', url }, never)).status).toBe(200)
  } finally {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
  expect(hits).toBe(0)
})

test('many requests leave nothing behind', async () => {
  const { url, connections } = await echo()
  const egress = egressWith()
  const client = clientTo(url, { concurrency: 16 }, egress)
  await Promise.all(Array.from({ length: 300 }, () => client.request({ method: 'POST', url, body: 'x' }, never)))
  expect(egress.counters().inFlight).toBe(0)
  await egress.close()
  await until(() => connections() === 0)
  expect(egress.counters().openSockets).toBe(0)
})
