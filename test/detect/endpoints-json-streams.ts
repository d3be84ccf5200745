import { randomUUID } from 'node:crypto'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, plainJson } from './handlers.ts'

/** JSON endpoints whose answer comes in pieces, or later. */
export const jsonStreams: readonly Endpoint[] = [
  {
    name: 'SSE tokens of its own making',
    path: '/sse-tokens',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendEvents(response, [
            { type: 'start', id: 'a' },
            ...pieces(say(body(json)['message'])).map((text) => ({ type: 'token', text })),
            { type: 'end', usage: { tokens: 5 } },
          ])
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'SSE with bare text under named events',
    path: '/sse-text',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) =>
      body(json)['prompt']
        ? sendEvents(response, [
            ['meta', { model: 'own' }],
            ...pieces(say(body(json)['prompt'])).map((text) => ['token', ` ${text}`.slice(1)] as const),
            ['done', 'ok'],
          ])
        : sendJson(response, 400, { error: 'prompt is required' }),
  },
  {
    name: 'NDJSON that repeats the answer so far',
    path: '/ndjson',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ json }, response, say) => {
      if (!body(json)['question']) return sendJson(response, 400, { error: 'question is required' })
      const parts = pieces(say(body(json)['question']))
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      for (const [index] of parts.entries()) response.write(`${JSON.stringify({ text: parts.slice(0, index + 1).join('') })}\n`)
      response.end()
    },
  },
  {
    name: 'several bubbles',
    path: '/bubbles',
    brain: canned,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendJson(response, 200, [
            { type: 'text', text: say(body(json)['message']) },
            { type: 'image', url: 'https://x.example/a.png' },
          ])
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'a job to poll',
    path: '/jobs',
    brain: canned,
    expect: plainJson,
    handle: (
      (jobs) =>
      ({ json, path, method }, response, say) => {
        const id = /^\/jobs\/(.+)$/.exec(path)?.[1]
        if (method === 'GET')
          return id && jobs.has(id)
            ? sendJson(
                response,
                200,
                jobs.get(id)!.polls++ < 1 ? { id, status: 'running' } : { id, status: 'done', output: { text: jobs.get(id)!.text } },
              )
            : sendJson(response, 404, { error: 'no such job' })
        if (!body(json)['instruction']) return sendJson(response, 400, { error: '"instruction" is required' })
        const fresh = randomUUID()
        jobs.set(fresh, { polls: 0, text: say(body(json)['instruction']) })
        return sendJson(response, 202, { id: fresh, status: 'queued', status_url: `/jobs/${fresh}` })
      }
    )(new Map<string, { polls: number; text: string }>()) as Required<Endpoint>['handle'],
  },
]

const pieces = (text: string): readonly string[] => text.match(/\s?\S+/g) ?? [text]
