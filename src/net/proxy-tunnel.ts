import { connect as connectTcp, isIPv6, type Socket } from 'node:net'
import { Problem } from '../domain/problem.ts'
import type { TargetOrigin } from './target-url.ts'

/** The operator's own way out. It is trusted with names: it resolves them itself and must filter by itself. */
export type EgressProxy = Readonly<{ host: string; port: number; authorization?: string }>

/** Reads `http://user:password@host:port`. */
export function parseProxy(text: string): EgressProxy {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' || url.hostname === '' || !['', '/'].includes(url.pathname)) {
    throw new Problem('invalid_config', 'SORTIE_EGRESS_PROXY must look like http://host:port.')
  }
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    ...(login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  }
}

/** Asks the proxy for a connection to the target (RFC 9110, 9.3.6): for plain HTTP too, so that one path serves both. */
export function openTunnel(proxy: EgressProxy, url: TargetOrigin, timeoutMs: number, track: (socket: Socket) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: proxy.host, port: proxy.port, noDelay: true })
    track(socket)
    const fail = (problem: Problem) => {
      settle()
      socket.destroy()
      reject(problem)
    }
    const timer = setTimeout(() => fail(new Problem('target_timeout', 'The egress proxy did not answer in time.')), timeoutMs)
    const onError = (cause: Error) => fail(new Problem('target_unreachable', 'The egress proxy could not be reached.', { cause }))
    const onClose = () => fail(new Problem('target_unreachable', 'The egress proxy closed the connection.'))
    const settle = () => {
      clearTimeout(timer)
      socket.off('data', onData).off('error', onError).off('close', onClose)
    }
    let answer = ''
    socket.once('error', onError).once('close', onClose)
    socket.once('connect', () => {
      const authority = `${isIPv6(url.hostname) ? `[${url.hostname}]` : url.hostname}:${url.port}`
      const login = proxy.authorization ? `Proxy-Authorization: ${proxy.authorization}\r\n` : ''
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`)
    })
    const onData = (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      const end = answer.indexOf('\r\n\r\n')
      if (end < 0 && answer.length < 16_384) return
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]
      if (status !== '200' || end < 0) {
        fail(new Problem('target_unreachable', `The egress proxy refused the connection (${status ?? 'no HTTP status'}).`))
        return
      }
      settle()
      socket.pause()
      if (answer.length > end + 4) socket.unshift(Buffer.from(answer.slice(end + 4), 'latin1'))
      resolve(socket)
    }
    socket.on('data', onData)
  })
}
