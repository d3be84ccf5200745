import { randomUUID } from 'node:crypto'
import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { type Brain, canned, clever, dreamy, locked, stubborn } from './brains.ts'
import { seeded } from './dice.ts'
import type { Endpoint } from './endpoint.ts'

const body = (json: unknown): Any => bodyOf({ json })
const none = { protocol: 'json', conversation: 'none' } as const

const diceOf = (server: number) => seeded(Number(process.env['SEED'] ?? 1) * 100 + server)
const [verses, tickets] = [diceOf(11), diceOf(12)]

/** Answers in another language and by chance, as a warm model with a persona does. */
const poet: Brain = (text) => {
  const name = /My name is (\w+)/.exec(text)?.[1]
  const lines = ['床前明月光，疑是地上霜。', '春眠不觉晓，处处闻啼鸟。', '白日依山尽，黄河入海流。', '千山鸟飞绝，万径人踪灭。']
  return `${name ? `${name}，你好！` : ''}${lines[verses(lines.length)]}${'了啊呢吧'[verses(4)]}`
}
/** Refuses whatever it is asked, in changing words about it. */
const prude: Brain = (text) =>
  `I’m sorry, but I can’t help with “${text.split(/\s+/).slice(0, 4).join(' ')}”. As an assistant I must decline.`
/** One word at a time. */
const terse: Brain = (text) => (/code|word/i.test(text) ? 'Unknown' : /hello/i.test(text) ? 'Hi' : 'Maybe')

