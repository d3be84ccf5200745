import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, plainly, posted } from './handlers.ts'
import { gardener, rambler } from './third-brains.ts'

/** Written last, after what the fourth ones taught was mended. */
export const fifthEndpoints: readonly Endpoint[] = [
  {
    name: 'plumber in R: query or body, bare error',
    path: '/predict',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json, query }, r, say) => {
      const t = body(json).txt ?? query.get('txt')
      return isText(t)
        ? sendJson(r, 200, [say(t)])
        : sendJson(r, 500, {
            error: '500 - Internal server error',
            message: 'Error in (function (txt) : argument "txt" is missing, with no default',
          })
    }),
  },
  {
    name: 'chat history api with a pending list',
    path: '/api/threads/main/messages',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).content) && body(json).role === 'user'
        ? sendJson(r, 201, {
            messages: [
              { role: 'user', content: body(json).content },
              { role: 'assistant', content: say(body(json).content) },
            ],
          })
        : sendJson(r, 400, {
            error: { message: isText(body(json).content) ? "role must be 'user'" : 'content is required', type: 'invalid_request' },
          }),
    ),
  },
  {
    name: 'lisp-ish service with kebab names',
    path: '/dialog',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const m = ['user-utterance', 'dialog-id'].filter((k) => !isText(b[k]))
      return m.length
        ? sendJson(r, 400, { 'problem-keys': m, spec: 'missing-required-keys' })
        : sendJson(r, 200, { 'system-utterance': say(b['user-utterance']), 'dialog-id': b['dialog-id'] })
    }),
  },
  {
    name: 'voice assistant with alternatives',
    path: '/intent',
    brain: gardener,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const t = body(body(json).request).transcript
      return isText(t)
        ? sendJson(r, 200, { response: { outputSpeech: { type: 'PlainText', text: say(t) }, shouldEndSession: false } })
        : sendJson(r, 400, { errorType: 'InvalidInput', errorMessage: 'request.transcript must be a non-empty string' })
    }),
  },
  {
    name: 'php that says nothing and 200',
    path: '/bot.php',
    brain: rambler,
    expect: { protocol: 'form' },
    handle: ({ method, text, headers }, r, say) => {
      const f = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text) : new URLSearchParams()
      return method === 'POST' && isText(f.get('message'))
        ? plainly(r, 200, say(f.get('message')!), 'text/html; charset=UTF-8')
        : plainly(r, 200, '', 'text/html; charset=UTF-8')
    },
  },
  {
    name: 'language tutor wants level and topic',
    path: '/v1/tutor',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const bad: Any = {}
      if (!['A1', 'A2', 'B1'].includes(b.level)) bad.level = 'must be A1, A2 or B1'
      if (!isText(b.student_says)) bad.student_says = 'may not be empty'
      return Object.keys(bad).length
        ? sendJson(r, 400, { ok: false, bad })
        : sendJson(r, 200, { ok: true, tutor_says: say(b.student_says), corrections: [] })
    }),
  },
  {
    name: 'proxy with an envelope per provider',
    path: '/proxy',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      if (!['openai', 'anthropic'].includes(b.provider))
        return sendJson(r, 400, { error: `Unknown provider '${b.provider}'. Use one of: openai, anthropic` })
      if (!Array.isArray(b.payload?.messages)) return sendJson(r, 400, { error: 'payload.messages must be an array' })
      return sendJson(r, 200, { provider: b.provider, result: { content: say(String(b.payload.messages.at(-1)?.content ?? '')) } })
    }),
  },
  {
    name: 'url shortener',
    path: '/shorten',
    expect: { problem: ['not_an_ai_endpoint', 'echo', 'error'] },
    handle: posted(({ json }, r) =>
      /^https?:/.test(String(body(json).url))
        ? sendJson(r, 201, { short: `https://sho.rt/${String(body(json).url).length.toString(36)}x`, url: body(json).url })
        : sendJson(r, 400, { error: 'url must be a valid URL' }),
    ),
  },
  {
    name: 'health',
    path: '/healthz',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: (_c, r) => sendJson(r, 200, { status: 'ok', uptime: Math.floor(process.uptime()), version: '1.4.2' }),
  },
]
