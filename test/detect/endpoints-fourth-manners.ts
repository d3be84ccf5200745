import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted } from './handlers.ts'
import { gardener, insurer, marked } from './third-brains.ts'

/** The rest of those. */
export const fourthManners: readonly Endpoint[] = [
  {
    name: 'two things missing in one phrase',
    path: '/api/search-chat',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      return !isText(b.focusMode) || !isText(b.query)
        ? sendJson(r, 400, { message: 'Missing focusMode or query' })
        : sendJson(r, 200, { message: say(b.query), sources: [{ pageContent: 'x', metadata: { title: 'Doc' } }] })
    }),
  },
  {
    name: 'anythingllm',
    path: '/api/v1/workspace/docs/chat',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      if (!isText(b.message))
        return sendJson(r, 400, {
          id: 'x',
          type: 'abort',
          textResponse: null,
          sources: [],
          close: true,
          error: 'message parameter cannot be empty.',
        })
      if (b.mode !== undefined && !['query', 'chat'].includes(b.mode))
        return sendJson(r, 400, { id: 'x', type: 'abort', textResponse: null, close: true, error: `${b.mode} is not a valid mode.` })
      return sendJson(r, 200, {
        id: 'y',
        type: 'textResponse',
        close: true,
        error: null,
        chatId: 7,
        textResponse: say(b.message),
        sources: [],
        metrics: { total_tokens: 3 },
      })
    }),
  },
  {
    name: 'events under text/plain',
    path: '/chat/stream',
    brain: marked,
    expect: { protocol: 'json', streaming: true },
    handle: posted(({ json }, r, say) => {
      if (!isText(body(json).message)) return sendJson(r, 400, { error: 'message is required' })
      r.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
      for (const p of say(body(json).message).match(/[\s\S]{1,8}/g) ?? []) r.write(`data: ${JSON.stringify({ chunk: p })}\n\n`)
      return r.end('data: [DONE]\n\n')
    }),
  },
  {
    name: 'grpc gateway',
    path: '/v1/chat:send',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      if (!isText(b.prompt))
        return sendJson(r, 400, { code: 3, message: 'invalid ChatRequest.Prompt: value length must be at least 1 runes', details: [] })
      if (!isText(b.conversationName))
        return sendJson(r, 400, {
          code: 3,
          message: 'invalid ChatRequest.ConversationName: value does not match regex pattern "^conversations/[a-z0-9-]+$"',
          details: [],
        })
      if (!/^conversations\/[a-z0-9-]+$/.test(b.conversationName))
        return sendJson(r, 400, {
          code: 3,
          message: 'invalid ChatRequest.ConversationName: value does not match regex pattern "^conversations/[a-z0-9-]+$"',
          details: [],
        })
      return sendJson(r, 200, { completion: { text: say(b.prompt) } })
    }),
  },
  {
    name: 'a bare JSON string',
    path: '/complete',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).text) ? sendJson(r, 200, say(body(json).text)) : sendJson(r, 422, 'text is required'),
    ),
  },
  {
    name: 'replies in a list',
    path: '/bot/talk',
    brain: gardener,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).say)
        ? sendJson(r, 200, { replies: [say(body(json).say)], quick_replies: ['Roses', 'Tulips'] })
        : sendJson(r, 400, { error: 'nothing to say?' }),
    ),
  },
  {
    name: 'short messages only',
    path: '/sms-bot',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const m = body(json).message
      return !isText(m)
        ? sendJson(r, 422, { detail: [{ type: 'missing', loc: ['body', 'message'], msg: 'Field required', input: {} }] })
        : m.length > 80
          ? sendJson(r, 422, {
              detail: [
                {
                  type: 'string_too_long',
                  loc: ['body', 'message'],
                  msg: 'String should have at most 80 characters',
                  input: m,
                  ctx: { max_length: 80 },
                },
              ],
            })
          : sendJson(r, 200, { reply: say(m) })
    }),
  },
  {
    name: 'a bot in the query, the text in the body',
    path: '/talk',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json, query }, r, say) =>
      !isText(query.get('bot'))
        ? sendJson(r, 400, { error: "query parameter 'bot' is required" })
        : isText(body(json).message)
          ? sendJson(r, 200, { reply: say(body(json).message) })
          : sendJson(r, 400, { error: "body field 'message' is required" }),
    ),
  },
  {
    name: 'json:api',
    path: '/messages',
    brain: insurer,
    expect: { protocol: 'json' },
    handle: posted(({ json, headers }, r, say) => {
      const e = (pointer: string, title: string, detail: string, status = 422) =>
        sendJson(
          r,
          status,
          { errors: [{ status: String(status), source: { pointer }, title, detail }] },
          { 'content-type': 'application/vnd.api+json' },
        )
      if (!/vnd\.api\+json/.test(headers['content-type'] ?? ''))
        return sendJson(r, 415, {
          errors: [{ status: '415', title: 'Unsupported Media Type', detail: 'Content-Type must be application/vnd.api+json' }],
        })
      const d = body(json).data
      if (typeof d !== 'object') return e('/data', 'Missing data', 'data must be present', 400)
      if (d.type !== 'messages') return e('/data/type', 'Invalid type', "type must be 'messages'", 409)
      if (!isText(body(d.attributes).content)) return e('/data/attributes/content', 'Missing attribute', 'content must be present')
      return sendJson(
        r,
        201,
        { data: { type: 'messages', id: '9', attributes: { content: say(d.attributes.content), author: 'bot' } } },
        { 'content-type': 'application/vnd.api+json' },
      )
    }),
  },
]
