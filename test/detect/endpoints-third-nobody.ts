import type { ServerResponse } from 'node:http'
import { type Call, sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, plainly, posted } from './handlers.ts'

/** Nobody to talk to, from the same hand. */
export const thirdNobodies: readonly Endpoint[] = [
  {
    name: 'kong: no api key',
    path: '/llm/v1/chat',
    expect: { problem: 'auth_required' },
    handle: (_c, r) => sendJson(r, 401, { message: 'No API key found in request', request_id: 'a1' }, { 'www-authenticate': 'Key' }),
  },
  {
    name: 'two hundred, and an error about the token',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: ({ method }, r) =>
      method === 'POST'
        ? sendJson(r, 200, { success: false, code: 1004, message: 'invalid or missing access token' })
        : sendJson(r, 404, { message: 'not found' }),
  },
  {
    name: 'login redirect',
    path: '/assistant',
    expect: { problem: 'auth_required' },
    handle: (_c, r) => {
      r.writeHead(302, { location: '/login?next=/assistant' })
      r.end()
    },
  },
  {
    name: 'bearer refused with a page',
    path: '/v1/assistant',
    expect: { problem: ['auth_required', 'blocked'] },
    handle: (_c, r) => {
      r.writeHead(403, { 'content-type': 'text/html', server: 'nginx' })
      r.end(
        '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
      )
    },
  },
  {
    name: 'todo list',
    path: '/todos',
    expect: { problem: ['echo', 'not_an_ai_endpoint'] },
    handle: (() => {
      let n = 0
      return ({ json, method }: Call, r: ServerResponse) =>
        method !== 'POST'
          ? sendJson(r, 200, [])
          : isText(body(json).title)
            ? sendJson(r, 201, { id: ++n, title: body(json).title, completed: false })
            : sendJson(r, 400, { error: 'title is required' })
    })(),
  },
  {
    name: 'contact form',
    path: '/api/contact',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: posted(({ json }, r) => {
      const b = body(json)
      const m = ['name', 'email', 'message'].filter((f) => !isText(b[f]))
      return m.length
        ? sendJson(r, 422, { errors: Object.fromEntries(m.map((f) => [f, ['is required']])) })
        : sendJson(r, 200, { ok: true, message: 'Thank you! We will get back to you within two working days.' })
    }),
  },
  {
    name: 'sentiment classifier',
    path: '/classify',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: posted(({ json }, r) =>
      isText(body(json).text)
        ? sendJson(r, 200, {
            label: body(json).text.length % 2 ? 'POSITIVE' : 'NEGATIVE',
            score: 0.5 + (body(json).text.length % 50) / 100,
          })
        : sendJson(r, 422, { detail: [{ loc: ['body', 'text'], msg: 'field required', type: 'value_error.missing' }] }),
    ),
  },
  {
    name: 'search over a shop',
    path: '/search',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: posted(({ json }, r) =>
      isText(body(json).query)
        ? sendJson(r, 200, {
            query: body(json).query,
            total: 2,
            hits: [
              { id: 1, name: 'Blue chair', price: 49 },
              { id: 2, name: 'Oak table', price: 249 },
            ],
          })
        : sendJson(r, 400, { error: 'query is required' }),
    ),
  },
  {
    name: 'embeddings',
    path: '/embed',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: posted(({ json }, r) =>
      isText(body(json).input)
        ? sendJson(r, 200, {
            object: 'list',
            data: [{ embedding: [...body(json).input].slice(0, 16).map((c: string) => c.charCodeAt(0) / 255), index: 0 }],
            model: 'e5',
          })
        : sendJson(r, 400, { error: { message: "'input' is a required property" } }),
    ),
  },
  {
    name: 'webhook sink',
    path: '/hooks/in',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (_c, r) => {
      r.writeHead(200, { 'content-type': 'text/plain' })
      r.end('ok')
    },
  },
  {
    name: 'single-page shop',
    path: '/chat',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_c, r) => {
      r.writeHead(200, { 'content-type': 'text/html' })
      r.end(
        '<!doctype html><html><head><title>Shop</title><script type="module" src="/assets/index-9f2.js"></script></head><body><div id="root"></div></body></html>',
      )
    },
  },
  {
    name: 's3',
    path: '/bucket/chat',
    expect: { problem: ['auth_required', 'blocked'] },
    handle: (_c, r) => {
      r.writeHead(403, { 'content-type': 'application/xml', server: 'AmazonS3' })
      r.end(
        '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>X</RequestId></Error>',
      )
    },
  },
  {
    name: 'string tool',
    path: '/slugify',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: posted(({ json }, r) =>
      isText(body(json).text)
        ? sendJson(r, 200, {
            slug: body(json)
              .text.toLowerCase()
              .replace(/[^a-z0-9]+/g, '-'),
          })
        : sendJson(r, 400, { error: 'text is required' }),
    ),
  },
  {
    name: 'moderation',
    path: '/v1/moderations',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: posted(({ json }, r) =>
      isText(body(json).input)
        ? sendJson(r, 200, {
            id: 'm',
            model: 'mod-1',
            results: [{ flagged: false, categories: { hate: false, violence: false }, category_scores: { hate: 0.001, violence: 0.002 } }],
          })
        : sendJson(r, 400, { error: { message: 'input is required', type: 'invalid_request_error' } }),
    ),
  },
  {
    name: 'geocoder',
    path: '/geocode',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: posted(({ json }, r) =>
      isText(body(json).address)
        ? sendJson(r, 200, {
            query: body(json).address,
            results: [{ formatted: 'Main Street 1, Springfield', lat: 44.05, lng: -123.02 + (body(json).address.length % 7) / 100 }],
          })
        : sendJson(r, 400, { error: 'address is required' }),
    ),
  },
  {
    name: 'elasticsearch',
    path: '/products/_search',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: ({ json }, r) => {
      const b = body(json)
      const k = Object.keys(b).find((x) => !['query', 'size', 'from'].includes(x))
      if (k)
        return sendJson(r, 400, {
          error: {
            root_cause: [{ type: 'parsing_exception', reason: `Unknown key for a VALUE_STRING in [${k}].`, line: 1, col: 12 }],
            type: 'parsing_exception',
            reason: `Unknown key for a VALUE_STRING in [${k}].`,
            line: 1,
            col: 12,
          },
          status: 400,
        })
      if (b.query !== undefined && typeof b.query !== 'object')
        return sendJson(r, 400, {
          error: { type: 'parsing_exception', reason: '[_na] query malformed, must start with start_object' },
          status: 400,
        })
      return sendJson(r, 200, {
        took: 1,
        timed_out: false,
        hits: {
          total: { value: 1, relation: 'eq' },
          hits: [{ _index: 'products', _id: '1', _score: 1, _source: { name: 'Blue chair', description: 'A chair for your kitchen' } }],
        },
      })
    },
  },
  {
    name: 'always invalid',
    path: '/v1/submit',
    expect: { problem: ['error', 'not_an_ai_endpoint'] },
    handle: posted((_c, r) =>
      sendJson(r, 422, { message: 'The signature field is invalid.', errors: { signature: ['The signature field is invalid.'] } }),
    ),
  },
  {
    name: 'thank you page',
    path: '/kontakt',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: ({ method }, r) =>
      plainly(
        r,
        200,
        method === 'POST'
          ? '<!doctype html><html><body><h1>Vielen Dank!</h1><p>Wir melden uns.</p></body></html>'
          : '<!doctype html><html><body><form method="post"><input name="name"><input name="email" type="email"><textarea name="nachricht"></textarea><button>Senden</button></form></body></html>',
        'text/html',
      ),
  },
]
