import { createHash } from 'node:crypto'
import { sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'
import { body, type Handle, wants } from './handlers.ts'

const fold = (text: string): number => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)
const documents = [
  'Returns are accepted within thirty days of delivery.',
  'Our shops open at nine and close at six.',
  'Shipping is free above fifty euros.',
  'Gift cards never expire and can be used online.',
  'Members get early access to every sale.',
]

/** Services that take text and do not talk, written down before anybody looked whether they are refused. */
export const strangerServices: readonly Endpoint[] = [
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
]
