import { randomUUID } from 'node:crypto'
import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

const missing = (...loc: string[]) => ({ detail: [{ type: 'missing', loc: ['body', ...loc], msg: 'Field required', input: {} }] })
const sessions = () => {
  const store = new Map<string, string[]>()
  return (id: string, text: string): readonly string[] => {
    const before = store.get(id) ?? []
    store.set(id, [...before, text])
    return before
  }
}

/** LangServe: /invoke of a chain whose input is a string. */
export const langserveServer: ProtocolServer = {
  protocol: 'langserve',
  name: 'LangServe',
  path: '/chain/invoke',
  conversation: 'none',
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (body['input'] === undefined) return sendJson(response, 422, missing('input'))
    if (typeof body['input'] !== 'string')
      return sendJson(response, 422, {
        detail: [{ type: 'string_type', loc: ['body', 'input'], msg: 'Input should be a valid string', input: body['input'] }],
      })
    return sendJson(response, 200, {
      output: { content: mind(body['input']), additional_kwargs: {}, type: 'ai', id: 'run-1', tool_calls: [] },
      metadata: { run_id: randomUUID(), feedback_tokens: [] },
    })
  },
}

/** LangGraph platform: threads and runs. */
export const langgraphServer: ProtocolServer = {
  protocol: 'langgraph',
  name: 'LangGraph',
  path: '/runs/wait',
  conversation: 'session',
  acts: { call: calledTool },
  handle: (
    (remember, threads) =>
    (call, response, mind): unknown => {
      const body = bodyOf(call)
      if (call.path === '/threads') {
        const id = randomUUID()
        threads.add(id)
        return sendJson(response, 200, { thread_id: id, status: 'idle', values: null })
      }
      if (call.path === '/assistants/search') return sendJson(response, 200, [{ assistant_id: randomUUID(), graph_id: 'agent' }])
      const thread = /^\/threads\/([^/]+)\/runs\/wait$/.exec(call.path)?.[1] ?? randomUUID()
      if (call.path !== '/runs/wait' && !threads.has(thread))
        return sendJson(response, 404, { detail: `Thread with ID ${thread} not found` })
      if (!body['assistant_id']) return sendJson(response, 422, { detail: "Field 'assistant_id' is required" })
      const text = body['input']['messages'].at(-1)['content']
      const answer = mind(text, remember(thread, text))
      const tool_calls = actOf(text) === 'call' ? [{ name: 'lookup', args: { q: 'x' }, id: 't', type: 'tool_call' }] : []
      return sendJson(response, 200, {
        messages: [
          { type: 'human', content: text, id: '1' },
          {
            type: 'ai',
            content: [{ type: 'text', text: answer }],
            id: '2',
            tool_calls,
            usage_metadata: { input_tokens: 2, output_tokens: 3 },
          },
        ],
      })
    }
  )(sessions(), new Set<string>()) as ProtocolServer['handle'],
}

/** Dify's service API, blocking and streaming. */
export const difyServer: ProtocolServer = {
  protocol: 'dify',
  name: 'Dify',
  path: '/v1/chat-messages',
  conversation: 'session',
  streaming: { stream: true },
  acts: { filter: refusedBy('filter') },
  handle: (
    (remember, known) =>
    (call, response, mind): unknown => {
      const body = bodyOf(call)
      const fail = (params: string) =>
        sendJson(response, 400, { code: 'invalid_param', message: `${params} is required in input form`, status: 400, params })
      for (const name of ['inputs', 'query', 'user']) if (body[name] === undefined) return fail(name)
      if (body['conversation_id'] && !known.has(body['conversation_id']))
        return sendJson(response, 404, { code: 'not_found', message: 'Conversation Not Exists.', status: 404 })
      const id = body['conversation_id'] || randomUUID()
      known.add(id)
      const answer = mind(body['query'], remember(id, body['query']))
      const frame = { task_id: 't', message_id: randomUUID(), conversation_id: id }
      const metadata = { usage: { prompt_tokens: 4, completion_tokens: 6 } }
      const filtered = actOf(body['query']) === 'filter'
      if (body['response_mode'] !== 'streaming' && !filtered)
        return sendJson(response, 200, { event: 'message', ...frame, id: frame.message_id, mode: 'chat', answer, metadata, created_at: 1 })
      return sendEvents(response, [
        { event: 'ping' },
        ...wordsOf(answer).map((piece) => ({ event: 'message', ...frame, answer: piece })),
        ...(filtered ? [{ event: 'message_replace', ...frame, answer: 'I can’t say that.' }] : []),
        { event: 'message_end', ...frame, metadata },
      ])
    }
  )(sessions(), new Set<string>()) as ProtocolServer['handle'],
}

