import { wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, json } from './handlers.ts'

/** Streams of their own making, written down before anybody looked. */
export const strangerStreams: readonly Endpoint[] = [
  {
    name: 'SSE: named events of quoted words',
    path: '/sse/quoted',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['question'])
        ? sendEvents(response, [
            ['begin', { id: 1 }],
            ...wordsOf(say(body(sent)['question'])).map((word): readonly [string, unknown] => ['token', JSON.stringify(word)]),
            ['finish', { reason: 'stop' }],
          ])
        : sendJson(response, 400, { error: 'question is required' }),
  },
  {
    name: 'SSE: bare words and an end mark of its own',
    path: '/sse/bare',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) => {
      if (!isText(body(sent)['query'])) return sendJson(response, 400, { error: 'query is required' })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const word of wordsOf(say(body(sent)['query']))) response.write(`data: ${word}\n\n`)
      return response.end('data: [END]\n\n')
    },
  },
  {
    name: 'NDJSON deltas with a last line of usage',
    path: '/nd',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['input'])
        ? response
            .writeHead(200, { 'content-type': 'application/jsonl' })
            .end(
              [...wordsOf(say(body(sent)['input'])).map((delta) => ({ delta })), { final: true, usage: { tokens: 9 } }]
                .map((line) => `${JSON.stringify(line)}\n`)
                .join(''),
            )
        : sendJson(response, 400, { error: 'input is required' }),
  },
  {
    name: 'SSE that repeats the text so far',
    path: '/sse/sofar',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) => {
      if (!isText(body(sent)['message'])) return sendJson(response, 400, { error: 'message is required' })
      const words = wordsOf(say(body(sent)['message']))
      return sendEvents(
        response,
        words.map((_, index) => ({ state: { text: words.slice(0, index + 1).join('') }, done: index === words.length - 1 })),
      )
    },
  },
  {
    name: 'SSE: JSON patches with operations',
    path: '/sse/ops',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['message'])
        ? sendEvents(response, [
            { op: 'open', id: 'x' },
            ...wordsOf(say(body(sent)['message'])).map((v) => ({ op: 'append', path: '/text', v })),
            { op: 'close' },
          ])
        : sendJson(response, 400, { error: 'message is required' }),
  },
]
