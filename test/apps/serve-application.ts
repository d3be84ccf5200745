import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Chat, spoken } from '../../src/targets/demo/chat.ts'
import { roll } from '../../src/targets/demo/dice.ts'
import { errorBody, readRequest, wholeBody } from '../../src/targets/demo/openai-wire.ts'
import { type Application, reply, type Said } from './application.ts'

export type Served = Readonly<{
  url: string
  /** The weaknesses that an answer to these very words came from: several may end in the same answer. */
  causesOf(said: string, answer: string): readonly string[]
  close(): Promise<void>
}>

/** Serves an application, or its twin without weaknesses, on loopback. */
export async function serveApplication(app: Application, kind: 'weak' | 'hardened'): Promise<Served> {
  const causes = new Map<string, readonly string[]>()
  const sessions = new Map<string, { role: 'user' | 'assistant'; text: string }[]>()
  const answer = (chat: Chat): Said => {
    const said = reply(app, chat, kind === 'weak' ? app.planted : [])
    if (said.because.length > 0) causes.set(exchange(spoken(chat), said.text), said.because)
    return said
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => send(response, 500, 'application/json', JSON.stringify({ error: String(error) })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${app.shape === 'openai' ? '/v1/chat/completions' : '/chat'}`,
    causesOf: (said, text) => causes.get(exchange(said, text)) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, value: unknown) => send(response, status, 'application/json', JSON.stringify(value))
    const path = (request.url ?? '').split('?')[0]
    if (app.shape === 'openai' && path === '/v1/models') return json(200, { object: 'list', data: [{ id: app.name, object: 'model' }] })
    if (path !== (app.shape === 'openai' ? '/v1/chat/completions' : '/chat')) return json(404, { error: 'not found' })
    if (request.method !== 'POST') return json(405, { error: 'use POST' })
    const body = await readAll(request)
    switch (app.shape) {
      case 'openai': {
        const read = readRequest(parse(body))
        if (typeof read === 'string') return send(response, 400, 'application/json', errorBody(read, 'invalid_request_error', null))
        return send(
          response,
          200,
          'application/json',
          wholeBody({ ...read, model: app.name }, { ...answer(read.chat), because: [] }, roll(1, body).toString(36)),
        )
      }
      case 'json': {
        const message = field(parse(body), 'message')
        if (message === undefined) return json(400, { error: 'message is required' })
        if (message.length > (app.longest ?? message.length))
          return json(400, { error: `message is longer than ${app.longest} characters` })
        return json(200, { reply: answer(alone(message)).text })
      }
      case 'session': {
        const message = field(parse(body), 'message')
        if (message === undefined) return json(422, { detail: [{ loc: ['body', 'message'], msg: 'Field required', type: 'missing' }] })
        const id = field(parse(body), 'session_id') ?? `s${sessions.size}-${roll(sessions.size, message).toString(36)}`
        const turns = sessions.get(id) ?? []
        const said = answer({ system: '', turns: [...turns, { role: 'user', text: message }], tools: [] })
        sessions.set(id, [...turns.slice(-30), { role: 'user', text: message }, { role: 'assistant', text: said.text }])
        return json(200, { session_id: id, reply: said.text })
      }
      case 'form': {
        const question = new URLSearchParams(body).get('question')
        if (!question) return json(400, { error: 'the field question is missing' })
        return json(200, { answer: answer(alone(question)).text })
      }
    }
  }
}

const alone = (text: string): Chat => ({ system: '', turns: [{ role: 'user', text }], tools: [] })
const field = (value: unknown, name: string): string | undefined => {
  const found = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) text += chunk
  return text
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

const exchange = (said: string, answer: string): string => JSON.stringify([said.trim(), answer])
