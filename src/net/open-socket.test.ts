import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen, serveHttp, serveTcp, until } from '../../test/security/loopback-server.ts'
import { Problem } from '../domain/problem.ts'
import { createEgress, type EgressOptions } from './egress.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})
const kept = <T extends { close: () => Promise<void> }>(thing: T): T => {
  open.push(thing)
  return thing
}
const pem = (name: string) => readFileSync(new URL(`../../test/security/certificates/${name}.pem`, import.meta.url), 'utf8')
const never = new AbortController().signal
const get = async (url: string, options: Partial<EgressOptions> = {}) => {
  const egress = kept(createEgress({ mode: 'local', ...options }))
  return egress.client({ scanId: 'scn_test', target: url }).request({ method: 'GET', url }, never)
}
const problemOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof Problem ? `${error.code}: ${error.detail}` : String(error)),
  )
const serveTls = async (certificate: string) => {
  const server = createHttpsServer({ key: pem(certificate), cert: pem(certificate) }, (request, response) =>
    response.end(request.headers.host),
  )
  server.on('tlsClientError', (_, socket) => socket.destroy())
  const { port, close } = await listen(server)
  kept({ close })
  return port
}

test('TLS works with an authority of the operator, by name and by address', async () => {
  const port = await serveTls('good')
  expect((await get(`https://localhost:${port}/`, { ca: pem('ca') })).text).toBe(`localhost:${port}`)
  expect((await get(`https://127.0.0.1:${port}/`, { ca: pem('ca') })).text).toBe(`127.0.0.1:${port}`)
})

test('the name is checked against the certificate and sent as Host, though an address is dialled', async () => {
  const port = await serveTls('good')
  const answer = await get(`https://good.test:${port}/`, { ca: pem('ca'), lookup: async () => ['127.0.0.1'] })
  expect(answer.text).toBe(`good.test:${port}`)
})

test.each([
  ['self-signed', 'localhost', /target_tls.*SORTIE_EGRESS_CA/],
  ['expired', 'localhost', /target_tls.*expired/],
  ['wrong-host', 'localhost', /target_tls.*another name/],
  ['wrong-host', '127.0.0.1', /target_tls.*another name/],
])('a %s certificate at %s is refused in words', async (certificate, host, expected) => {
  const port = await serveTls(certificate)
  expect(await problemOf(get(`https://${host}:${port}/`, { ca: pem('ca') }))).toMatch(expected)
})

test('TLS to a server that does not speak it, and one that never answers the handshake', async () => {
  const plain = kept(await serveHttp((_, response) => response.end()))
  expect(await problemOf(get(`https://127.0.0.1:${plain.port}/`))).toMatch(/target_tls/)
  const silent = kept(await serveTcp(() => undefined))
  expect(await problemOf(get(`https://127.0.0.1:${silent.port}/`, { connectTimeoutMs: 150 }))).toMatch(/target_timeout/)
  await until(() => silent.connections() === 0)
})

test('a name with a dead first address is reached at its second', async () => {
  const server = kept(await serveHttp((_, response) => response.end('here')))
  const lookup = async () => ['127.0.0.9', '127.0.0.1']
  expect((await get(`http://two.test:${server.port}/`, { lookup })).text).toBe('here')
})

test('one bad address among good ones spoils the name', async () => {
  const server = kept(await serveHttp((_, response) => response.end('here')))
  const lookup = async () => ['127.0.0.1', '169.254.169.254']
  expect(await problemOf(get(`http://mixed.test:${server.port}/`, { lookup }))).toMatch(/target_forbidden.*169\.254/)
  expect(server.connections()).toBe(0)
})

test('a name that nobody knows is unreachable', async () => {
  const lookup = async () => {
    throw new Error('ENOTFOUND')
  }
  expect(await problemOf(get('http://nowhere.test/', { lookup }))).toMatch(/target_unreachable.*resolved/)
  expect(await problemOf(get('http://empty.test/', { lookup: async () => [] }))).toMatch(/target_unreachable.*resolved/)
})

/** A CONNECT proxy that resolves names itself: all of them to 127.0.0.1. */
const startProxy = async () => {
  const asked: string[] = []
  const proxy = kept(
    await serveTcp((client) => {
      client.once('data', (head) => {
        const [, authority = ''] = /^CONNECT (\S+) /.exec(head.toString('latin1')) ?? []
        asked.push(`${authority} ${/proxy-authorization: (.*)/i.exec(head.toString('latin1'))?.[1]?.trim() ?? ''}`.trim())
        if (authority.startsWith('refused')) return client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
        const upstream = connect(Number(authority.split(':').at(-1)), '127.0.0.1')
        upstream.on('error', () => client.destroy()).on('close', () => client.destroy())
        client.on('close', () => upstream.destroy())
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        return client.pipe(upstream).pipe(client)
      })
    }),
  )
  return { url: proxy.url, asked }
}

test('a proxy of the operator carries what goes outside, and what lies here is reached directly', async () => {
  const proxy = await startProxy()
  const server = kept(await serveHttp((request, response) => response.end(request.headers.host)))
  const tls = await serveTls('good')
  const unknown = async () => {
    throw new Error('ENOTFOUND')
  }
  const options = { proxy: proxy.url.replace('//', '//user:pass@'), ca: pem('ca'), lookup: unknown }
  expect((await get(`http://far.test:${server.port}/`, options)).text).toBe(`far.test:${server.port}`)
  expect((await get(`https://good.test:${tls}/`, options)).text).toBe(`good.test:${tls}`)
  expect((await get(`http://127.0.0.1:${server.port}/`, options)).text).toBe(`127.0.0.1:${server.port}`)
  const login = `Basic ${Buffer.from('user:pass').toString('base64')}`
  expect(proxy.asked).toEqual([`far.test:${server.port} ${login}`, `good.test:${tls} ${login}`])
  expect(await problemOf(get('http://refused.test/', options))).toMatch(/target_unreachable.*proxy refused.*403/)
  expect(await problemOf(get('http://169.254.169.254/', options))).toMatch(/target_forbidden/)
  expect(proxy.asked).toHaveLength(3)
})
