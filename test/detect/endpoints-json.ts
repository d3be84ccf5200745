import { randomUUID } from 'node:crypto'
import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked, stubborn } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, plainJson } from './handlers.ts'

/** JSON endpoints of many shapes. */
export const jsonEndpoints: readonly Endpoint[] = [
  ...(['message', 'prompt', 'query', 'question', 'text', 'input'] as const).map(
    (field, index): Endpoint => ({
      name: `a ${field} field, errors that name it`,
      path: '/chat',
      brain: [clever, dreamy, locked, canned, stubborn, clever][index]!,
      expect: plainJson,
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
    expect: plainJson,
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
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['query']
        ? sendJson(response, 200, { result: { text: say(body(json)['query']) } })
        : sendJson(response, 400, { error: 'Bad Request' }),
  },
  {
    name: 'vague errors, a usual field, a bot that does not obey',
    path: '/ask',
    brain: canned,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['prompt']
        ? sendJson(response, 200, { answer: say(body(json)['prompt']), confidence: 0.4 })
        : sendJson(response, 400, 'nope'),
  },
  {
    name: 'crashes with 500 when the field is absent',
    path: '/bot',
    brain: dreamy,
    expect: plainJson,
    handle: ({ json }, response, say) => sendJson(response, 200, { output: say((body(json)['text'] as string).trim()) }),
  },
  {
    name: 'takes anything and answers anyway',
    path: '/talk',
    brain: clever,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      sendJson(response, 200, { response: body(json)['message'] ? say(body(json)['message']) : 'Say something!' }),
  },
  {
    name: 'a chat log that repeats what was said',
    path: '/log',
    brain: clever,
    expect: plainJson,
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
    expect: plainJson,
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
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['inputText']
        ? sendJson(response, 200, { statusCode: 200, body: JSON.stringify({ completion: say(body(json)['inputText']) }) })
        : sendJson(response, 400, { message: 'Missing required field: inputText' }),
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
    expect: plainJson,
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
    name: 'busy at first',
    path: '/busy',
    brain: clever,
    expect: plainJson,
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
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['msg']
        ? sendJson(response, 200, { success: true, data: { content: say(body(json)['msg']) } })
        : sendJson(response, 200, { success: false, message: 'msg is required' }),
  },
]
