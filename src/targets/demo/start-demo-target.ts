import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerDemo } from './answer-demo.ts'
import { answerHardened } from './answer-hardened.ts'
import type { Answer, Chat } from './chat.ts'
import { openCompany } from './company.ts'
import { roll } from './dice.ts'
import { openMemory } from './memory.ts'
import { errorBody, eventStream, modelId, readRequest, wholeBody } from './openai-wire.ts'

export type DemoTarget = Readonly<{ url: string; host: string; port: number; close(): Promise<void> }>

const maxBodyBytes = 1_000_000

/** Starts the demo target, or its hardened twin, on loopback. `url` is ready to be scanned. */
export async function startDemoTarget(
  options: Readonly<{ kind: 'demo' | 'hardened'; seed?: number; port?: number; onAnswer?: (answer: Answer) => void }>,
): Promise<DemoTarget> {
  const seed = options.seed ?? 1
  const company = openCompany(seed)
  const memory = openMemory()
  const answer = (chat: Chat): Answer => {
    const said = options.kind === 'demo' ? answerDemo(chat, company, memory) : answerHardened(chat, company)
    options.onAnswer?.(said)
    return said
  }

  const server = createServer((request, response) => {
    serve(request, response, answer, seed).catch((error: unknown) => {
      if (!response.headersSent) send(response, 500, errorBody('The server had an error.', 'server_error', null))
      else response.destroy(error instanceof Error ? error : undefined)
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { address, port } = server.address() as AddressInfo
  return {
    url: `http://${address}:${port}/v1/chat/completions`,
    host: address,
    port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, answer: (chat: Chat) => Answer, seed: number): Promise<void> {
  const path = (request.url ?? '/').split('?')[0]!.replace(/\/+$/, '') || '/'
  if (path === '/v1/models')
    return send(
      response,
      200,
      JSON.stringify({ object: 'list', data: [{ id: modelId, object: 'model', created: 1_767_225_600, owned_by: 'harbour-and-pine' }] }),
    )
  if (path !== '/v1/chat/completions')
    return send(response, 404, errorBody(`Invalid URL (${request.method} ${path.slice(0, 200)})`, 'invalid_request_error', null))
  if (request.method !== 'POST')
    return send(response, 405, errorBody('Only POST requests are accepted.', 'invalid_request_error', 'method_not_supported'))
  const body = await readBody(request)
  if (body === undefined) return send(response, 413, errorBody('The request is too large.', 'invalid_request_error', null))
  const parsed = parse(body)
  const chat = parsed === undefined ? 'We could not parse the JSON body of your request.' : readRequest(parsed)
  if (typeof chat === 'string') return send(response, 400, errorBody(chat, 'invalid_request_error', null))
  const said = answer(chat.chat)
  const id = roll(seed, body).toString(36) + roll(seed + 1, said.text).toString(36)
  if (!chat.stream) return send(response, 200, wholeBody(chat, said, id))
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  for (const event of eventStream(chat, said, id)) response.write(event)
  response.end()
}

/** The body as text; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(status === 413 ? { connection: 'close' } : {}),
  })
  response.end(body)
}
