import { randomUUID } from 'node:crypto'
import { sendJson } from '../protocols/servers/serve.ts'
import { diceOf } from './dice.ts'
import type { Endpoint } from './endpoint.ts'
import { body } from './handlers.ts'

const tickets = diceOf(12)

/** More endpoints behind which nobody talks, or nobody talks to us. */
export const oddNobodies: readonly Endpoint[] = [
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
