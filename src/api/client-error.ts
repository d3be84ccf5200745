import type { Socket } from 'node:net'
import { newId } from '../domain/ids.ts'
import { Problem } from '../domain/problem.ts'
import { problemHeaders, problemType, toProblemBody } from './problem-json.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers what is not even HTTP: there is no request to reply to, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket, nowMs: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  answerOn(socket, toClientProblem(error), nowMs)
}

/** Answers a request for a tunnel: there are none here. */
export function answerConnect(socket: Socket, nowMs: number): void {
  // Nobody else listens for errors on a socket that Node has let go of.
  socket.on('error', () => socket.destroy())
  answerOn(socket, new Problem('method_not_allowed', 'This is no proxy.'), nowMs, { allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST' })
}

function answerOn(socket: Socket, problem: Problem, nowMs: number, more: Readonly<Record<string, string>> = {}): void {
  const requestId = newId('req', nowMs)
  const body = JSON.stringify(toProblemBody(problem, { instance: '', requestId }))
  const headers = {
    ...securityHeaders,
    ...problemHeaders(problem),
    ...more,
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${problem.status} ${reasons[problem.status] ?? 'Error'}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** Node hangs the answer in progress on the socket, and its own default handler reads it there: a second head would garble the first. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null }
  return answer?.headersSent === true
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  431: 'Request Header Fields Too Large',
}

function toClientProblem(error: Error & { code?: string }): Problem {
  if (error.code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large', 'The headers may have at most 16 KiB in all.')
  if (error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Problem('payload_too_large', 'The chunk extensions are too large.')
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout', 'The request did not arrive in time.')
  return new Problem('invalid_request', 'This is not a valid HTTP request.')
}
