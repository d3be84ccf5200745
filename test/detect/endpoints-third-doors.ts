import type { ServerResponse } from 'node:http'
import { WebSocketServer } from 'ws'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { type Call, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted, type Say } from './handlers.ts'
import { insurer } from './third-brains.ts'

type Socket = Readonly<{ send(text: string): void; on(event: 'message', hear: (data: Buffer) => void): unknown }>
/** A server of its own for WebSockets. */
const ws =
  (talk: (socket: Socket, say: Say) => void): NonNullable<Endpoint['listen']> =>
  (say) =>
    new Promise((resolve) => {
      const server = new WebSocketServer({ port: 0, host: '127.0.0.1' }, () => {
        const { port } = server.address() as { port: number }
        const close = () =>
          new Promise((done) => {
            for (const client of server.clients) client.terminate()
            server.close(done)
          })
        resolve({ url: `ws://127.0.0.1:${port}`, close })
      })
      server.on('connection', (socket) => talk(socket, say))
    })

/** Sockets, tokens, greetings and slow answers, from the same hand. */
export const thirdDoors: readonly Endpoint[] = [
  {
    name: 'websocket with event envelopes and a greeting',
    path: '/ws',
    brain: clever,
    expect: { protocol: 'websocket', conversation: 'session' },
    listen: ws((c, say) => {
      const before: string[] = []
      c.send(JSON.stringify({ event: 'hello', data: { text: "Hi, I'm Max!", agent: 'max' } }))
      c.on('message', (m: Buffer) => {
        let j: Any
        try {
          j = JSON.parse(String(m))
        } catch {
          return c.send(JSON.stringify({ event: 'error', data: { reason: 'invalid json' } }))
        }
        if (j?.event !== 'message')
          return c.send(JSON.stringify({ event: 'error', data: { reason: "unknown event, expected 'message' or 'ping'" } }))
        if (!isText(j?.data?.text)) return c.send(JSON.stringify({ event: 'error', data: { reason: 'data.text is required' } }))
        c.send(JSON.stringify({ event: 'typing', data: {} }))
        const a = say(j.data.text, before)
        before.push(j.data.text)
        c.send(JSON.stringify({ event: 'reply', data: { text: a, agent: 'max' } }))
      })
    }),
  },
  {
    name: 'websocket of plain text that greets',
    path: '/',
    brain: insurer,
    expect: { protocol: 'websocket' },
    listen: ws((c, say) => {
      c.send('Welcome to Nordic Insurance chat.')
      c.on('message', (m: Buffer) => c.send(say(String(m))))
    }),
  },
  {
    name: 'csrf: header must repeat the cookie',
    path: '/api/chat/',
    brain: clever,
    expect: { protocol: 'json' },
    handle: ({ method, headers, json }, r, say) => {
      if (method === 'GET') {
        r.writeHead(405, { 'set-cookie': 'csrftoken=Zx81Kq; Path=/; SameSite=Lax', 'content-type': 'application/json' })
        return r.end('{"detail":"Method \\"GET\\" not allowed."}')
      }
      if (!/csrftoken=Zx81Kq/.test(headers.cookie ?? '') || headers['x-csrftoken'] !== 'Zx81Kq')
        return sendJson(r, 403, { detail: 'CSRF Failed: CSRF token missing.' })
      return isText(body(json).message)
        ? sendJson(r, 200, { response: say(body(json).message) })
        : sendJson(r, 400, { message: ['This field is required.'] })
    },
  },
  {
    name: 'greets whoever is new, whatever they said (cookie)',
    path: '/bot',
    brain: clever,
    expect: { protocol: 'json', conversation: 'cookie' },
    handle: posted(
      (() => {
        const seen = new Map<string, string[]>()
        let n = 0
        return ({ json, headers }: Call, r: ServerResponse, say: Say) => {
          if (!isText(body(json).msg)) return sendJson(r, 400, { error: 'msg required' })
          const id = /visitor=(\w+)/.exec(headers.cookie ?? '')?.[1]
          if (!id || !seen.has(id)) {
            const k = `v${++n}`
            seen.set(k, [body(json).msg])
            return sendJson(
              r,
              200,
              { say: 'Hello and welcome, I am Robo. What can I do for you today?' },
              { 'set-cookie': `visitor=${k}; Path=/` },
            )
          }
          const before = seen.get(id)!
          const a = say(body(json).msg, before)
          before.push(body(json).msg)
          return sendJson(r, 200, { say: a })
        }
      })(),
    ),
  },
  {
    name: 'slow',
    path: '/generate',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(async ({ json }, r, say) => {
      if (!isText(body(json).text)) return sendJson(r, 400, { error: 'text required' })
      await new Promise((d) => setTimeout(d, 2500))
      return sendJson(r, 200, { generated: say(body(json).text) })
    }),
  },
  {
    name: 'json in, xml out',
    path: '/talk',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      r.setHeader('content-type', 'application/xml')
      if (!isText(body(json).input)) {
        r.writeHead(400)
        return r.end('<?xml version="1.0"?><error><message>input is missing</message></error>')
      }
      r.writeHead(200)
      return r.end(
        `<?xml version="1.0"?><response status="ok"><that lang="en">${say(body(json).input).replace(/&/g, '&amp;').replace(/</g, '&lt;')}</that><took>12</took></response>`,
      )
    }),
  },
  {
    name: 'get with a query, fastapi',
    path: '/ask',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ method, query }, r, say) =>
      method !== 'GET'
        ? sendJson(r, 405, { detail: 'Method Not Allowed' }, { allow: 'GET' })
        : isText(query.get('question'))
          ? sendJson(r, 200, { answer: say(query.get('question')!) })
          : sendJson(r, 422, { detail: [{ type: 'missing', loc: ['query', 'question'], msg: 'Field required', input: null }] }),
  },
  {
    name: 'a session has to be made first',
    path: '/api/chat',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: (() => {
      const seen = new Map<string, string[]>()
      let n = 0
      return ({ json, method, path }: Call, r: ServerResponse, say: Say) => {
        if (method !== 'POST') return sendJson(r, 404, { error: 'not found' })
        if (path === '/api/sessions') {
          const k = `s-${++n}-${n * 7919}`
          seen.set(k, [])
          return sendJson(r, 201, { sessionId: k, expiresIn: 3600 })
        }
        if (path !== '/api/chat') return sendJson(r, 404, { error: 'not found' })
        const b = body(json)
        if (!isText(b.sessionId))
          return sendJson(r, 400, { error: 'sessionId is required. Create a session with POST /api/sessions first.' })
        if (!seen.has(b.sessionId)) return sendJson(r, 404, { error: 'Unknown session. Create one with POST /api/sessions.' })
        if (!isText(b.message)) return sendJson(r, 400, { error: 'message is required' })
        const before = seen.get(b.sessionId)!
        const a = say(b.message, before)
        before.push(b.message)
        return sendJson(r, 200, { sessionId: b.sessionId, reply: a })
      }
    })(),
  },
  {
    name: 'openai clone that knows two models',
    path: '/llm',
    brain: clever,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const bad = (message: string, param: string | null, code: string | null = null) =>
        sendJson(r, code ? 404 : 400, { error: { message, type: 'invalid_request_error', param, code } })
      if (!isText(b.model)) return bad('you must provide a model parameter', null)
      if (!['foo-7b', 'bar-13b'].includes(b.model))
        return bad(`The model \`${b.model}\` does not exist. Available models: foo-7b, bar-13b`, 'model', 'model_not_found')
      if (!Array.isArray(b.messages) || !b.messages.length) return bad("Missing required parameter: 'messages'.", 'messages')
      const users = b.messages.map((m: Any) => String(m.content))
      return sendJson(r, 200, {
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: b.model,
        choices: [{ index: 0, message: { role: 'assistant', content: say(users.at(-1)!, users.slice(0, -1)) }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      })
    }),
  },
]
