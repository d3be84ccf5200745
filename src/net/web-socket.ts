import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { Problem } from '../domain/problem.ts'
import type { NetSocket } from '../domain/target.ts'
import { toNetProblem } from './net-problem.ts'
import { maxHeaderBytes } from './routes.ts'
import type { TargetUrl } from './target-url.ts'

export type WebSocketOptions = Readonly<{
  url: TargetUrl
  /** Path and query, with the operator's query added. */
  path: string
  /** A guarded connection to the target, encrypted already where the URL says so. */
  connection: Socket
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  maxBytes: number
  signal: AbortSignal
  /** Sees the answer to the handshake; what it returns ends the connection. */
  onAnswer: (status: number, headers: Readonly<Record<string, string>>) => Problem | undefined
  onClose: () => void
}>

/** Speaks WebSocket over a connection that the guard opened: bounded messages, a bounded backlog, no compression, no redirects. */
export function openWebSocket(options: WebSocketOptions): Promise<NetSocket> {
  const { url, connection, maxBytes, signal } = options
  const socket = new WebSocket(url.origin.replace(/^http/, 'ws') + options.path, {
    createConnection: () => connection,
    // One layer of compression less to bound; the handshake simply does not offer it.
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: maxBytes,
    maxHeaderSize: maxHeaderBytes,
    headers: { ...options.headers },
  })
  const inbox = createInbox(socket, maxBytes)
  const abort = () => socket.terminate()
  signal.addEventListener('abort', abort)
  socket.once('close', () => {
    signal.removeEventListener('abort', abort)
    connection.destroy()
    inbox.close()
    options.onClose()
  })
  return new Promise((resolve, reject) => {
    // A timer of our own: the library's counts from a connect event, which a connection that is handed in never has.
    const timer = setTimeout(() => {
      reject(new Problem('target_timeout', `${url.hostname} did not answer the WebSocket handshake in time.`))
      socket.terminate()
    }, options.timeoutMs)
    socket.once('close', () => clearTimeout(timer))
    socket.once('upgrade', (answer) => {
      const refusal = options.onAnswer(101, plainHeaders(answer))
      if (refusal === undefined) return
      reject(refusal)
      socket.terminate()
    })
    socket.once('unexpected-response', (_, answer) => {
      const status = answer.statusCode ?? 0
      const refusal = options.onAnswer(status, plainHeaders(answer))
      if (refusal) reject(refusal)
      answer.destroy()
      socket.terminate()
      reject(new Problem('target_rejected', `${url.hostname} answered ${status} instead of opening a WebSocket.`, { targetStatus: status }))
    })
    socket.on('error', (error) => {
      const problem = toSocketProblem(error, url)
      inbox.fail(problem)
      reject(signal.aborted ? signal.reason : problem)
    })
    socket.once('open', () => {
      clearTimeout(timer)
      resolve({
        send: (text) => socket.send(text),
        next: inbox.next,
        close: () => {
          socket.close(1000)
          // A target that never says goodbye does not keep its connection.
          setTimeout(() => socket.terminate(), 1000).unref()
        },
      })
    })
  })
}

/** As everywhere: lower-case names, and one text for each. */
const plainHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

function toSocketProblem(error: Error, url: TargetUrl): Problem {
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('WS_ERR') || error.message.startsWith('Invalid') || code.startsWith('HPE_')) {
    return new Problem('target_unreadable', `${url.hostname}: what came back is not a WebSocket.`, { cause: error })
  }
  return toNetProblem(error, url.hostname)
}

/** Messages that came and were not asked for yet. The sender is held back when they grow too large. */
function createInbox(socket: WebSocket, maxBytes: number) {
  const messages: string[] = []
  let size = 0
  let failure: Problem | undefined
  let isClosed = false
  let wake: (() => void) | undefined

  socket.on('message', (data) => {
    const text = Array.isArray(data) ? Buffer.concat(data).toString('utf8') : Buffer.from(data as Buffer).toString('utf8')
    messages.push(text)
    size += text.length + 64
    if (size > maxBytes) socket.pause()
    wake?.()
  })

  const arm = (go: () => void) => {
    wake = go
  }
  const settled = () => messages.length > 0 || failure !== undefined || isClosed
  return {
    async next(timeoutMs: number, signal: AbortSignal): Promise<string | undefined> {
      signal.throwIfAborted()
      if (!settled()) await waitFor(arm, timeoutMs, signal)
      wake = undefined
      const message = messages.shift()
      if (message !== undefined) {
        size -= message.length + 64
        if (socket.isPaused && size <= maxBytes / 2) socket.resume()
        return message
      }
      if (failure) throw failure
      return undefined
    },
    fail(problem: Problem) {
      failure = problem
      wake?.()
    },
    close() {
      isClosed = true
      wake?.()
    },
  }
}

function waitFor(arm: (go: () => void) => void, timeoutMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onAbort = () => settle(signal.reason)
    const timer = setTimeout(() => settle(new Problem('target_timeout', 'The target sent no message in time.')), timeoutMs)
    signal.addEventListener('abort', onAbort)
    arm(() => settle())
  })
}
