import { randomUUID } from 'node:crypto'
import { sendJson } from '../protocols/servers/serve.ts'
import { diceOf } from './dice.ts'
import type { Endpoint } from './endpoint.ts'
import { body, page } from './handlers.ts'

const [quotes, words, numbers] = [diceOf(1), diceOf(2), diceOf(3)]

/** Endpoints behind which nobody talks, or nobody talks to us. */
export const nobodyEndpoints: readonly Endpoint[] = [
  { name: 'an echo of the body', expect: { problem: 'echo' }, handle: ({ json }, response) => sendJson(response, 200, json ?? {}) },
  {
    name: 'an echo as httpbin makes it',
    path: '/post',
    expect: { problem: 'echo' },
    handle: ({ json, text, headers }, response) => sendJson(response, 200, { args: {}, data: text, headers, json, url: 'http://x/post' }),
  },
  {
    name: 'an echo with words around it',
    path: '/say',
    expect: { problem: 'echo' },
    handle: ({ json }, response) =>
      body(json)['message']
        ? sendJson(response, 200, { reply: `You said: ${body(json)['message']}` })
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'a shouting echo in plain text',
    path: '/shout',
    expect: { problem: 'echo' },
    handle: ({ text, headers }, response) =>
      response
        .writeHead(/text\/plain/.test(headers['content-type'] ?? '') ? 200 : 415, { 'content-type': 'text/plain' })
        .end(/text\/plain/.test(headers['content-type'] ?? '') ? text.toUpperCase() : 'text only'),
  },
  {
    name: 'one sentence for everything',
    path: '/thanks',
    expect: { problem: 'constant_answer' },
    handle: (_, response) => sendJson(response, 200, { reply: 'Thank you for your message. We will get back to you soon.' }),
  },
  {
    name: 'one sentence, after validation, with an id',
    path: '/contact',
    expect: { problem: 'constant_answer' },
    handle: ({ json }, response) =>
      body(json)['message']
        ? sendJson(response, 200, { id: randomUUID(), text: 'We have received your request.' })
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'OpenAI’s shape with one answer',
    path: '/v1/chat/completions',
    expect: { problem: 'constant_answer' },
    handle: (_, response) =>
      sendJson(response, 200, {
        choices: [{ message: { role: 'assistant', content: 'This is a mock response.' }, finish_reason: 'stop' }],
      }),
  },
  {
    name: 'a health check',
    path: '/health',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) => sendJson(response, 200, { status: 'ok', uptime: numbers(1000) / 1000 }),
  },
  {
    name: 'a web page',
    path: '/',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page('<h1>Welcome to our shop</h1><p>Buy things here.</p>')),
  },
  {
    name: 'a web page that takes no POST',
    path: '/page.html',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ method }, response) =>
      method === 'GET'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end(page('About us'))
        : response.writeHead(405, { allow: 'GET' }).end(),
  },
  {
    name: 'a REST list by GET',
    path: '/products',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ method }, response) =>
      method === 'GET'
        ? sendJson(response, 200, [{ id: 1, name: 'Blue chair with arms', description: 'A chair to sit on all day long.' }])
        : sendJson(response, 405, { error: 'Method Not Allowed' }),
  },
  {
    name: 'a search that finds nothing',
    path: '/search',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ json }, response) =>
      body(json)['query']
        ? sendJson(response, 200, { results: [], total: 0, took_ms: 3 })
        : sendJson(response, 400, { error: 'query is required' }),
  },
  {
    name: 'a classifier',
    path: '/classify',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ json }, response) =>
      body(json)['text']
        ? sendJson(response, 200, { label: body(json)['text'].length % 2 ? 'POSITIVE' : 'NEGATIVE', score: numbers(1000) / 1000 })
        : sendJson(response, 400, { error: 'text is required' }),
  },
  {
    name: 'embeddings',
    path: '/v1/embeddings',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ json }, response) =>
      body(json)['input']
        ? sendJson(response, 200, {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [numbers(1000) / 1000, numbers(1000) / 1000] }],
            model: 'emb',
          })
        : sendJson(response, 400, { error: { message: 'input is required' } }),
  },
  {
    name: 'a fortune cookie',
    path: '/quote',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      sendJson(response, 200, {
        quote: `${
          [
            'Luck favours the bold ones.',
            'A stitch saves nine others.',
            'Birds sing before dawn breaks.',
            'Rivers never run uphill twice.',
            'Old stones gather green moss.',
            'Quiet water runs very deep.',
            'Winter ends when snow melts.',
          ][quotes(7)]
        } ${quotes(65_536).toString(16).padStart(4, '0')}`,
      }),
  },
  {
    name: 'wants a key',
    path: '/v1/chat/completions',
    expect: { problem: 'auth_required' },
    handle: (_, response) =>
      sendJson(
        response,
        401,
        { error: { message: 'You didn’t provide an API key.', type: 'invalid_request_error' } },
        { 'www-authenticate': 'Bearer' },
      ),
  },
  {
    name: 'forbids',
    path: '/api/assistant',
    expect: { problem: 'auth_required' },
    handle: (_, response) => sendJson(response, 403, { detail: 'Not authenticated' }),
  },
  {
    name: 'says in a 200 that a key is missing',
    path: '/api/bot',
    expect: { problem: 'auth_required' },
    handle: (_, response) => sendJson(response, 200, { error: 'Unauthorized: missing API key' }),
  },
  {
    name: 'redirects to a login',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: (_, response) => response.writeHead(302, { location: '/login?next=/chat' }).end(),
  },
  {
    name: 'a Cloudflare wall',
    path: '/chat',
    expect: { problem: 'blocked' },
    handle: (_, response) =>
      response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end(page('Just a moment...')),
  },
  {
    name: 'another wall',
    path: '/v1/chat/completions',
    expect: { problem: 'blocked' },
    handle: (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end(page('Request blocked. Incident ID: 1234')),
  },
  {
    name: 'no such path',
    path: '/nothing',
    expect: { problem: 'not_found' },
    handle: (_, response) => sendJson(response, 404, { detail: 'Not Found' }),
  },
  {
    name: 'no such path, in HTML',
    path: '/v1/chat/completions',
    expect: { problem: 'not_found' },
    handle: (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end(page('Cannot POST')),
  },
  {
    name: 'always broken',
    path: '/broken',
    expect: { problem: 'error' },
    handle: (_, response) => response.writeHead(500).end('Internal Server Error'),
  },
  {
    name: 'always broken, behind a known path',
    path: '/v1/chat/completions',
    expect: { problem: 'error' },
    handle: (_, response) => sendJson(response, 500, { error: { message: 'The server had an error' } }),
  },
  {
    name: 'rejects everything',
    path: '/picky',
    expect: { problem: 'error' },
    handle: (_, response) => sendJson(response, 400, { error: 'Bad Request' }),
  },
  {
    name: 'a list of products whatever is asked',
    path: '/products/search',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ json }, response) =>
      body(json)['query']
        ? sendJson(response, 200, {
            hits: [
              { sku: 'A1', description: 'A blue chair with arms' },
              { sku: 'A2', description: 'A red table for six' },
            ],
            total: 2,
          })
        : sendJson(response, 400, { error: 'query is required' }),
  },
  {
    name: 'a feed',
    path: '/feed',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end('<?xml version="1.0"?><rss><channel><title>News of the day</title></channel></rss>'),
  },
  {
    name: 'a picture',
    path: '/image',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('PNG words that look like words but are none'),
  },
  {
    name: 'nothing at all',
    path: '/nothing',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) => response.writeHead(200).end(),
  },
  {
    name: 'lorem ipsum',
    path: '/lorem',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      sendJson(response, 200, {
        text: Array.from({ length: 9 }, () => ['lorem', 'ipsum', 'dolor', 'amet', 'elit', 'magna', 'aliqua', 'tempor'][words(8)]).join(' '),
      }),
  },
  {
    name: 'Azure Front Door',
    path: '/chat',
    expect: { problem: 'blocked' },
    handle: (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end(page('<h2>The request is blocked.</h2>')),
  },
]
