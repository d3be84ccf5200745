import { randomUUID } from 'node:crypto'
import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked, stubborn } from './brains.ts'
import type { Endpoint } from './endpoint.ts'

const body = (json: unknown): Any => bodyOf({ json })
const memory = () => new Map<string, string[]>()
const remember = (store: Map<string, string[]>, id: string, text: string): readonly string[] => {
  const before = store.get(id) ?? []
  store.set(id, [...before, text])
  return before
}

const none = { protocol: 'json', conversation: 'none' } as const

/** JSON endpoints of many shapes. */
export const jsonEndpoints: readonly Endpoint[] = [
  ...(['message', 'prompt', 'query', 'question', 'text', 'input'] as const).map(
    (field, index): Endpoint => ({
      name: `a ${field} field, errors that name it`,
      path: '/chat',
      brain: [clever, dreamy, locked, canned, stubborn, clever][index]!,
      expect: none,
      handle: ({ json }, response, say) =>
        body(json)[field]
          ? sendJson(response, 200, { reply: say(body(json)[field]) })
          : sendJson(response, 400, { error: `${field} is required` }),
    }),
  ),
  {
    name: 'an odd field, found by a pydantic error',
    path: '/api/assist',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) =>
      typeof body(json)['user_utterance'] === 'string'
        ? sendJson(response, 200, { data: { reply: { markdown: say(body(json)['user_utterance']), id: randomUUID() } } })
        : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'user_utterance'], msg: 'Field required', input: json }] }),
  },
  {
    name: 'pydantic, nested, several required fields, one at a time',
    path: '/v1/assistant',
    brain: canned,
    expect: { protocol: 'json', conversation: 'session' },
    handle: ({ json }, response, say) => {
      const { conversation, turn } = body(json)
      const missing = (...loc: string[]) =>
        sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', ...loc], msg: 'Field required' }] })
      if (!conversation) return missing('conversation')
      if (typeof conversation !== 'object' || Array.isArray(conversation))
        return sendJson(response, 422, {
          detail: [
            {
              type: 'model_attributes_type',
              loc: ['body', 'conversation'],
              msg: 'Input should be a valid dictionary or object to extract fields from',
            },
          ],
        })
      if (!conversation.id) return missing('conversation', 'id')
      if (!turn) return missing('turn')
      if (typeof turn !== 'object')
        return sendJson(response, 422, {
          detail: [
            {
              type: 'model_attributes_type',
              loc: ['body', 'turn'],
              msg: 'Input should be a valid dictionary or object to extract fields from',
            },
          ],
        })
      if (!turn.utterance) return missing('turn', 'utterance')
      return sendJson(response, 200, { turn: { answer: { text: say(turn.utterance) } }, elapsed_ms: 12 })
    },
  },
  {
    name: 'vague errors, a usual field',
    path: '/ask',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['query']
        ? sendJson(response, 200, { result: { text: say(body(json)['query']) } })
        : sendJson(response, 400, { error: 'Bad Request' }),
  },
  {
    name: 'vague errors, a usual field, a bot that does not obey',
    path: '/ask',
    brain: canned,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['prompt']
        ? sendJson(response, 200, { answer: say(body(json)['prompt']), confidence: 0.4 })
        : sendJson(response, 400, 'nope'),
  },
  {
    name: 'crashes with 500 when the field is absent',
    path: '/bot',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) => sendJson(response, 200, { output: say((body(json)['text'] as string).trim()) }),
  },
  {
    name: 'takes anything and answers anyway',
    path: '/talk',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) =>
      sendJson(response, 200, { response: body(json)['message'] ? say(body(json)['message']) : 'Say something!' }),
  },
  {
    name: 'a chat log that repeats what was said',
    path: '/log',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendJson(response, 200, {
            messages: [
              { role: 'user', content: body(json)['message'] },
              { role: 'assistant', content: say(body(json)['message']) },
            ],
            id: randomUUID(),
          })
        : sendJson(response, 400, { error: { message: "'message' is a required property" } }),
  },
  {
    name: 'an answer among sources, suggestions and a disclaimer',
    path: '/rag',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['question']
        ? sendJson(response, 200, {
            question: body(json)['question'],
            answer: say(body(json)['question']),
            sources: [{ title: 'The big handbook of things', url: 'https://docs.example/1' }],
            suggestions: ['Ask me about our opening hours', 'Tell me a joke'],
            disclaimer: 'Answers are generated and may be wrong. Please check important facts.',
            request_id: randomUUID(),
          })
        : sendJson(response, 422, {
            message: 'The question field is required.',
            errors: { question: ['The question field is required.'] },
          }),
  },
  {
    name: 'JSON inside JSON, as gateways wrap it',
    path: '/prod/chat',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['inputText']
        ? sendJson(response, 200, { statusCode: 200, body: JSON.stringify({ completion: say(body(json)['inputText']) }) })
        : sendJson(response, 400, { message: 'Missing required field: inputText' }),
  },
  {
    name: 'a session id that the answer returns',
    path: '/session',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: (
      (store) =>
      ({ json }, response, say) => {
        const { message, conversation_id } = body(json)
        if (!message) return sendJson(response, 400, { error: 'message is required' })
        if (conversation_id && !store.has(conversation_id)) return sendJson(response, 404, { error: 'conversation not found' })
        const id = conversation_id ?? randomUUID()
        return sendJson(response, 200, { conversation_id: id, reply: say(message, remember(store, id, message)) })
      }
    )(memory()) as Required<Endpoint>['handle'],
  },
  {
    name: 'a session id of our choosing, required',
    path: '/session2',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: (
      (store) =>
      ({ json }, response, say) => {
        const { text, sessionId } = body(json)
        if (!text || !sessionId)
          return sendJson(response, 400, {
            statusCode: 400,
            message: [
              ...(text ? [] : ['text should not be empty', 'text must be a string']),
              ...(sessionId ? [] : ['sessionId must be a string']),
            ],
            error: 'Bad Request',
          })
        return sendJson(response, 200, { data: { text: say(text, remember(store, sessionId, text)) } })
      }
    )(memory()) as Required<Endpoint>['handle'],
  },
  {
    name: 'a session id of our choosing, optional and unnamed',
    path: '/session3',
    brain: clever,
    expect: { protocol: 'json', conversation: 'session' },
    handle: (
      (store) =>
      ({ json }, response, say) => {
        const { prompt, session_id } = body(json)
        if (!prompt) return sendJson(response, 400, { error: 'No prompt provided' })
        return sendJson(response, 200, { text: say(prompt, session_id ? remember(store, session_id, prompt) : []) })
      }
    )(memory()) as Required<Endpoint>['handle'],
  },
  {
    name: 'a session cookie',
    path: '/cookie',
    brain: clever,
    expect: { protocol: 'json', conversation: 'cookie' },
    handle: (
      (store) =>
      ({ json, headers }, response, say) => {
        const { message } = body(json)
        if (!message) return sendJson(response, 400, { error: 'Missing required parameter: message' })
        const id = /sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? randomUUID()
        return sendJson(
          response,
          200,
          { answer: say(message, remember(store, id, message)) },
          { 'set-cookie': `sid=${id}; Path=/; HttpOnly` },
        )
      }
    )(memory()) as Required<Endpoint>['handle'],
  },
  {
    name: 'one memory for everybody',
    path: '/global',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: (
      (store) =>
      ({ json }, response, say) => {
        const { message } = body(json)
        if (!message) return sendJson(response, 400, { error: 'message missing' })
        return sendJson(response, 200, { answer: say(message, remember(store, 'all', message)) })
      }
    )(memory()) as Required<Endpoint>['handle'],
  },
  {
    name: 'a list of messages with its own answer shape',
    path: '/conv',
    brain: clever,
    expect: { protocol: 'json', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const { messages } = body(json)
      if (!Array.isArray(messages))
        return sendJson(response, 422, { detail: [{ loc: ['body', 'messages'], msg: 'field required', type: 'value_error.missing' }] })
      return sendJson(response, 200, {
        assistant_message: say(
          messages.at(-1).content,
          messages.slice(0, -1).map((one: Any) => one['content']),
        ),
      })
    },
  },
  {
    name: 'SSE tokens of its own making',
    path: '/sse-tokens',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendEvents(response, [
            { type: 'start', id: 'a' },
            ...pieces(say(body(json)['message'])).map((text) => ({ type: 'token', text })),
            { type: 'end', usage: { tokens: 5 } },
          ])
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'SSE with bare text under named events',
    path: '/sse-text',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) =>
      body(json)['prompt']
        ? sendEvents(response, [
            ['meta', { model: 'own' }],
            ...pieces(say(body(json)['prompt'])).map((text) => ['token', ` ${text}`.slice(1)] as const),
            ['done', 'ok'],
          ])
        : sendJson(response, 400, { error: 'prompt is required' }),
  },
  {
    name: 'NDJSON that repeats the answer so far',
    path: '/ndjson',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) => {
      if (!body(json)['question']) return sendJson(response, 400, { error: 'question is required' })
      const parts = pieces(say(body(json)['question']))
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      for (const [index] of parts.entries()) response.write(`${JSON.stringify({ text: parts.slice(0, index + 1).join('') })}\n`)
      response.end()
    },
  },
  {
    name: 'several bubbles',
    path: '/bubbles',
    brain: canned,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendJson(response, 200, [
            { type: 'text', text: say(body(json)['message']) },
            { type: 'image', url: 'https://x.example/a.png' },
          ])
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'GET with a query string',
    path: '/search-bot',
    brain: clever,
    expect: { protocol: 'form', conversation: 'none' },
    handle: ({ method, query }, response, say) => {
      if (method !== 'GET') return sendJson(response, 405, { error: 'Method Not Allowed' }, { allow: 'GET' })
      const q = query.get('q')
      return q ? sendJson(response, 200, { answer: say(q) }) : sendJson(response, 400, { error: 'q is required' })
    },
  },
  {
    name: 'POST with a query string, as FastAPI reads plain arguments',
    path: '/naive',
    brain: clever,
    expect: { protocol: 'form', conversation: 'none' },
    handle: ({ query }, response, say) => {
      const q = query.get('prompt')
      return q
        ? sendJson(response, 200, { response: say(q) })
        : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['query', 'prompt'], msg: 'Field required', input: null }] })
    },
  },
  {
    name: 'an enumeration and a number beside the text',
    path: '/strict',
    brain: canned,
    expect: none,
    handle: ({ json }, response, say) => {
      const { channel, locale, priority, utterance } = body(json)
      const issues = [
        ...(typeof utterance === 'string'
          ? []
          : [{ code: 'invalid_type', expected: 'string', received: 'undefined', path: ['utterance'], message: 'Required' }]),
        ...(['sms', 'chat'].includes(channel)
          ? []
          : [
              {
                code: 'invalid_enum_value',
                options: ['sms', 'chat'],
                path: ['channel'],
                message: "Invalid enum value. Expected 'sms' | 'chat'",
              },
            ]),
        ...(typeof priority === 'number'
          ? []
          : [{ code: 'invalid_type', expected: 'number', received: 'undefined', path: ['priority'], message: 'Required' }]),
        ...(typeof locale === 'string'
          ? []
          : [{ code: 'invalid_type', expected: 'string', received: 'undefined', path: ['locale'], message: 'Required' }]),
      ]
      return issues.length > 0
        ? sendJson(response, 400, { success: false, error: { issues, name: 'ZodError' } })
        : sendJson(response, 200, { ok: true, speech: say(utterance) })
    },
  },
  {
    name: 'a job to poll',
    path: '/jobs',
    brain: canned,
    expect: none,
    handle: (
      (jobs) =>
      ({ json, path, method }, response, say) => {
        const id = /^\/jobs\/(.+)$/.exec(path)?.[1]
        if (method === 'GET')
          return id && jobs.has(id)
            ? sendJson(
                response,
                200,
                jobs.get(id)!.polls++ < 1 ? { id, status: 'running' } : { id, status: 'done', output: { text: jobs.get(id)!.text } },
              )
            : sendJson(response, 404, { error: 'no such job' })
        if (!body(json)['instruction']) return sendJson(response, 400, { error: '"instruction" is required' })
        const fresh = randomUUID()
        jobs.set(fresh, { polls: 0, text: say(body(json)['instruction']) })
        return sendJson(response, 202, { id: fresh, status: 'queued', status_url: `/jobs/${fresh}` })
      }
    )(new Map<string, { polls: number; text: string }>()) as Required<Endpoint>['handle'],
  },
  {
    name: 'busy at first',
    path: '/busy',
    brain: clever,
    expect: none,
    handle: (
      (state) =>
      ({ json }, response, say) => {
        if (state.calls++ < 1) return sendJson(response, 503, { error: 'Model is loading', estimated_time: 1 }, { 'retry-after': '1' })
        return body(json)['prompt']
          ? sendJson(response, 200, { text: say(body(json)['prompt']) })
          : sendJson(response, 400, { error: 'prompt is required' })
      }
    )({ calls: 0 }) as Required<Endpoint>['handle'],
  },
  {
    name: 'errors in a 200',
    path: '/always-200',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['msg']
        ? sendJson(response, 200, { success: true, data: { content: say(body(json)['msg']) } })
        : sendJson(response, 200, { success: false, message: 'msg is required' }),
  },
]

const pieces = (text: string): readonly string[] => text.match(/\s?\S+/g) ?? [text]
