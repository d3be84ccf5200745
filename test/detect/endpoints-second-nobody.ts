import { sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText } from './handlers.ts'

const nobody = (path: string, field: string, answer: (text: string) => unknown): Pick<Endpoint, 'path' | 'handle'> => ({
  path,
  handle: ({ json: sent, method }, response) =>
    method !== 'POST'
      ? sendJson(response, 404, {})
      : isText(body(sent)[field])
        ? sendJson(response, 200, answer(body(sent)[field]))
        : sendJson(response, 400, { error: `${field} is required` }),
})
const silent = 'not_an_ai_endpoint' as const

/** A second lot of endpoints behind which nobody talks, written down after the first was understood and before anybody looked. */
export const secondNobodies: readonly Endpoint[] = [
  {
    name: 'a tokenizer',
    expect: { problem: [silent, 'echo'] },
    ...nobody('/tokenize', 'text', (text) => ({ tokens: text.split(/\b/).filter((one) => one.trim()), count: 3 })),
  },
  {
    name: 'keywords',
    expect: { problem: silent },
    ...nobody('/keywords', 'text', (text) => ({ keywords: text.match(/[a-z]{5,}/gi) ?? [] })),
  },
  {
    name: 'named entities',
    expect: { problem: silent },
    ...nobody('/ner', 'text', (text) => ({
      entities: (text.match(/[a-z]{6}/gi) ?? []).map((one) => ({ text: one, label: 'PERSON', start: 0 })),
    })),
  },
  { name: 'a language detector', expect: { problem: silent }, ...nobody('/detect', 'q', () => ({ language: 'English', reliable: true })) },
  {
    name: 'a verdict in words',
    expect: { problem: ['constant_answer', silent] },
    ...nobody('/moderate', 'content', () => ({ verdict: 'This text is safe.' })),
  },
  {
    name: 'the weather',
    expect: { problem: [silent, 'constant_answer'] },
    ...nobody('/weather', 'city', () => ({ summary: 'Light rain in the evening', temp: 12 })),
  },
  {
    name: 'a shortener',
    expect: { problem: silent },
    ...nobody('/shorten', 'url', (text) => ({ short: `http://x.example/${text.length}` })),
  },
  {
    name: 'a queue of messages',
    expect: { problem: ['echo', silent] },
    ...nobody('/messages/outbox', 'body', (text) => ({ sid: 'SM1', status: 'queued', body: text, to: '+1' })),
  },
  {
    name: 'a profanity filter',
    expect: { problem: [silent, 'echo'] },
    ...nobody('/clean', 'text', (text) => ({ clean: text.replaceAll('half', '****') })),
  },
  {
    name: 'the first sentence',
    expect: { problem: [silent, 'echo'] },
    ...nobody('/summarise', 'text', (text) => ({ summary: `${text.split('. ')[0]}` })),
  },
  {
    name: 'a dictionary',
    path: '/define',
    expect: { problem: [silent, 'error', 'constant_answer', 'not_found'] },
    handle: ({ json: sent }, response) =>
      isText(body(sent)['word'])
        ? sendJson(response, 404, {
            title: 'No Definitions Found',
            message: 'Sorry pal, we could not find definitions for the word you were looking for.',
          })
        : sendJson(response, 400, { error: 'word is required' }),
  },
  {
    name: 'thanks, elsewhere',
    path: '/contact',
    expect: { problem: 'error' },
    handle: (_, response) => response.writeHead(303, { location: '/thanks' }).end(),
  },
  {
    name: 'speech',
    path: '/tts',
    expect: { problem: silent },
    handle: ({ json: sent }, response) =>
      isText(body(sent)['text'])
        ? response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 words that are no words')
        : sendJson(response, 400, { error: 'text is required' }),
  },
  {
    name: 'a store of profiles',
    path: '/users',
    expect: { problem: ['echo', silent, 'error'] },
    handle: ({ json: sent }, response) =>
      isText(body(sent)['name']) && /@/.test(body(sent)['email'] ?? '')
        ? sendJson(response, 201, { id: 3, name: body(sent)['name'], email: body(sent)['email'], bio: 'New around here, say hello.' })
        : sendJson(response, 422, { errors: { name: ['is required'], email: ['must be a valid email'] } }),
  },
]
