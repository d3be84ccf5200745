import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, plainly, posted } from './handlers.ts'
import { insurer, rambler } from './third-brains.ts'

/** Written after what the third ones taught was mended. */
export const fourthFrameworks: readonly Endpoint[] = [
  {
    name: 'ktor, kotlinx.serialization',
    path: '/assistant/turn',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const miss = ['userPrompt', 'deviceId'].filter((f) => b[f] === undefined)
      if (miss.length)
        return sendJson(r, 400, {
          error:
            miss.length > 1
              ? `Illegal input: Fields [${miss.join(', ')}] are required for type with serial name 'com.acme.Turn', but they were missing at path: $`
              : `Illegal input: Field '${miss[0]}' is required for type with serial name 'com.acme.Turn', but it was missing at path: $`,
        })
      return sendJson(r, 200, { turn: { reply: say(String(b.userPrompt)), ms: 12 } })
    }),
  },
  {
    name: 'actix, unknown fields denied',
    path: '/v1/ask',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const extra = Object.keys(b).find((k) => !['ask', 'lang'].includes(k))
      if (extra)
        return plainly(r, 400, `Json deserialize error: unknown field \`${extra}\`, expected \`ask\` or \`lang\` at line 1 column 10`)
      if (!isText(b.ask)) return plainly(r, 400, 'Json deserialize error: missing field `ask` at line 1 column 2')
      return sendJson(r, 200, { said: say(b.ask) })
    }),
  },
  {
    name: 'symfony api platform',
    path: '/api/questions',
    brain: insurer,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const v = ['text', 'customer']
        .filter((f) => !isText(b[f]))
        .map((propertyPath) => ({ propertyPath, message: 'This value should not be blank.', code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3' }))
      return v.length
        ? sendJson(r, 422, {
            '@context': '/contexts/ConstraintViolation',
            '@type': 'ConstraintViolation',
            status: 422,
            violations: v,
            detail: v.map((x) => `${x.propertyPath}: ${x.message}`).join('\n'),
            title: 'An error occurred',
          })
        : sendJson(r, 201, { '@id': '/api/questions/4', '@type': 'Question', text: b.text, customer: b.customer, answer: say(b.text) })
    }),
  },
  {
    name: 'api gateway model, vague',
    path: '/prod/bot',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).inputText)
        ? sendJson(r, 200, { outputText: say(body(json).inputText), completionReason: 'FINISH' })
        : sendJson(r, 400, { message: 'Invalid request body' }),
    ),
  },
  {
    name: 'azure function sample',
    path: '/api/HttpTrigger1',
    brain: clever,
    expect: { protocol: 'json' },
    handle: ({ json, query }, r, say) => {
      const t = query.get('prompt') ?? body(json).prompt
      return isText(t) ? plainly(r, 200, say(t)) : plainly(r, 400, 'Please pass a prompt on the query string or in the request body')
    },
  },
  {
    name: 'quarkus constraint violation',
    path: '/chat',
    brain: rambler,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).userText)
        ? sendJson(r, 200, { botText: say(body(json).userText) })
        : sendJson(r, 400, {
            title: 'Constraint Violation',
            status: 400,
            violations: [{ field: 'chat.request.userText', message: 'must not be blank' }],
          }),
    ),
  },
  {
    name: 'slash command',
    path: '/slack/commands',
    brain: clever,
    expect: { protocol: 'form' },
    handle: posted(({ text, headers }, r, say) => {
      if (!/urlencoded/.test(headers['content-type'] ?? '')) return plainly(r, 400, 'missing command')
      const f = new URLSearchParams(text)
      if (!isText(f.get('command'))) return plainly(r, 400, 'missing command')
      if (!isText(f.get('user_name'))) return plainly(r, 400, 'missing user_name')
      return isText(f.get('text'))
        ? sendJson(r, 200, { response_type: 'in_channel', text: say(f.get('text')!) })
        : sendJson(r, 200, { response_type: 'ephemeral', text: 'Usage: /ask <question>' })
    }),
  },
  {
    name: 'telegram update',
    path: '/telegram/webhook',
    brain: clever,
    expect: { protocol: 'json' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const bad = (d: string) => sendJson(r, 400, { ok: false, error_code: 400, description: `Bad Request: ${d}` })
      if (b.update_id === undefined) return bad('update_id is missing')
      if (typeof b.message !== 'object') return bad('message must be an object')
      if (body(body(b.message).chat).id === undefined) return bad('message.chat.id is missing')
      if (!isText(b.message.text)) return bad('message.text is missing')
      return sendJson(r, 200, { method: 'sendMessage', chat_id: b.message.chat.id, text: say(b.message.text) })
    }),
  },
  {
    name: 'haystack query',
    path: '/query',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) =>
      isText(body(json).query)
        ? sendJson(r, 200, {
            query: body(json).query,
            answers: [
              {
                answer: say(body(json).query),
                type: 'generative',
                score: 0.93,
                context: 'Our handbook says a lot of things about this.',
                document_ids: ['a1'],
              },
            ],
            documents: [{ id: 'a1', content: 'The handbook.', score: 0.7 }],
          })
        : sendJson(r, 422, { detail: [{ loc: ['body', 'query'], msg: 'field required', type: 'value_error.missing' }] }),
    ),
  },
]
