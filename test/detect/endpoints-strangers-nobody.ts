import { createHash } from 'node:crypto'
import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { seeded } from './dice.ts'
import type { Endpoint } from './endpoint.ts'

const body = (json: unknown): Any => bodyOf({ json })
type Handle = Required<Endpoint>['handle']
const page = (text: string) => `<!doctype html><html><head><title>x</title></head><body>${text}</body></html>`
/** Takes one named text, and says so. */
const wants =
  (field: string, answer: (text: string) => unknown): Handle =>
  ({ json, method }, response) => {
    if (method !== 'POST') return sendJson(response, 404, { error: 'Not Found' })
    const text = body(json)[field]
    return typeof text === 'string' && text !== ''
      ? sendJson(response, 200, answer(text))
      : sendJson(response, 400, { error: `${field} is required` })
  }
const fold = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)
const documents = [
  'Returns are accepted within thirty days of delivery.',
  'Our shops open at nine and close at six.',
  'Shipping is free above fifty euros.',
  'Gift cards never expire and can be used online.',
  'Members get early access to every sale.',
]
const eightBall = [
  ...[
    'It is certain.',
    'Without a doubt.',
    'You may rely on it.',
    'Most likely.',
    'Outlook good.',
    'Signs point to yes.',
    'Ask again later.',
  ],
  ...[
    'Better not tell you now.',
    'Cannot predict now.',
    'Do not count on it.',
    'My reply is no.',
    'Very doubtful.',
    'Outlook not so good.',
  ],
]

