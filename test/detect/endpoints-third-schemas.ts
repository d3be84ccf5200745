import type { ServerResponse } from 'node:http'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { type Call, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, posted, type Say } from './handlers.ts'
import { gardener, insurer, marked } from './third-brains.ts'

/** Schemas that are strict, nested or in other languages, from the same hand. */
export const thirdSchemas: readonly Endpoint[] = [
  {
    name: 'django rest, a bot to choose from a list in the error',
    path: '/api/messages/',
    brain: gardener,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ json, method }, r, say) => {
      if (method !== 'POST') return sendJson(r, 405, { detail: `Method "${method}" not allowed.` })
      const b = body(json)
      const e: Any = {}
      if (!isText(b.content)) e.content = ['This field is required.']
      if (b.bot === undefined) e.bot = ['This field is required.']
      else if (b.bot !== 'greenthumb') e.bot = [`"${b.bot}" is not a valid choice. Valid choices are: greenthumb.`]
      return Object.keys(e).length
        ? sendJson(r, 400, e)
        : sendJson(r, 201, {
            id: 881,
            bot: b.bot,
            content: b.content,
            reply: { id: 882, content: say(b.content), created: '2026-11-15T10:00:00Z' },
          })
    },
  },
  {
    name: 'go gin binding tags',
    path: '/v1/chat',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ json, method }, r, say) => {
      if (method !== 'POST') {
        r.writeHead(404, { 'content-type': 'text/plain' })
        return r.end('404 page not found')
      }
      const b = body(json)
      const e: string[] = []
      if (json === undefined) return sendJson(r, 400, { code: 40000, msg: 'EOF' })
      if (!isText(b.prompt)) e.push("Key: 'ChatReq.Prompt' Error:Field validation for 'Prompt' failed on the 'required' tag")
      if (!isText(b.user_id)) e.push("Key: 'ChatReq.UserID' Error:Field validation for 'UserID' failed on the 'required' tag")
      return e.length
        ? sendJson(r, 400, { code: 40001, msg: e.join('\n'), data: null })
        : sendJson(r, 200, { code: 0, msg: 'success', data: { reply: say(b.prompt), usage: { total: 18 } } })
    },
  },
  {
    name: 'express with joi, one fault at a time, a session key of our own',
    path: '/converse',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: posted(
      (() => {
        const seen = new Map<string, string[]>()
        return ({ json }: Call, r: ServerResponse, say: Say) => {
          const b = body(json)
          const bad = (m: string) =>
            sendJson(r, 400, { statusCode: 400, error: 'Bad Request', message: m, validation: { source: 'payload' } })
          if (b.sessionKey === undefined) return bad('"sessionKey" is required')
          if (typeof b.sessionKey !== 'string' || !/^[a-z0-9]{8,64}$/i.test(b.sessionKey))
            return bad('"sessionKey" must only contain alpha-numeric characters')
          if (b.utterance === undefined) return bad('"utterance" is required')
          if (b.locale === undefined) return bad('"locale" is required')
          if (!['en-US', 'de-DE'].includes(b.locale)) return bad('"locale" must be one of [en-US, de-DE]')
          const extra = Object.keys(b).find((k) => !['sessionKey', 'utterance', 'locale'].includes(k))
          if (extra) return bad(`"${extra}" is not allowed`)
          if (typeof b.utterance !== 'string') return bad('"utterance" must be a string')
          const before = seen.get(b.sessionKey) ?? []
          const answer = say(b.utterance, before)
          seen.set(b.sessionKey, [...before, b.utterance])
          return sendJson(r, 200, { outputs: [{ type: 'text', value: answer }], state: 'OPEN' })
        }
      })(),
    ),
  },
  {
    name: 'express with zod, nested',
    path: '/api/ai',
    brain: marked,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const issue = (path: string[], expected = 'string', got: unknown = undefined) =>
        sendJson(r, 400, {
          success: false,
          error: {
            issues: [
              {
                code: 'invalid_type',
                expected,
                received: got === undefined ? 'undefined' : typeof got,
                path,
                message: got === undefined ? 'Required' : `Expected ${expected}, received ${typeof got}`,
              },
            ],
            name: 'ZodError',
          },
        })
      if (typeof b.input !== 'object' || b.input === null) return issue(['input'], 'object', b.input)
      if (typeof b.input.text !== 'string') return issue(['input', 'text'], 'string', b.input.text)
      return sendJson(r, 200, { success: true, output: { text: say(b.input.text), finish: 'stop' } })
    }),
  },
  {
    name: 'ajv strict, Finnish',
    path: '/kysy',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) => {
      const b = body(json)
      const err = (keyword: string, params: unknown, message: string, instancePath = '') =>
        sendJson(r, 400, { errors: [{ instancePath, schemaPath: `#/${keyword}`, keyword, params, message }] })
      if (b.kysymys === undefined) return err('required', { missingProperty: 'kysymys' }, "must have required property 'kysymys'")
      const extra = Object.keys(b).find((k) => !['kysymys', 'kieli'].includes(k))
      if (extra) return err('additionalProperties', { additionalProperty: extra }, 'must NOT have additional properties')
      if (typeof b.kysymys !== 'string') return err('type', { type: 'string' }, 'must be string', '/kysymys')
      return sendJson(r, 200, { vastaus: say(b.kysymys), lahteet: [] })
    }),
  },
  {
    name: 'phoenix changeset',
    path: '/api/messages',
    brain: insurer,
    expect: { protocol: 'json' },
    handle: ({ json, method }, r, say) => {
      if (method !== 'POST') return sendJson(r, 404, { errors: { detail: 'Not Found' } })
      const m = body(json).message
      if (typeof m !== 'object' || m === null) return sendJson(r, 400, { errors: { detail: 'Bad Request' } })
      const e: Any = {}
      if (!isText(m.body)) e.body = ["can't be blank"]
      if (!isText(m.sender)) e.sender = ["can't be blank"]
      return Object.keys(e).length
        ? sendJson(r, 422, { errors: e })
        : sendJson(r, 201, { data: { id: 5, body: say(m.body), sender: 'assistant' } })
    },
  },
  {
    name: 'Japanese names',
    path: '/chat',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: posted(({ json }, r, say) =>
      isText(body(json)['質問'])
        ? sendJson(r, 200, { 回答: say(body(json)['質問']), 処理時間: 0.4 })
        : sendJson(r, 400, { エラー: '「質問」は必須です' }),
    ),
  },
]
