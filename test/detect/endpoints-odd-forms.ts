import { randomUUID } from 'node:crypto'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, plainJson } from './handlers.ts'

/** Questions and answers in forms of their own. */
export const oddForms: readonly Endpoint[] = [
  {
    name: 'a slash at the end is needed',
    path: '/slashed',
    brain: clever,
    expect: plainJson,
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
    expect: plainJson,
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
    expect: plainJson,
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
    expect: plainJson,
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
    expect: plainJson,
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
    name: 'a GraphQL mutation',
    path: '/graphql',
    brain: clever,
    expect: plainJson,
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
    expect: plainJson,
    handle: ({ json }, response, say) =>
      Array.isArray(body(json)['messages'])
        ? sendJson(response, 200, { answer: say(body(json)['messages'].at(-1)['content']) })
        : sendJson(response, 400, { error: 'messages is required' }),
  },
]
