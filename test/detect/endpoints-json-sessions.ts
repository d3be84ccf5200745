import { randomUUID } from 'node:crypto'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body } from './handlers.ts'

const memory = () => new Map<string, string[]>()
const remember = (store: Map<string, string[]>, id: string, text: string): readonly string[] => {
  const before = store.get(id) ?? []
  store.set(id, [...before, text])
  return before
}

/** JSON endpoints and how they keep a conversation. */
export const jsonSessions: readonly Endpoint[] = [
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
]
