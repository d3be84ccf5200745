import { randomUUID } from 'node:crypto'
import { type Any, wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, type Handle, isText, json, pydantic, type Say, takes } from './handlers.ts'

/** Platforms and sessions as other people build them, written down before anybody looked whether they are understood. */
export const strangerPlatforms: readonly Endpoint[] = [
  {
    name: 'messages of parts at a path of its own',
    path: '/internal/llm',
    brain: clever,
    expect: { ...json, conversation: 'history' },
    handle: takes(
      (sent) => {
        const { messages } = sent
        if (messages === undefined) return { status: 422, error: pydantic(['missing', ['messages']]) }
        if (!Array.isArray(messages?.[0]?.['content']))
          return { status: 422, error: pydantic(['list_type', ['messages', 0, 'content'], 'Input should be a valid list']) }
        const texts = messages.map((one: Any) => one['content']?.[0]?.['text'])
        if (!isText(texts[0]))
          return {
            status: 422,
            error: pydantic([
              'model_attributes_type',
              ['messages', 0, 'content', 0],
              'Input should be a valid dictionary or object to extract fields from',
            ]),
          }
        return { said: texts.at(-1), before: texts.slice(0, -1) }
      },
      (answer) => ({ message: { role: 'assistant', content: [{ type: 'text', text: answer }] } }),
    ),
  },
  {
    name: 'Bot Framework: an activity',
    path: '/api/messages',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        if (sent['type'] !== 'message')
          return {
            status: 400,
            error: {
              error: { code: 'BadSyntax', message: sent['type'] === undefined ? 'Activity type is required' : "type must be 'message'" },
            },
          }
        if (!sent['from']?.['id'])
          return { status: 400, error: { error: { code: 'MissingProperty', message: "The 'from.id' property is required" } } }
        return isText(sent['text'])
          ? { said: sent['text'] }
          : { status: 400, error: { error: { code: 'MissingProperty', message: "The 'text' property is required" } } }
      },
      (answer) => ({ activities: [{ type: 'message', from: { id: 'bot' }, text: answer }] }),
    ),
  },
  {
    name: 'Dialogflow’s shape',
    path: '/v2/projects/p/agent/sessions/s:detectIntent',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const violated =
          sent['queryInput'] === undefined
            ? 'query_input'
            : !isText(sent['queryInput']?.['text']?.['text'])
              ? 'query_input.text.text'
              : !isText(sent['queryInput']['text']['languageCode'])
                ? 'query_input.text.language_code'
                : undefined
        return violated === undefined
          ? { said: sent['queryInput']['text']['text'] }
          : {
              status: 400,
              error: {
                error: {
                  code: 400,
                  message: `com.google.apps.framework.request.BadRequestException: Input ${violated.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())} not set.`,
                  status: 'INVALID_ARGUMENT',
                  details: [
                    {
                      '@type': 'type.googleapis.com/google.rpc.BadRequest',
                      fieldViolations: [
                        { field: violated.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), description: 'is required' },
                      ],
                    },
                  ],
                },
              },
            }
      },
      (answer, said) => ({
        responseId: randomUUID(),
        queryResult: { queryText: said, languageCode: 'en', fulfillmentText: answer, intentDetectionConfidence: 1 },
      }),
    ),
  },
  {
    name: 'Lex: the session is in the path',
    path: '/bots/B/botAliases/A/botLocales/en_US/sessions/s1/text',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['text'])
          ? { said: sent['text'] }
          : {
              status: 400,
              error: { message: "1 validation error detected: Value null at 'text' failed to satisfy constraint: Member must not be null" },
            },
      (answer) => ({
        messages: [{ content: answer, contentType: 'PlainText' }],
        sessionState: { intent: { name: 'Fallback', state: 'ReadyForFulfillment' } },
        sessionId: 's1',
      }),
    ),
  },
  {
    name: 'a session in a header of the answer',
    path: '/headed',
    brain: clever,
    expect: { ...json, conversation: 'session' },
    handle: (
      (store) =>
      ({ json: sent, headers }, response, say) => {
        if (!isText(body(sent)['message'])) return sendJson(response, 400, { error: 'message is required' })
        const id = String(headers['x-session-id'] ?? randomUUID())
        const before = store.get(id) ?? []
        store.set(id, [...before, body(sent)['message']])
        return sendJson(response, 200, { reply: say(body(sent)['message'], before) }, { 'x-session-id': id })
      }
    )(new Map<string, string[]>()) as Handle,
  },
  {
    name: 'a session to create, then a path with it',
    path: '/sessions',
    brain: clever,
    expect: { ...json, conversation: 'session' },
    handle: (
      (store) =>
      ({ json: sent, method, path }, response, say) => {
        const id = /^\/sessions\/([^/]+)\/messages$/.exec(path)?.[1]
        if (method === 'POST' && path === '/sessions') {
          const fresh = randomUUID()
          store.set(fresh, [])
          return sendJson(response, 201, { id: fresh, created_at: '2026-01-01T00:00:00Z' }, { location: `/sessions/${fresh}` })
        }
        const before = id === undefined ? undefined : store.get(id)
        if (method !== 'POST' || id === undefined || before === undefined) return sendJson(response, 404, { detail: 'Not Found' })
        if (!isText(body(sent)['text'])) return sendJson(response, 422, pydantic(['missing', ['text']]))
        store.set(id, [...before, body(sent)['text']])
        return sendJson(response, 200, { text: say(body(sent)['text'], before) })
      }
    )(new Map<string, string[]>()) as Handle,
  },
  {
    name: 'Voiceflow’s shape',
    path: '/state/user/u1/interact',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const { action } = sent
        if (action === undefined)
          return { status: 400, error: { code: 400, status: 'Bad Request', fields: { body: { action: { message: 'Required' } } } } }
        if (action['type'] !== 'text')
          return { status: 400, error: { code: 400, fields: { body: { 'action.type': { message: "Invalid value, expected 'text'" } } } } }
        return isText(action['payload'])
          ? { said: action['payload'] }
          : { status: 400, error: { code: 400, fields: { body: { 'action.payload': { message: 'Required' } } } } }
      },
      (answer) => [{ type: 'text', payload: { message: answer } }, { type: 'end' }],
    ),
  },
  {
    name: 'AnythingLLM',
    path: '/api/v1/workspace/docs/chat',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        !isText(sent['message'])
          ? {
              status: 400,
              error: {
                id: randomUUID(),
                type: 'abort',
                textResponse: null,
                sources: [],
                close: true,
                error: 'message parameter cannot be empty.',
              },
            }
          : { said: sent['message'] },
      (answer) => ({
        id: randomUUID(),
        type: 'textResponse',
        sources: [{ title: 'anythingllm.txt', chunk: 'This is a context chunk used in the answer' }],
        textResponse: answer,
        close: true,
        error: null,
      }),
    ),
  },
  {
    name: 'Google ADK',
    path: '/run',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const missing = ['appName', 'userId', 'sessionId', 'newMessage'].filter((name) => sent[name] === undefined)
        if (missing.length > 0) return { status: 422, error: pydantic(...missing.map((name) => ['missing', [name]] as const)) }
        if (typeof sent['newMessage'] !== 'object')
          return {
            status: 422,
            error: pydantic([
              'model_attributes_type',
              ['newMessage'],
              'Input should be a valid dictionary or object to extract fields from',
            ]),
          }
        return isText(sent['newMessage']?.['parts']?.[0]?.['text'])
          ? { said: sent['newMessage']['parts'][0]['text'] }
          : { status: 422, error: pydantic(['missing', ['newMessage', 'parts']]) }
      },
      (answer) => [{ content: { parts: [{ text: answer }], role: 'model' }, invocationId: 'e-1', author: 'root_agent', timestamp: 1.7e9 }],
    ),
  },
  {
    name: 'Cog: predictions',
    path: '/predictions',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        !sent['input']
          ? { status: 422, error: pydantic(['missing', ['input']]) }
          : isText(sent['input']['prompt'])
            ? { said: sent['input']['prompt'] }
            : {
                status: 422,
                error: pydantic(
                  typeof sent['input'] === 'object'
                    ? ['missing', ['input', 'prompt']]
                    : ['dict_type', ['input'], 'Input should be a valid dictionary'],
                ),
              },
      (answer, said) => ({ input: { prompt: said }, output: wordsOf(answer), status: 'succeeded', metrics: { predict_time: 0.2 } }),
    ),
  },
  {
    name: 'Rivet: values with types',
    path: '/graph',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say: Say) =>
      isText(body(sent)['input'])
        ? sendJson(response, 200, { output: { type: 'string', value: say(body(sent)['input']) }, cost: { type: 'number', value: 0 } })
        : response.writeHead(500).end('Internal Server Error'),
  },
]
