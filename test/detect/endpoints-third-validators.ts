import type { ServerResponse } from 'node:http'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { type Call, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted, type Say } from './handlers.ts'
import { html, insurer } from './third-brains.ts'

/** Validators of frameworks, as somebody wrote them who had not seen how detection works. */
export const thirdValidators: readonly Endpoint[] = [
  {
    name: 'fastapi pydantic v2, three required fields, one nested enum',
    path: '/v2/rag/query',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const d: unknown[] = []
      const miss = (...loc: readonly unknown[]) =>
        d.push({
          type: 'missing',
          loc: ['body', ...loc],
          msg: 'Field required',
          input: b,
          url: 'https://errors.pydantic.dev/2.9/v/missing',
        })
      if (b.user_query === undefined) miss('user_query')
      else if (typeof b.user_query !== 'string')
        d.push({ type: 'string_type', loc: ['body', 'user_query'], msg: 'Input should be a valid string', input: b.user_query })
      if (b.top_k === undefined) miss('top_k')
      else if (!Number.isInteger(Number(b.top_k)) || typeof b.top_k === 'object')
        d.push({
          type: 'int_parsing',
          loc: ['body', 'top_k'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: b.top_k,
        })
      if (b.filters === undefined) miss('filters')
      else if (typeof b.filters !== 'object' || b.filters === null)
        d.push({
          type: 'model_attributes_type',
          loc: ['body', 'filters'],
          msg: 'Input should be a valid dictionary or object to extract fields from',
          input: b.filters,
        })
      else if (b.filters.lang === undefined) miss('filters', 'lang')
      else if (!['de', 'en', 'fr'].includes(b.filters.lang))
        d.push({
          type: 'enum',
          loc: ['body', 'filters', 'lang'],
          msg: "Input should be 'de', 'en' or 'fr'",
          input: b.filters.lang,
          ctx: { expected: "'de', 'en' or 'fr'" },
        })
      return d.length
        ? sendJson(r, 422, { detail: d })
        : sendJson(r, 200, {
            data: {
              answer: say(b.user_query),
              sources: [{ title: 'Handbook', score: 0.83, snippet: 'Welcome to the handbook of the company.' }],
            },
            took_ms: 31,
          })
    }),
  },
  {
    name: 'fastapi pydantic v1, Spanish',
    path: '/chat/responder',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const d: unknown[] = []
      for (const f of ['pregunta', 'usuario'])
        if (b[f] === undefined) d.push({ loc: ['body', f], msg: 'field required', type: 'value_error.missing' })
        else if (typeof b[f] !== 'string') d.push({ loc: ['body', f], msg: 'str type expected', type: 'type_error.str' })
      return d.length ? sendJson(r, 422, { detail: d }) : sendJson(r, 200, { respuesta: say(b.pregunta), confianza: 0.91 })
    }),
  },
  {
    name: 'spring boot with binding errors',
    path: '/api/v1/assistant',
    brain: insurer,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ json, method, path }, r, say) => {
      const base = { timestamp: '2026-11-15T10:00:00.000+00:00', path }
      if (method !== 'POST')
        return sendJson(r, 405, { ...base, status: 405, error: 'Method Not Allowed', message: `Method '${method}' is not supported.` })
      const b = body(json)
      if (json === undefined)
        return sendJson(r, 400, { ...base, status: 400, error: 'Bad Request', message: 'Required request body is missing' })
      const e = ['utterance', 'channel']
        .filter((f) => !isText(b[f]))
        .map((field) => ({
          codes: [`NotBlank.chatRequest.${field}`, 'NotBlank'],
          arguments: [{ codes: [`chatRequest.${field}`], defaultMessage: field }],
          defaultMessage: 'must not be blank',
          objectName: 'chatRequest',
          field,
          rejectedValue: b[field] ?? null,
          bindingFailure: false,
          code: 'NotBlank',
        }))
      if (e.length)
        return sendJson(r, 400, {
          ...base,
          status: 400,
          error: 'Bad Request',
          message: `Validation failed for object='chatRequest'. Error count: ${e.length}`,
          errors: e,
        })
      return sendJson(r, 200, { intent: 'faq', fulfillment: { speech: say(b.utterance), displayText: null }, channel: b.channel })
    },
  },
  {
    name: 'spring boot that says nothing but Bad Request',
    path: '/api/bot/message',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ json, method, path }, r, say) => {
      const base = { timestamp: '2026-11-15T10:00:00.000+00:00', path }
      if (method !== 'POST') return sendJson(r, 405, { ...base, status: 405, error: 'Method Not Allowed' })
      return isText(body(json).text)
        ? sendJson(r, 200, { message: { id: 'm-1', author: 'BOT', body: say(body(json).text), ts: 1763200000 } })
        : sendJson(r, 400, { ...base, status: 400, error: 'Bad Request' })
    },
  },
  {
    name: 'asp.net problem details with a Guid conversation',
    path: '/api/Assistant/Ask',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: posted(
      (() => {
        const seen = new Map<string, string[]>()
        return ({ json }: Call, r: ServerResponse, say: Say) => {
          const b = body(json)
          const get = (n: string) => b[Object.keys(b).find((k) => k.toLowerCase() === n.toLowerCase()) ?? n]
          const pd = (errors: unknown) =>
            sendJson(
              r,
              400,
              {
                type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
                title: 'One or more validation errors occurred.',
                status: 400,
                errors,
                traceId: '00-4f3c-01',
              },
              { 'content-type': 'application/problem+json' },
            )
          const id = get('ConversationId')
          if (id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(String(id)))
            return pd({
              '$.conversationId': [
                'The JSON value could not be converted to System.Guid. Path: $.conversationId | LineNumber: 0 | BytePositionInLine: 30.',
              ],
              request: ['The request field is required.'],
            })
          const e: Any = {}
          if (!isText(get('UserInput'))) e.UserInput = ['The UserInput field is required.']
          if (id === undefined) e.ConversationId = ['The ConversationId field is required.']
          if (Object.keys(e).length) return pd(e)
          const before = seen.get(id) ?? []
          const answer = say(get('UserInput'), before)
          seen.set(id, [...before, get('UserInput')])
          return sendJson(r, 200, {
            conversationId: id,
            botReply: { text: answer, createdUtc: '2026-11-15T10:00:00Z' },
            suggestedActions: [],
          })
        }
      })(),
    ),
  },
  {
    name: 'rails with a wrapped param',
    path: '/questions',
    brain: html,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ json, method }, r, say) => {
      if (method !== 'POST') return sendJson(r, 404, { status: 404, error: 'Not Found' })
      const q = body(json).question
      if (q === undefined || q === '' || (typeof q === 'object' && Object.keys(q).length === 0))
        return sendJson(r, 400, { status: 400, error: 'Bad Request', exception: 'param is missing or the value is empty: question' })
      if (typeof q !== 'object')
        return sendJson(r, 500, {
          status: 500,
          error: 'Internal Server Error',
          exception: `#<NoMethodError: undefined method \`permit' for "${String(q).slice(0, 20)}":String>`,
        })
      if (!isText(q.body)) return sendJson(r, 422, { errors: { body: ["can't be blank"] } })
      return sendJson(r, 201, {
        question: { id: 12, body: q.body, answer: { content: say(q.body) }, created_at: '2026-11-15T10:00:00.000Z' },
      })
    },
  },
  {
    name: 'laravel, Spanish, an enum that is not listed',
    path: '/api/asistente',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const e: Any = {}
      if (!isText(b.mensaje)) e.mensaje = ['The mensaje field is required.']
      if (!isText(b.idioma)) e.idioma = ['The idioma field is required.']
      else if (!['es', 'en', 'pt'].includes(b.idioma)) e.idioma = ['The selected idioma is invalid.']
      const n = Object.keys(e).length
      return n
        ? sendJson(r, 422, { message: `${(Object.values(e)[0] as string[])[0]}${n > 1 ? ` (and ${n - 1} more error)` : ''}`, errors: e })
        : sendJson(r, 200, { data: { respuesta: say(b.mensaje), tokens: 42 } })
    }),
  },
]
