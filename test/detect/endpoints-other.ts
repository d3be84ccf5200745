import { randomUUID } from 'node:crypto'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body } from './handlers.ts'

/** Forms, plain text, and known protocols at unknown paths. */
export const otherEndpoints: readonly Endpoint[] = [
  {
    name: 'plain text in and out',
    path: '/plain',
    brain: clever,
    expect: { protocol: 'text', conversation: 'none' },
    handle: ({ headers, text }, response, say) => {
      if (!/^text\/plain/.test(headers['content-type'] ?? '')) return response.writeHead(415).end('Unsupported Media Type')
      response.writeHead(200, { 'content-type': 'text/plain' }).end(say(text))
    },
  },
  {
    name: 'a form, whose JSON goes unseen',
    path: '/form',
    brain: canned,
    expect: { protocol: 'form', conversation: 'none' },
    handle: ({ headers, text }, response, say) => {
      const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('message') : null
      return said ? sendJson(response, 200, { reply: say(said) }) : sendJson(response, 400, { error: 'message is required' })
    },
  },
  {
    name: 'a form that says so',
    path: '/form2',
    brain: clever,
    expect: { protocol: 'form', conversation: 'none' },
    handle: ({ headers, text }, response, say) => {
      if (!/urlencoded/.test(headers['content-type'] ?? ''))
        return sendJson(response, 415, { error: 'Content-Type must be application/x-www-form-urlencoded' })
      const said = new URLSearchParams(text).get('q')
      response.writeHead(said ? 200 : 400, { 'content-type': 'text/plain' }).end(said ? say(said) : 'q is required')
    },
  },
  {
    name: 'multipart',
    path: '/upload',
    brain: clever,
    expect: { protocol: 'form', conversation: 'none' },
    handle: ({ headers, text }, response, say) => {
      const said = /multipart/.test(headers['content-type'] ?? '') ? /name="prompt"\r\n\r\n([\s\S]*?)\r\n--/.exec(text)?.[1] : undefined
      return said
        ? sendJson(response, 200, { output: say(said) })
        : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required' }] })
    },
  },
  {
    name: 'OpenAI at a path of its own',
    path: '/llm',
    brain: clever,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const { messages } = body(json)
      if (!Array.isArray(messages))
        return sendJson(response, 400, {
          error: {
            message: "Missing required parameter: 'messages'.",
            type: 'invalid_request_error',
            param: 'messages',
            code: 'missing_required_parameter',
          },
        })
      return sendJson(response, 200, {
        id: 'c',
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: say(
                messages.at(-1).content,
                messages.map((one: Any) => one['content']),
              ),
            },
            finish_reason: 'stop',
          },
        ],
      })
    },
  },
  {
    name: 'OpenAI that always streams and wants a model from its list',
    path: '/v1/chat/completions',
    brain: dreamy,
    expect: { protocol: 'openai-chat', conversation: 'history', streaming: true },
    handle: ({ json, path }, response, say) => {
      if (path === '/v1/models')
        return sendJson(response, 200, { object: 'list', data: [{ id: 'text-embedding-x' }, { id: 'own-chat-1' }] })
      const { messages, model } = body(json)
      if (!model)
        return sendJson(response, 400, {
          error: { message: 'you must provide a model parameter', type: 'invalid_request_error', param: null, code: null },
        })
      if (model !== 'own-chat-1')
        return sendJson(response, 404, { error: { message: `The model ${model} does not exist`, code: 'model_not_found' } })
      const words = say(messages.at(-1).content).match(/\s?\S+/g) ?? []
      return sendEvents(response, [
        ...words.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
        { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
        '[DONE]',
      ])
    },
  },
  {
    name: 'Anthropic, one thing at a time, at a path of its own',
    path: '/claude',
    brain: clever,
    expect: { protocol: 'anthropic-messages', conversation: 'history' },
    handle: ({ json, headers }, response, say) => {
      const fail = (message: string) => sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message } })
      const { messages, model, max_tokens } = body(json)
      if (!headers['anthropic-version']) return fail('anthropic-version: header is required')
      if (!model) return fail('model: Field required')
      if (!max_tokens) return fail('max_tokens: Field required')
      if (!messages) return fail('messages: Field required')
      return sendJson(response, 200, {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: say(
              messages.at(-1).content,
              messages.map((one: Any) => one['content']),
            ),
          },
        ],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      })
    },
  },
  {
    name: 'Ollama at its usual path',
    path: '/api/chat',
    brain: canned,
    expect: { protocol: 'ollama-chat', conversation: 'history' },
    handle: ({ json, path }, response, say) => {
      if (path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'smollm2:135m', model: 'smollm2:135m' }] })
      const { model, messages } = body(json)
      if (!model) return sendJson(response, 400, { error: 'model is required' })
      if (model !== 'smollm2:135m') return sendJson(response, 404, { error: `model '${model}' not found` })
      return sendJson(response, 200, {
        model,
        created_at: new Date().toISOString(),
        message: { role: 'assistant', content: say(messages.at(-1).content) },
        done: true,
        done_reason: 'stop',
      })
    },
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    brain: locked,
    expect: { protocol: 'gemini', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const { contents } = body(json)
      if (!contents)
        return sendJson(response, 400, {
          error: { code: 400, message: '* GenerateContentRequest.contents: contents is not specified', status: 'INVALID_ARGUMENT' },
        })
      return sendJson(response, 200, {
        candidates: [{ content: { role: 'model', parts: [{ text: say(contents.at(-1).parts[0].text) }] }, finishReason: 'STOP' }],
      })
    },
  },
  {
    name: 'Cohere',
    path: '/v2/chat',
    brain: clever,
    expect: { protocol: 'cohere-chat', conversation: 'history' },
    handle: ({ json, path }, response, say) => {
      if (path === '/v1/models' || path === '/v2/models') return sendJson(response, 200, { models: [{ name: 'command-r' }] })
      const { messages, model } = body(json)
      if (!model) return sendJson(response, 400, { id: randomUUID(), message: 'invalid request: model is required' })
      return sendJson(response, 200, {
        id: randomUUID(),
        finish_reason: 'COMPLETE',
        message: {
          role: 'assistant',
          content: [
            {
              type: 'text',
              text: say(
                messages.at(-1).content,
                messages.map((one: Any) => one['content']),
              ),
            },
          ],
        },
      })
    },
  },
  {
    name: 'TGI',
    path: '/generate',
    brain: dreamy,
    expect: { protocol: 'tgi', conversation: 'history' },
    handle: ({ json }, response, say) =>
      typeof body(json)['inputs'] === 'string'
        ? sendJson(response, 200, { generated_text: say(body(json)['inputs']) })
        : response
            .writeHead(422, { 'content-type': 'text/plain' })
            .end('Failed to deserialize the JSON body into the target type: missing field `inputs` at line 1 column 2'),
  },
  {
    name: 'Responses at its path',
    path: '/v1/responses',
    brain: clever,
    expect: { protocol: 'openai-responses', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const { input } = body(json)
      const turns = typeof input === 'string' ? [{ content: input }] : input
      return sendJson(response, 200, {
        id: 'r',
        object: 'response',
        status: 'completed',
        output: [
          {
            type: 'message',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text: say(
                  turns.at(-1).content,
                  turns.map((one: Any) => one['content']),
                ),
              },
            ],
          },
        ],
      })
    },
  },
]
