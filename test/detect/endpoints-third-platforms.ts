import type { ServerResponse } from 'node:http'
import { type Call, sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, type Say } from './handlers.ts'

/** Platforms whose request nobody would guess. */
export const thirdPlatforms: readonly Endpoint[] = [
  {
    name: 'chat-ui',
    path: '/conversation',
    brain: clever,
    expect: { protocol: 'form' },
    handle: (() => {
      const convs = new Set<string>()
      return ({ method, path, json, text, headers }: Call, r: ServerResponse, say: Say) => {
        if (path === '/api/v2/models') return sendJson(r, 404, { message: 'Not found' })
        if (path === '/api/models')
          return sendJson(r, 200, [{ id: 'meta-llama/Llama-3.3-70B-Instruct', name: 'meta-llama/Llama-3.3-70B-Instruct' }])
        if (method !== 'POST') return sendJson(r, 404, { message: 'Not found' })
        if (path === '/conversation') {
          if (typeof body(json).model !== 'string') return sendJson(r, 400, { message: 'Invalid request' })
          const id = `66f0c0ffee${String(convs.size).padStart(14, '0')}`
          convs.add(id)
          return sendJson(r, 200, { conversationId: id }, { 'set-cookie': 'hf-chat=abc; Path=/; HttpOnly' })
        }
        const id = /^\/conversation\/(\w+)$/.exec(path)?.[1]
        if (!id || !convs.has(id) || !/hf-chat=abc/.test(headers.cookie ?? ''))
          return sendJson(r, 404, { message: 'Conversation not found' })
        if (!/^multipart/.test(headers['content-type'] ?? '')) return sendJson(r, 400, { message: 'Invalid request' })
        const data = /name="data"\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(text)?.[1]
        const q = data ? JSON.parse(data) : {}
        if (typeof q.inputs !== 'string') return sendJson(r, 400, { message: 'Invalid request' })
        const t = say(q.inputs)
        r.writeHead(200, { 'content-type': 'application/jsonl' })
        r.write(`${JSON.stringify({ type: 'status', status: 'started' })}\n`)
        for (const w of t.match(/\s?\S+/g) ?? []) r.write(`${JSON.stringify({ type: 'stream', token: w.padEnd(16, '\0') })}\n`)
        return r.end(`${JSON.stringify({ type: 'finalAnswer', text: t, interrupted: false })}\n`)
      }
    })(),
  },
  {
    name: 'coze v3',
    path: '/v3/chat',
    brain: clever,
    expect: { protocol: 'json', streaming: true },
    handle: ({ method, json }, r, say) => {
      if (method !== 'POST') return sendJson(r, 404, { code: 404, msg: 'not found' })
      const b = body(json)
      const bad = (m: string) => sendJson(r, 200, { code: 4000, msg: `Request parameter error: ${m}`, detail: { logid: 'x' } })
      if (!b.bot_id) return bad('bot_id is required')
      if (!b.user_id) return bad('user_id is required')
      const m = b.additional_messages
      if (!Array.isArray(m) || !m.length) return bad('additional_messages is required')
      if (!b.stream) return sendJson(r, 200, { code: 0, msg: '', data: { id: 'c', conversation_id: 'v', status: 'in_progress' } })
      const t = say(m.at(-1).content)
      return sendEvents(r, [
        ['conversation.chat.created', { id: 'c', conversation_id: 'v', bot_id: b.bot_id, status: 'created' }],
        ...(t.match(/\s?\S+/g) ?? []).map(
          (content: string) =>
            [
              'conversation.message.delta',
              { id: 'm', conversation_id: 'v', role: 'assistant', type: 'answer', content, content_type: 'text' },
            ] as const,
        ),
        ['conversation.message.completed', { id: 'm', role: 'assistant', type: 'answer', content: t, content_type: 'text' }],
        [
          'conversation.message.completed',
          { id: 'n', role: 'assistant', type: 'verbose', content: '{"msg_type":"generate_answer_finish"}', content_type: 'text' },
        ],
        ['done', '[DONE]'],
      ])
    },
  },
]
