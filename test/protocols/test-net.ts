import { WebSocket } from 'ws'
import { Problem } from '../../src/domain/problem.ts'
import type { Net, NetRequest, NetResponse, NetSocket } from '../../src/domain/target.ts'

/** A plain way out for tests against loopback servers, counting what it sends. */
export function openTestNet(add: Readonly<Record<string, string>> = {}): Net & { readonly sent: NetRequest[] } {
  const sent: NetRequest[] = []
  return {
    sent,
    async request(request, signal) {
      sent.push(request)
      const started = performance.now()
      const timeout = AbortSignal.timeout(request.timeoutMs ?? 20_000)
      let response: Response
      try {
        response = await fetch(request.url, {
          method: request.method,
          headers: { ...request.headers, ...add },
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout]),
          ...(request.body === undefined ? {} : { body: request.body as string }),
        })
      } catch (cause) {
        if (timeout.aborted) throw new Problem('target_timeout', 'No answer in time.', { cause })
        throw new Problem('target_unreachable', 'Nobody answers there.', { cause })
      }
      const text = await readText(response, request)
      return {
        status: response.status,
        headers: plainHeaders(response),
        text,
        truncated: false,
        malformed: false,
        ms: performance.now() - started,
      }
    },
    socket: (request, signal) => openSocket(request.url, { ...request.headers, ...add }, signal),
  }
}

async function readText(response: Response, request: NetRequest): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (request.isDone?.(text)) break
  }
  return text + decoder.decode()
}

function plainHeaders(response: Response): NetResponse['headers'] {
  const headers = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  return cookies.length > 0 ? { ...headers, 'set-cookie': cookies.join('\n') } : headers
}

function openSocket(url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<NetSocket> {
  const socket = new WebSocket(url, { headers })
  const waiting: string[] = []
  let closed = false
  let wake = () => {}
  socket.on('message', (data) => {
    waiting.push(String(data))
    wake()
  })
  socket.on('close', () => {
    closed = true
    wake()
  })
  signal.addEventListener('abort', () => socket.terminate(), { once: true })
  const net: NetSocket = {
    send: (text) => socket.send(text),
    async next(timeoutMs) {
      if (waiting.length === 0 && !closed)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      if (waiting.length === 0 && !closed) throw new Problem('target_timeout', 'No message in time.')
      return waiting.shift()
    },
    close: () => socket.terminate(),
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(net))
    socket.on('error', (cause) => reject(new Problem('target_unreachable', 'The socket did not open.', { cause })))
  })
}
