import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Call = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
  json: unknown
}>
export type Served = { readonly url: string; readonly calls: Call[]; readonly server: Server; close(): Promise<void> }

/** A loopback HTTP server around one handler, which gets the body read and parsed. */
export async function serve(handle: (call: Call, response: ServerResponse, request: IncomingMessage) => unknown): Promise<Served> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://localhost')
    const call = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      text,
      json: tryJson(text),
    }
    calls.push(call)
    try {
      await handle(call, response, request)
    } catch (error) {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, calls, server, close }
}

const tryJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Answers with server-sent events: data alone, or [event, data]. */
export function sendEvents(
  response: ServerResponse,
  events: readonly (readonly [string, unknown] | string | object)[],
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
  for (const event of events) {
    if (Array.isArray(event)) response.write(`event: ${event[0]}\ndata: ${asData(event[1])}\n\n`)
    else response.write(`data: ${asData(event)}\n\n`)
  }
  response.end()
}

const asData = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data))