/** Flowise: repeats the question, and streams with a line that is no SSE. */
export const flowiseServer: ProtocolServer = {
  protocol: 'flowise',
  name: 'Flowise',
  path: '/api/v1/prediction/4f2c1d3e-8a7b-4c5d-9e0f-1a2b3c4d5e6f',
  conversation: 'session',
  streaming: { stream: true },
  acts: { call: calledTool },
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const body = bodyOf(call)
      if (!body['question'])
        return sendJson(response, 500, {
          statusCode: 500,
          success: false,
          message: 'Error: predictionsServices.buildChatflow - Question not provided',
          stack: {},
        })
      const id = body['overrideConfig']?.['sessionId'] ?? body['chatId'] ?? randomUUID()
      const text = mind(body['question'], remember(id, body['question']))
      if (body['streaming']) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const piece of wordsOf(text)) response.write(`message:\ndata:${JSON.stringify({ event: 'token', data: piece })}\n\n`)
        response.write(
          `message:\ndata:${JSON.stringify({ event: 'metadata', data: { chatId: id } })}\n\nmessage:\ndata:${JSON.stringify({ event: 'end', data: '[DONE]' })}\n\n`,
        )
        return response.end()
      }
      const usedTools =
        actOf(body['question']) === 'call' ? { usedTools: [{ tool: 'lookup', toolInput: { q: 'x' }, toolOutput: 'y' }] } : {}
      return sendJson(response, 200, {
        text,
        question: body['question'],
        chatId: id,
        chatMessageId: randomUUID(),
        sessionId: id,
        memoryType: 'Buffer Memory',
        ...usedTools,
      })
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** Langflow: the answer far below, the question beside it. */
export const langflowServer: ProtocolServer = {
  protocol: 'langflow',
  name: 'Langflow',
  path: '/api/v1/run/basic-prompting',
  conversation: 'session',
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const body = bodyOf(call)
      const session = body['session_id'] ?? randomUUID()
      const text = mind(body['input_value'] ?? '', remember(session, body['input_value'] ?? ''))
      const message = { text_key: 'text', data: { text, sender: 'Machine', session_id: session }, text, sender: 'Machine' }
      return sendJson(response, 200, {
        session_id: session,
        outputs: [
          {
            inputs: { input_value: body['input_value'] },
            outputs: [
              {
                results: { message },
                artifacts: { message: text },
                outputs: { message: { message: text, type: 'text' } },
                messages: [{ message: text, sender: 'Machine' }],
              },
            ],
          },
        ],
      })
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** Rasa's REST channel: a list, empty when anything goes wrong. */
export const rasaServer: ProtocolServer = {
  protocol: 'rasa',
  name: 'Rasa',
  path: '/webhooks/rest/webhook',
  conversation: 'session',
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const { sender, message } = bodyOf(call)
      return sendJson(
        response,
        200,
        message ? [{ recipient_id: sender ?? 'default', text: mind(message, remember(sender ?? 'default', message)) }] : [],
      )
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** n8n's chat trigger. */
export const n8nServer: ProtocolServer = {
  protocol: 'n8n-chat',
  name: 'n8n chat',
  path: '/webhook/4f2c1d3e-8a7b-4c5d-9e0f-1a2b3c4d5e6f/chat',
  conversation: 'session',
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const { chatInput, sessionId } = bodyOf(call)
      if (!chatInput) return sendJson(response, 500, { message: 'Error in workflow' })
      return sendJson(response, 200, { output: mind(chatInput, remember(sessionId ?? '', chatInput)) })
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** Botpress Chat: users, conversations, and answers that come a moment later. */
export const botpressServer: ProtocolServer = {
  protocol: 'botpress',
  name: 'Botpress Chat',
  path: '/webhook-1',
  conversation: 'session',
  handle: (
    (remember, rooms) =>
    (call, response, mind): unknown => {
      const path = call.path.replace('/webhook-1', '')
      if (path === '/users') {
        const id = randomUUID()
        return sendJson(response, 201, { user: { id, createdAt: 'x' }, key: `key-${id}` })
      }
      const user = String(call.headers['x-user-key'] ?? '').replace('key-', '')
      if (user === '') return sendJson(response, 401, { code: 401, type: 'Unauthorized', message: 'The x-user-key header is missing' })
      if (path === '/conversations') {
        const id = randomUUID()
        rooms.set(id, [])
        return sendJson(response, 201, { conversation: { id } })
      }
      const listed = /^\/conversations\/([^/]+)\/messages$/.exec(path)?.[1]
      if (listed) return sendJson(response, 200, { messages: (rooms.get(listed) ?? []).toReversed(), meta: {} })
      if (path !== '/messages') return sendJson(response, 404, { code: 404, type: 'ResourceNotFound', message: 'Route not found' })
      const { payload, conversationId } = bodyOf(call)
      const room = rooms.get(conversationId)!
      const message = { id: randomUUID(), userId: user, conversationId, payload }
      room.push(message, {
        id: randomUUID(),
        userId: 'bot',
        conversationId,
        payload: { type: 'text', text: mind(payload['text'], remember(conversationId, payload['text'])) },
      })
      return sendJson(response, 201, { message })
    }
  )(sessions(), new Map<string, Any[]>()) as ProtocolServer['handle'],
}

/** Gradio 5: a call, then its event stream. */
export const gradioServer: ProtocolServer = {
  protocol: 'gradio',
  name: 'Gradio',
  path: '/gradio_api/call/chat',
  conversation: 'session',
  handle: (
    (remember, pending) =>
    (call, response, mind): unknown => {
      if (call.path === '/gradio_api/info')
        return sendJson(response, 200, {
          named_endpoints: {
            '/clear': { parameters: [], returns: [] },
            '/chat': {
              parameters: [
                {
                  label: 'Temperature',
                  parameter_name: 'temperature',
                  parameter_has_default: true,
                  parameter_default: 0.7,
                  type: { type: 'number' },
                  component: 'Slider',
                },
                {
                  label: 'Message',
                  parameter_name: 'message',
                  parameter_has_default: false,
                  parameter_default: null,
                  type: { type: 'string' },
                  component: 'Textbox',
                },
              ],
              returns: [{ label: 'Response', type: { type: 'string' } }],
            },
          },
          unnamed_endpoints: {},
        })
      const event = /^\/gradio_api\/call\/chat\/(.+)$/.exec(call.path)?.[1]
      if (event) {
        const text = pending.get(event)
        return text === undefined
          ? sendJson(response, 404, { detail: 'Not Found' })
          : sendEvents(response, [
              ['generating', [text.slice(0, 3)]],
              ['heartbeat', 'null'],
              ['complete', [text]],
            ])
      }
      if (call.method !== 'POST') return sendJson(response, 405, { detail: 'Method Not Allowed' })
      const { data, session_hash } = bodyOf(call)
      if (!Array.isArray(data)) return sendJson(response, 422, missing('data'))
      const id = randomUUID()
      pending.set(id, mind(data[1], remember(session_hash, data[1])))
      return sendJson(response, 200, { event_id: id })
    }
  )(sessions(), new Map<string, string>()) as ProtocolServer['handle'],
}