/** Shapes that somebody else might have thought of. */
export const oddEndpoints: readonly Endpoint[] = [
  {
    name: 'a poet who answers in Chinese',
    path: '/poet',
    brain: poet,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['input']
        ? sendJson(response, 200, { content: say(body(json)['input']) })
        : sendJson(response, 400, { msg: 'input不能为空', error: 'input is required' }),
  },
  {
    name: 'somebody who always declines',
    path: '/prude',
    brain: prude,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendJson(response, 200, { output: { text: say(body(json)['message']) }, blocked: true })
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'somebody terse',
    path: '/terse',
    brain: terse,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['q']
        ? sendJson(response, 200, { a: { answer: say(body(json)['q']) } })
        : sendJson(response, 400, { error: 'q is required' }),
  },
  {
    name: 'a form that sets a session cookie and answers in text',
    path: '/web/chat',
    brain: clever,
    expect: { protocol: 'form', conversation: 'cookie' },
    handle: (
      (store) =>
      ({ headers, text }, response, say) => {
        const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('user_message') : null
        if (!said) return response.writeHead(400, { 'content-type': 'text/html' }).end('<p>The user_message field is required.</p>')
        const id = /PHPSESSID=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? randomUUID()
        const before = store.get(id) ?? []
        store.set(id, [...before, said])
        return response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': `PHPSESSID=${id}; path=/` })
          .end(say(said, before))
      }
    )(new Map<string, string[]>()) as Required<Endpoint>['handle'],
  },
  {
    name: 'JSON:API with a pointer',
    path: '/jsonapi/questions',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) => {
      const said = body(json)['data']?.['attributes']?.['body']
      if (!body(json)['data'])
        return sendJson(response, 422, {
          errors: [{ status: '422', title: 'Invalid', detail: "can't be blank", source: { pointer: '/data' } }],
        })
      if (typeof body(json)['data'] !== 'object' || typeof body(json)['data']['attributes'] !== 'object')
        return sendJson(response, 422, {
          errors: [
            {
              status: '422',
              title: 'Invalid',
              detail: 'must be an object',
              source: { pointer: typeof body(json)['data'] === 'object' ? '/data/attributes' : '/data' },
            },
          ],
        })
      if (typeof said !== 'string')
        return sendJson(response, 422, {
          errors: [{ status: '422', title: 'Invalid', detail: 'is required', source: { pointer: '/data/attributes/body' } }],
        })
      return sendJson(response, 200, {
        data: { type: 'answers', id: randomUUID(), attributes: { body: say(said), createdAt: new Date().toISOString() } },
      })
    },
  },
  {
    name: 'Go gin with a snake-cased field',
    path: '/go/chat',
    brain: canned,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['user_text']
        ? sendJson(response, 200, { Data: { Reply: say(body(json)['user_text']) }, Code: 0 })
        : sendJson(response, 400, { error: "Key: 'ChatReq.UserText' Error:Field validation for 'UserText' failed on the 'required' tag" }),
  },
  {
    name: 'serde, types one at a time',
    path: '/rust/chat',
    brain: dreamy,
    expect: { protocol: 'json' },
    handle: ({ json }, response, say) => {
      const { user, turn, temperature } = body(json)
      const fail = (text: string) =>
        response.writeHead(422, { 'content-type': 'text/plain' }).end(`Failed to deserialize the JSON body into the target type: ${text}`)
      if (user === undefined) return fail('missing field `user` at line 1 column 2')
      if (turn === undefined) return fail('missing field `turn` at line 1 column 20')
      if (temperature === undefined) return fail('missing field `temperature` at line 1 column 40')
      if (typeof temperature !== 'number') return fail('temperature: invalid type: string, expected f32 at line 1 column 60')
      return sendJson(response, 200, { turn: say(String(turn)) })
    },
  },
  {
    name: 'a slash at the end is needed',
    path: '/slashed',
    brain: clever,
    expect: none,
    handle: ({ json, path }, response, say) => {
      if (path === '/slashed') return response.writeHead(307, { location: '/slashed/' }).end()
      return body(json)['text']
        ? sendJson(response, 200, { text: say(body(json)['text']) })
        : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'text'], msg: 'Field required' }] })
    },
  },
  {
    name: 'a list of messages without roles, the user’s first',
    path: '/widget/messages/send',
    brain: canned,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['content']
        ? sendJson(response, 200, {
            messages: [
              { id: 1, text: body(json)['content'] },
              { id: 2, text: say(body(json)['content']) },
            ],
          })
        : sendJson(response, 400, { message: 'content must be provided' }),
  },
  {
    name: 'the answer beside a reasoning trace',
    path: '/think',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) =>
      body(json)['prompt']
        ? sendJson(response, 200, {
            reasoning: `The user wants something about ${body(json)['prompt'].length} letters; I will answer kindly.`,
            final_answer: say(body(json)['prompt']),
            trace_id: randomUUID(),
          })
        : sendJson(response, 400, { error: 'prompt required' }),
  },
  {
    name: 'an SSE stream with status events and a final copy',
    path: '/agent/stream',
    brain: canned,
    expect: { protocol: 'json', streaming: true },
    handle: ({ json }, response, say) => {
      const { task } = body(json)
      if (!task) return sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'task'], msg: 'Field required' }] })
      const answer = say(task)
      return sendEvents(response, [
        ['status', { message: 'Thinking about it now' }],
        ['status', { message: 'Searching the web' }],
        ...(answer.match(/\s?\S+/g) ?? []).map((chunk): readonly [string, unknown] => ['chunk', { chunk }]),
        ['final', { output: answer }],
      ])
    },
  },
  {
    name: 'plain text streamed with a JSON question',
    path: '/raw-stream',
    brain: dreamy,
    expect: none,
    handle: ({ json }, response, say) => {
      if (!body(json)['question']) return response.writeHead(400).end('question is required')
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' })
      for (const word of say(body(json)['question']).match(/\s?\S+/g) ?? []) response.write(word)
      response.end()
    },
  },
  {
    name: 'AWS Lambda’s own envelope, strings all the way',
    path: '/default/bot',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) => {
      const inner = typeof body(json)['body'] === 'string' ? body(JSON.parse(body(json)['body'] || '{}')) : body(json)
      return inner['inputText']
        ? sendJson(response, 200, {
            statusCode: 200,
            headers: {},
            body: JSON.stringify({ messages: [{ contentType: 'PlainText', content: say(inner['inputText']) }] }),
          })
        : sendJson(response, 200, { statusCode: 400, body: JSON.stringify({ error: 'inputText is required' }) })
    },
  },
  {
    name: 'Azure with a content filter that dislikes the task',
    path: '/openai/deployments/x/chat/completions',
    brain: clever,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const messages = body(json)['messages']
      if (/half/.test(messages?.at(-1)?.['content'] ?? ''))
        return sendJson(response, 400, {
          error: {
            message: 'The response was filtered due to the prompt triggering content management policy.',
            type: null,
            param: 'prompt',
            code: 'content_filter',
            status: 400,
            innererror: { code: 'ResponsibleAIPolicyViolation' },
          },
        })
      return sendJson(response, 200, {
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: say(
                messages.at(-1)['content'],
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
    name: 'a key and a model, both wrong at first',
    path: '/inference/v1/chat/completions',
    brain: locked,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json, path, method }, response, say) => {
      if (method === 'GET')
        return path === '/inference/v1/models'
          ? sendJson(response, 200, { data: [{ id: 'org/embed-1' }, { id: 'org/chat-1' }] })
          : sendJson(response, 404, {})
      const { model, messages, user } = body(json)
      if (!user) return sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'user'], msg: 'Field required' }] })
      if (model !== 'org/chat-1')
        return sendJson(response, 400, {
          error: {
            message: `Invalid model name passed in model=${model}. Call /v1/models to view available models`,
            type: 'invalid_request_error',
            param: null,
            code: '400',
          },
        })
      return sendJson(response, 200, {
        choices: [
          { message: { role: 'assistant', content: [{ type: 'text', text: say(messages.at(-1)['content']) }] }, finish_reason: 'stop' },
        ],
      })
    },
  },
  {
    name: 'a GraphQL mutation',
    path: '/graphql',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) => {
      const { query, variables } = body(json)
      const text = { kind: 'SCALAR', name: 'String', ofType: null }
      const must = (ofType: unknown) => ({ kind: 'NON_NULL', name: null, ofType })
      if (!query)
        return sendJson(response, 400, {
          errors: [
            {
              message: 'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.',
              extensions: { code: 'BAD_REQUEST' },
            },
          ],
        })
      if (query.includes('__schema'))
        return sendJson(response, 200, {
          data: {
            __schema: {
              queryType: { name: 'Query' },
              mutationType: { name: 'Mutation' },
              types: [
                {
                  name: 'Query',
                  kind: 'OBJECT',
                  fields: [
                    { name: 'products', args: [{ name: 'search', type: text }], type: { kind: 'OBJECT', name: 'Product', ofType: null } },
                  ],
                  inputFields: null,
                },
                {
                  name: 'Mutation',
                  kind: 'OBJECT',
                  fields: [
                    { name: 'addToCart', args: [{ name: 'sku', type: must(text) }], type: text },
                    {
                      name: 'sendMessage',
                      args: [{ name: 'input', type: must({ kind: 'INPUT_OBJECT', name: 'MessageInput', ofType: null }) }],
                      type: must({ kind: 'OBJECT', name: 'Reply', ofType: null }),
                    },
                  ],
                  inputFields: null,
                },
                {
                  name: 'MessageInput',
                  kind: 'INPUT_OBJECT',
                  fields: null,
                  inputFields: [
                    { name: 'text', type: must(text) },
                    { name: 'channel', type: must(text) },
                    { name: 'note', type: text },
                  ],
                },
                {
                  name: 'Reply',
                  kind: 'OBJECT',
                  fields: [
                    { name: 'id', args: [], type: text },
                    { name: 'message', args: [], type: { kind: 'OBJECT', name: 'Message', ofType: null } },
                  ],
                  inputFields: null,
                },
                {
                  name: 'Message',
                  kind: 'OBJECT',
                  fields: [
                    { name: 'text', args: [], type: text },
                    { name: 'author', args: [], type: text },
                  ],
                  inputFields: null,
                },
              ],
            },
          },
        })
      const said = variables?.['input']?.['text']
      if (
        !/^mutation Ask\(\$input: MessageInput!\) \{ sendMessage\(input: \$input\) \{ id message \{ text author \} \} \}$/.test(query) ||
        !said ||
        !variables['input']['channel']
      )
        return sendJson(response, 400, { errors: [{ message: `Cannot query: ${query}` }] })
      return sendJson(response, 200, { data: { sendMessage: { id: randomUUID(), message: { text: say(said), author: 'bot' } } } })
    },
  },
  {
    name: 'messages with who and text, no role and content',
    path: '/conversations/reply',
    brain: clever,
    expect: { protocol: 'json', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const list = body(json)['conversation']
      const fail = (loc: (string | number)[], type = 'missing', msg = 'Field required') =>
        sendJson(response, 422, { detail: [{ type, loc: ['body', ...loc], msg }] })
      if (list === undefined) return fail(['conversation'])
      if (!Array.isArray(list)) return fail(['conversation'], 'list_type', 'Input should be a valid list')
      if (list[0]?.['who'] === undefined) return fail(['conversation', 0, 'who'])
      if (list[0]?.['text'] === undefined) return fail(['conversation', 0, 'text'])
      return sendJson(response, 200, {
        reply: {
          who: 'bot',
          text: say(
            list.at(-1)['text'],
            list.map((one: Any) => one['text']),
          ),
        },
      })
    },
  },
  {
    name: 'a list of messages of which only the last is read',
    path: '/last-only',
    brain: clever,
    expect: none,
    handle: ({ json }, response, say) =>
      Array.isArray(body(json)['messages'])
        ? sendJson(response, 200, { answer: say(body(json)['messages'].at(-1)['content']) })
        : sendJson(response, 400, { error: 'messages is required' }),
  },
  {
    name: 'a stubborn banker in OpenAI’s clothes',
    path: '/v1/chat/completions',
    brain: stubborn,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json }, response, say) =>
      sendJson(response, 200, {
        choices: [
          { index: 0, message: { role: 'assistant', content: say(body(json)['messages'].at(-1)['content']) }, finish_reason: 'stop' },
        ],
      }),
  },
  {
    name: 'an echo in OpenAI’s clothes',
    path: '/v1/chat/completions',
    expect: { problem: 'echo' },
    handle: ({ json }, response) =>
      sendJson(response, 200, {
        choices: [
          { index: 0, message: { role: 'assistant', content: body(json)['messages']?.at(-1)?.['content'] ?? '' }, finish_reason: 'stop' },
        ],
      }),
  },
  {
    name: 'an echo by query string',
    path: '/echo',
    expect: { problem: ['echo', 'not_an_ai_endpoint'] },
    handle: ({ method, query }, response) =>
      method === 'GET' ? sendJson(response, 200, { args: Object.fromEntries(query) }) : sendJson(response, 405, {}),
  },
  {
    name: 'a receipt with a number',
    path: '/tickets',
    expect: { problem: 'constant_answer' },
    handle: ({ json }, response) =>
      body(json)['message']
        ? sendJson(response, 201, {
            message: `Ticket T-${tickets(2 ** 24)
              .toString(16)
              .padStart(6, '0')} created. Thank you for contacting us.`,
          })
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'a translation of nothing',
    path: '/translate',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: ({ json }, response) =>
      body(json)['text']
        ? sendJson(response, 200, { source: 'en', length: body(json)['text'].length, words: body(json)['text'].split(' ').length })
        : sendJson(response, 400, { error: 'text is required' }),
  },
  {
    name: 'a moderation endpoint',
    path: '/v1/moderations',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ json }, response) =>
      body(json)['input']
        ? sendJson(response, 200, {
            id: `modr-${randomUUID()}`,
            model: 'omni',
            results: [{ flagged: false, categories: { hate: false }, category_scores: { hate: 0.25 } }],
          })
        : sendJson(response, 400, { error: { message: "Missing required parameter: 'input'.", param: 'input' } }),
  },
  {
    name: 'a GraphQL API of products',
    path: '/graphql',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: ({ json }, response) =>
      sendJson(response, body(json)['query'] ? 200 : 400, {
        errors: [{ message: body(json)['query'] ? 'Syntax Error: Unexpected Name "The".' : 'Must provide query string.' }],
      }),
  },
  {
    name: 'a 404 that is a page',
    path: '/chat',
    expect: { problem: 'not_found' },
    handle: (_, response) =>
      response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><html><body><h1>404</h1>nginx</body></html>'),
  },
  {
    name: 'API Gateway without that route',
    path: '/prod/chatbot',
    expect: { problem: 'not_found' },
    handle: (_, response) => sendJson(response, 403, { message: 'Missing Authentication Token' }),
  },
  {
    name: 'too many requests for ever',
    path: '/chat',
    expect: { problem: 'error' },
    handle: (_, response) => sendJson(response, 429, { error: 'Too many requests' }, { 'retry-after': '0' }),
  },
  {
    name: 'a login page',
    path: '/app',
    expect: { problem: ['not_an_ai_endpoint', 'auth_required'] },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><html><body><form action="/session" method="post"><input name="user"><input type="password" name="pass"></form></body></html>',
        ),
  },
  {
    name: 'a header for the key',
    path: '/api/complete',
    expect: { problem: 'auth_required' },
    handle: (_, response) =>
      sendJson(response, 422, {
        detail: [
          { type: 'missing', loc: ['header', 'x-api-key'], msg: 'Field required' },
          { type: 'missing', loc: ['body', 'prompt'], msg: 'Field required' },
        ],
      }),
  },
  {
    name: 'a key in the query',
    path: '/api/ask',
    expect: { problem: 'auth_required' },
    handle: (_, response) =>
      sendJson(response, 400, {
        error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' },
      }),
  },
]