/** Nobody to talk to, written down before anybody looked whether they are refused. */
export const strangerNobodies: readonly Endpoint[] = [
  {
    name: 'a store of notes that gives back what was posted',
    path: '/notes',
    expect: { problem: ['echo', 'not_an_ai_endpoint'] },
    handle: wants('title', (title) => ({ id: 17, title, done: false, created_at: '2026-01-01T10:00:00Z' })),
  },
  {
    name: 'a store of comments with a word of thanks',
    path: '/comments',
    expect: { problem: ['echo', 'constant_answer', 'not_an_ai_endpoint'] },
    handle: wants('comment', (comment) => ({ data: { comment, author: 'anonymous', status: 'published' }, message: 'Comment saved.' })),
  },
  {
    name: 'a search that always finds something',
    path: '/search',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('query', (query) => ({
      total: 2,
      results: [0, 1].map((rank) => ({
        id: `d${rank}`,
        score: 0.9 - rank / 10,
        title: 'Help page',
        text: documents[(fold(query) + rank) % documents.length],
      })),
    })),
  },
  {
    name: 'a vector store',
    path: '/collections/help/query',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('text', (text) => ({
      matches: documents
        .toSorted((a, b) => fold(a + text) - fold(b + text))
        .slice(0, 3)
        .map((document, index) => ({ id: String(index), score: 0.5, metadata: { document } })),
    })),
  },
  {
    name: 'an autocompleter',
    path: '/complete',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: wants('q', (q) => [q, [`${q} near me`, `${q} price`, `${q} reviews`]]),
  },
  {
    name: 'a translator, word for word',
    path: '/translate',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: wants('text', (text) => ({
      translation: text.replace(
        /\b[a-z]+\b/gi,
        (word) =>
          ({
            the: 'der',
            first: 'erste',
            second: 'zweite',
            half: 'Hälfte',
            is: 'ist',
            write: 'schreibe',
            whole: 'ganze',
            word: 'Wort',
            what: 'was',
            my: 'meine',
            code: 'Code',
            number: 'Nummer',
            please: 'bitte',
            remember: 'merke',
            hello: 'hallo',
            can: 'kann',
            you: 'du',
            help: 'helfen',
            me: 'mir',
            with: 'mit',
            name: 'Name',
            greet: 'grüsse',
            by: 'mit',
          })[word.toLowerCase()] ?? word,
      ),
    })),
  },
  {
    name: 'a spelling checker',
    path: '/spell',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: wants('text', (text) => ({ corrected: text.replaceAll('half', 'halve'), corrections: 2 })),
  },
  {
    name: 'a classifier in two words',
    path: '/intent',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('utterance', (text) => ({
      intent: ['order status', 'small talk', 'technical problem'][text.length % 3],
      confidence: 0.93,
    })),
  },
  {
    name: 'labels with scores',
    path: '/models/sentiment',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('inputs', (text) => [
      [
        { label: text.length % 2 ? 'very positive' : 'rather negative', score: 0.9 },
        { label: 'neutral', score: 0.1 },
      ],
    ]),
  },
  {
    name: 'a spam filter',
    path: '/spam',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('message', (text) => ({ prediction: text.length % 2 ? 'spam' : 'ham', probability: 0.7 })),
  },
  {
    name: 'embeddings of its own',
    path: '/embed',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('text', (text) => ({ vector: [fold(text) / 9973, text.length / 100], dimensions: 2 })),
  },
  {
    name: 'pictures',
    path: '/v1/images/generations',
    expect: { problem: ['not_an_ai_endpoint', 'echo'] },
    handle: wants('prompt', (prompt) => ({
      created: 1,
      data: [{ url: `http://cdn.example/${fold(prompt)}.png`, revised_prompt: prompt }],
    })),
  },
  {
    name: 'pictures in base64',
    path: '/txt2img',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('prompt', (prompt) => ({
      images: [createHash('sha256').update(prompt).digest('base64').repeat(20)],
      info: '{"seed": 5}',
    })),
  },
  {
    name: 'a hook that says ok',
    path: '/hooks/x',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) => sendJson(response, 200, { ok: true }),
  },
  {
    name: 'a hook that received an event',
    path: '/hooks/y',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => sendJson(response, 202, { success: true, message: 'Event received' }),
  },
  {
    name: 'a hook in one word of text',
    path: '/hooks/z',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => response.writeHead(200).end('OK'),
  },
  {
    name: 'a single-page app that answers everything',
    path: '/app/chat',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page('<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>')),
  },
  {
    name: 'nginx, static',
    path: '/index.html',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ({ method }, response) =>
      method === 'GET'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end(page('Static words'))
        : response.writeHead(405, { 'content-type': 'text/html' }).end(page('405 Not Allowed nginx')),
  },
  {
    name: 'a bucket',
    path: '/bucket/file.txt',
    expect: { problem: ['auth_required', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response
        .writeHead(403, { 'content-type': 'application/xml' })
        .end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'),
  },
  {
    name: 'a sign-in elsewhere',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: (_, response) => response.writeHead(303, { location: 'https://accounts.example.com/signin?continue=x' }).end(),
  },
  {
    name: 'a sign-in as JSON',
    path: '/chat',
    expect: { problem: 'auth_required' },
    handle: (_, response) => sendJson(response, 401, { redirect: '/login', message: 'Session expired' }),
  },
  {
    name: 'a password page',
    path: '/portal',
    expect: { problem: ['auth_required', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response.writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="portal"' }).end(page('Please log in')),
  },
  {
    name: 'Akamai',
    path: '/api/chat',
    expect: { problem: 'blocked' },
    handle: (_, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', server: 'AkamaiGHost' })
        .end(
          page(
            '<h1>Access Denied</h1> You don\'t have permission to access "http://x/" on this server. Reference #18.2d3a1702.1700000000.1a2b3c',
          ),
        ),
  },
  {
    name: 'a captcha with status 200',
    path: '/api/chat',
    expect: { problem: ['blocked', 'not_an_ai_endpoint'] },
    handle: (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page('<form id="challenge-form"><div class="g-recaptcha"></div></form> Please verify you are a human.')),
  },
  {
    name: 'closed for maintenance',
    path: '/chat',
    expect: { problem: 'error' },
    handle: (_, response) => response.writeHead(503, { 'content-type': 'text/html' }).end(page('<h1>Down for maintenance</h1>')),
  },
  {
    name: 'a magic eight ball',
    path: '/8ball',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ((dice) => wants('question', () => ({ answer: eightBall[dice(eightBall.length)] })))(seeded(88)),
  },
  {
    name: 'a coin',
    path: '/coin',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: (
      (dice) => (_, response) =>
        sendJson(response, 200, { result: dice(2) ? 'heads it is' : 'tails it is' })
    )(seeded(5)) as Handle,
  },
  {
    name: 'two sentences in turn',
    path: '/turns',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (state) => (_, response) =>
        sendJson(response, 200, { reply: ['We are here to serve you.', 'Thanks a lot for your patience.'][state.turn++ % 2] })
    )({ turn: 0 }) as Handle,
  },
  {
    name: 'five sentences in turn',
    path: '/carousel',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (state) => (_, response) =>
        sendJson(response, 200, { text: documents[state.turn++ % documents.length] })
    )({ turn: 0 }) as Handle,
  },
  {
    name: 'a paragraph of common words by chance',
    path: '/paragraph',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: ((dice) => (_, response) => {
      const words =
        'the first word of every number is written by somebody who will remember half of what they please and greet the second name with a whole code about my help hello tell more again'.split(
          ' ',
        )
      return sendJson(response, 200, { content: Array.from({ length: 40 }, () => words[dice(words.length)]).join(' ') })
    })(seeded(3)) as Handle,
  },
  {
    name: 'a visitor counter',
    path: '/visits',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: (
      (state) => (_, response) =>
        sendJson(response, 200, { message: `You are visitor number ${state.turn++}` })
    )({ turn: 41 }) as Handle,
  },
  {
    name: 'a counter of words',
    path: '/count',
    expect: { problem: ['constant_answer', 'not_an_ai_endpoint'] },
    handle: wants('text', (text) => ({ message: `Your text has ${text.split(' ').length} words.` })),
  },
  {
    name: 'a hash',
    path: '/hash',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: wants('text', (text) => ({ hash: createHash('sha1').update(text).digest('hex') })),
  },
  {
    name: 'a newsletter that wants an address',
    path: '/subscribe',
    expect: { problem: ['error', 'constant_answer', 'not_an_ai_endpoint'] },
    handle: (_, response) => sendJson(response, 400, { message: 'Please enter a valid email address' }),
  },
  {
    name: 'POST is unknown and GET not allowed',
    path: '/chatt',
    expect: { problem: 'not_found' },
    handle: ({ method }, response) =>
      sendJson(response, method === 'POST' ? 404 : 405, { detail: method === 'POST' ? 'Not Found' : 'Method Not Allowed' }),
  },
  {
    name: 'another Sortie',
    path: '/scans',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: (_, response) =>
      sendJson(
        response,
        403,
        {
          type: 'about:blank',
          title: 'Forbidden',
          status: 403,
          detail: 'The target may not be scanned: it is one of our own listeners.',
          code: 'target_forbidden',
          error: 'target_forbidden',
          message: 'The target may not be scanned: it is one of our own listeners.',
        },
        { 'content-type': 'application/problem+json' },
      ),
  },
  {
    name: 'JSON-RPC for sums',
    path: '/rpc',
    expect: { problem: ['error', 'not_an_ai_endpoint'] },
    handle: ({ json }, response) =>
      sendJson(response, 200, { jsonrpc: '2.0', id: body(json)['id'] ?? null, error: { code: -32601, message: 'Method not found' } }),
  },
  {
    name: 'a token endpoint',
    path: '/oauth/token',
    expect: { problem: ['error', 'auth_required'] },
    handle: (_, response) =>
      sendJson(response, 400, { error: 'unsupported_grant_type', error_description: 'The authorization grant type is not supported.' }),
  },
  {
    name: 'a search engine with its own query language',
    path: '/docs/_search',
    expect: { problem: ['not_an_ai_endpoint', 'error'] },
    handle: ({ json }, response) => {
      const unknown = Object.keys(body(json)).find((key) => !['query', 'size', 'from'].includes(key))
      if (unknown)
        return sendJson(response, 400, {
          error: {
            root_cause: [{ type: 'parsing_exception', reason: `Unknown key for a VALUE_STRING in [${unknown}].` }],
            type: 'parsing_exception',
            reason: `Unknown key for a VALUE_STRING in [${unknown}].`,
          },
          status: 400,
        })
      return sendJson(response, 200, {
        took: 1,
        timed_out: false,
        hits: {
          total: { value: 2 },
          hits: documents.slice(0, 2).map((text, index) => ({ _id: String(index), _score: 1, _source: { title: 'Help', text } })),
        },
      })
    },
  },
  {
    name: 'metrics',
    path: '/metrics',
    expect: { problem: ['not_an_ai_endpoint', 'constant_answer'] },
    handle: (
      (state) => (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain; version=0.0.4' })
          .end(`# HELP http_requests_total All requests.\n# TYPE http_requests_total counter\nhttp_requests_total ${state.turn++}\n`)
    )({ turn: 1 }) as Handle,
  },
  {
    name: 'a list of people by chance',
    path: '/people',
    expect: { problem: 'not_an_ai_endpoint' },
    handle: (
      (dice) => (_, response) =>
        sendJson(response, 200, {
          results: Array.from({ length: 3 }, () => ({
            name: ['Ann Lee', 'Bo Berg', 'Cy Katz', 'Di Moor'][dice(4)],
            city: ['Old Town', 'New Port', 'Low Hill'][dice(3)],
          })),
        })
    )(seeded(9)) as Handle,
  },
]
