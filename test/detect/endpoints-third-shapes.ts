import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted } from './handlers.ts'
import { gardener, german, rambler } from './third-brains.ts'

/** Forms, lists in lists and streams, from the same hand. */
export const thirdShapes: readonly Endpoint[] = [
  {
    name: 'German page with a form and a hidden token',
    path: '/hilfe',
    brain: german,
    expect: { protocol: 'form' },
    handle: ({ method, text, headers }, r, say) => {
      const page = (inner: string, h: Record<string, string> = {}) => {
        r.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...h })
        return r.end(
          `<!doctype html><html lang="de"><head><title>Hilfe</title></head><body><nav><a href="/">Start</a></nav><main>${inner}<form method="post" action="/hilfe"><input type="hidden" name="_token" value="t0k3n99"><label>Ihre Frage <textarea name="frage"></textarea></label><button>Senden</button></form></main><footer>Impressum</footer></body></html>`,
        )
      }
      if (method === 'GET') return page('<h1>Fragen Sie unseren Assistenten</h1>', { 'set-cookie': 'sid=abc; Path=/' })
      const f = new URLSearchParams(text)
      if (f.get('_token') !== 't0k3n99' || !String(headers.cookie).includes('sid=abc')) {
        r.writeHead(419, { 'content-type': 'text/html' })
        return r.end('<h1>Seite abgelaufen</h1>')
      }
      return isText(f.get('frage'))
        ? page(
            `<div class="verlauf"><p class="nutzer">${f.get('frage')!.replace(/</g, '&lt;')}</p><p class="antwort">${say(f.get('frage')!)}</p></div>`,
          )
        : page('<p class="fehler">Bitte geben Sie eine Frage ein.</p>')
    },
  },
  {
    name: 'segments in an array in an array',
    path: '/v3/generate',
    brain: clever,
    expect: { protocol: 'json', conversation: 'history' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const bad = (p: string, m: string) => sendJson(r, 400, { title: 'Invalid request', violations: [{ pointer: p, reason: m }] })
      if (!Array.isArray(b.contents)) return bad('/contents', 'is required and must be an array')
      if (!b.contents.length) return bad('/contents', 'must contain at least 1 item')
      const texts: string[] = []
      for (const [i, c] of b.contents.entries()) {
        if (typeof c !== 'object' || c === null) return bad(`/contents/${i}`, 'must be an object')
        if (!['user', 'bot'].includes(c.author)) return bad(`/contents/${i}/author`, 'must be one of: user, bot')
        if (!Array.isArray(c.segments) || !c.segments.length)
          return bad(`/contents/${i}/segments`, 'is required and must be a non-empty array')
        for (const [j, s] of c.segments.entries()) {
          if (body(s).kind !== 'text') return bad(`/contents/${i}/segments/${j}/kind`, 'must be one of: text')
          if (typeof s.value !== 'string') return bad(`/contents/${i}/segments/${j}/value`, 'is required and must be a string')
          texts.push(s.value)
        }
      }
      return sendJson(r, 200, {
        contents: [{ author: 'bot', segments: [{ kind: 'text', value: say(texts.at(-1)!, texts.slice(0, -1)) }] }],
        model: 'house-1',
      })
    }),
  },
  {
    name: 'server-sent events with names of their own',
    path: '/stream',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: posted(({ json }, r, say) => {
      if (!isText(body(json).q)) return sendJson(r, 400, { error: "missing 'q'" })
      const t = say(body(json).q)
      const parts = t.match(/.{1,7}/gs) ?? []
      return sendEvents(r, [
        ['meta', { run: 'r1', model: 'tiny' }],
        ...parts.map((p) => ['token', { t: p }] as const),
        ['final', { full: t, cost: 0.001 }],
        ['bye', '{}'],
      ])
    }),
  },
  {
    name: 'ndjson pieces',
    path: '/api/infer',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: posted(({ json }, r, say) => {
      if (!isText(body(json).prompt)) return sendJson(r, 422, { error: 'prompt must be set' })
      const t = say(body(json).prompt)
      r.writeHead(200, { 'content-type': 'application/x-ndjson' })
      r.write(`${JSON.stringify({ type: 'start', id: 'x' })}\n`)
      for (const p of t.match(/.{1,6}/gs) ?? []) r.write(`${JSON.stringify({ type: 'piece', content: p })}\n`)
      return r.end(`${JSON.stringify({ type: 'end', tokens: 12 })}\n`)
    }),
  },
  {
    name: 'ndjson, each line the whole so far',
    path: '/answer',
    brain: rambler,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: posted(({ json }, r, say) => {
      if (!isText(body(json).question)) return sendJson(r, 400, { message: 'question missing' })
      const t = say(body(json).question)
      r.writeHead(200, { 'content-type': 'application/x-ndjson' })
      for (let i = 9; i < t.length + 9; i += 9) r.write(`${JSON.stringify({ text: t.slice(0, i), done: i >= t.length })}\n`)
      return r.end()
    }),
  },
  {
    name: 'text/plain both ways, anything else 415',
    path: '/ask',
    brain: gardener,
    expect: { protocol: 'text', conversation: 'none' },
    handle: ({ method, headers, text }, r, say) => {
      r.setHeader('content-type', 'text/plain')
      if (method !== 'POST') {
        r.writeHead(405)
        return r.end('Use POST')
      }
      if (!String(headers['content-type']).startsWith('text/plain')) {
        r.writeHead(415)
        return r.end('Unsupported Media Type: send text/plain')
      }
      if (!text.trim()) {
        r.writeHead(400)
        return r.end('empty question')
      }
      r.writeHead(200)
      return r.end(say(text))
    },
  },
]
