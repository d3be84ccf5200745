import type { ServerResponse } from 'node:http'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { type Call, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted, type Say } from './handlers.ts'
import { marked } from './third-brains.ts'

/** Sessions, histories, jobs and procedures, from the same hand. */
export const thirdTurns: readonly Endpoint[] = [
  {
    name: 'multipart only',
    path: '/upload-chat',
    brain: clever,
    expect: { protocol: 'form' },
    handle: posted(({ headers, text }, r, say) => {
      if (!/^multipart\/form-data/.test(headers['content-type'] ?? '')) return sendJson(r, 415, { error: 'Expected multipart/form-data' })
      const m = /name="message"\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(text)?.[1]
      return isText(m) ? sendJson(r, 200, { reply: say(m) }) : sendJson(r, 400, { error: "form field 'message' missing" })
    }),
  },
  {
    name: 'json-rpc with its own method',
    path: '/rpc',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const err = (code: number, message: string, data?: unknown) =>
        sendJson(r, 200, { jsonrpc: '2.0', id: b.id ?? null, error: { code, message, data } })
      if (b.jsonrpc !== '2.0' || !isText(b.method)) return err(-32600, 'Invalid Request')
      if (b.method !== 'chat.send') return err(-32601, 'Method not found', { methods: ['chat.send', 'chat.ping'] })
      if (!isText(body(b.params).text)) return err(-32602, 'Invalid params: text is required')
      return sendJson(r, 200, { jsonrpc: '2.0', id: b.id, result: { text: say(b.params.text) } })
    }),
  },
  {
    name: 'a job to be asked after',
    path: '/jobs',
    brain: clever,
    expect: { protocol: 'json' },
    handle: (() => {
      const jobs = new Map<string, { t: string; n: number }>()
      return ({ json, method, path }: Call, r: ServerResponse, say: Say) => {
        const id = /^\/jobs\/(\w+)$/.exec(path)?.[1]
        if (method === 'GET' && id && jobs.has(id)) {
          const j = jobs.get(id)!
          j.n++
          return j.n < 2
            ? sendJson(r, 200, { id, status: 'running', result: null })
            : sendJson(r, 200, { id, status: 'succeeded', result: { output: j.t } })
        }
        if (method !== 'POST') return sendJson(r, 404, { error: 'not found' })
        if (!isText(body(json).prompt)) return sendJson(r, 400, { error: "'prompt' is required" })
        const k = `j${jobs.size + 1}`
        jobs.set(k, { t: say(body(json).prompt), n: 0 })
        return sendJson(r, 202, { id: k, status: 'queued', status_url: `/jobs/${k}` }, { location: `/jobs/${k}` })
      }
    })(),
  },
  {
    name: 'human and ai turns, answered as a stream of text',
    path: '/api/completion',
    brain: marked,
    expect: { protocol: 'json', conversation: 'history' },
    handle: posted(({ json }, r, say) => {
      const m = body(json).messages
      if (!Array.isArray(m) || !m.length) return sendJson(r, 400, { error: 'messages must be a non-empty array' })
      for (const x of m) {
        if (!['human', 'ai'].includes(body(x).type)) return sendJson(r, 400, { error: `messages[].type must be "human" or "ai"` })
        if (!isText(x.text)) return sendJson(r, 400, { error: 'messages[].text must be a string' })
      }
      const t = m.filter((x: Any) => x.type === 'human').map((x: Any) => x.text)
      r.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'transfer-encoding': 'chunked' })
      for (const p of say(t.at(-1), t.slice(0, -1)).match(/.{1,9}/gs) ?? []) r.write(p)
      return r.end()
    }),
  },
  {
    name: 'pairs of history',
    path: '/predict',
    brain: clever,
    expect: { protocol: 'json', conversation: 'history' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const e: Any = {}
      if (!isText(b.query)) e.query = 'missing'
      if (!Array.isArray(b.history)) e.history = 'must be a list of [user, assistant] pairs'
      if (Object.keys(e).length) return sendJson(r, 400, { error: 'validation', fields: e })
      return sendJson(r, 200, {
        response: say(
          b.query,
          b.history.map((p: Any) => String(p?.[0])),
        ),
        history: [...b.history, [b.query, '...']],
      })
    }),
  },
]
