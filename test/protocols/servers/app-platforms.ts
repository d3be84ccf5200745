import { randomUUID } from 'node:crypto'
import { missingField, sessions } from './platform-manners.ts'
import { actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** LangServe: /invoke of a chain whose input is a string. */
export const langserveServer: ProtocolServer = {
  protocol: 'langserve',
  name: 'LangServe',
  path: '/chain/invoke',
  conversation: 'none',
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (body['input'] === undefined) return sendJson(response, 422, missingField('input'))
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
