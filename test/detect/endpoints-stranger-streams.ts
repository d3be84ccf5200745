import { randomUUID } from 'node:crypto'
import { wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { stammerer, warmClerk } from './stranger-brains.ts'
import { body, type Handle, isText, json, pydantic, takes } from './stranger-handlers.ts'

/** Requests and streams of other people’s making, written down before anybody looked whether they are understood. */
export const strangerStreams: readonly Endpoint[] = [
  {
    name: 'tRPC',
    path: '/trpc/chat.ask',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['text'])
          ? { said: sent['text'] }
          : {
              status: 400,
              error: {
                error: {
                  message: JSON.stringify(
                    [{ code: 'invalid_type', expected: 'string', received: 'undefined', path: ['text'], message: 'Required' }],
                    null,
                    2,
                  ),
                  code: -32600,
                  data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'chat.ask' },
                },
              },
            },
      (answer) => ({ result: { data: { reply: answer } } }),
    ),
  },
  {
    name: 'tRPC with superjson',
    path: '/trpc/bot.say',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['json']?.['line'])
          ? { said: sent['json']['line'] }
          : {
              status: 400,
              error: {
                error: {
                  json: {
                    message: JSON.stringify([
                      sent['json'] === undefined
                        ? { code: 'invalid_type', expected: 'object', received: 'undefined', path: [], message: 'Required' }
                        : { code: 'invalid_type', expected: 'string', received: 'undefined', path: ['line'], message: 'Required' },
                    ]),
                    code: -32600,
                    data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'bot.say' },
                  },
                },
              },
            },
      (answer) => ({ result: { data: { json: { line: answer } } } }),
    ),
  },
  {
    name: 'GraphQL: a query of one scalar',
    path: '/graphql',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) => {
      const { query, variables } = body(sent)
      const text = { kind: 'SCALAR', name: 'String', ofType: null }
      if (!isText(query)) return sendJson(response, 400, { errors: [{ message: 'Must provide query string.' }] })
      if (query.includes('__schema'))
        return sendJson(response, 200, {
          data: {
            __schema: {
              queryType: { name: 'Query' },
              mutationType: null,
              types: [
                {
                  name: 'Query',
                  kind: 'OBJECT',
                  fields: [
                    { name: 'version', args: [], type: text },
                    { name: 'askBot', args: [{ name: 'question', type: { kind: 'NON_NULL', name: null, ofType: text } }], type: text },
                  ],
                  inputFields: null,
                },
              ],
            },
          },
        })
      return isText(variables?.['question']) && /^query \w+\(\$question: String!\) \{ askBot\(question: \$question\) \}$/.test(query)
        ? sendJson(response, 200, { data: { askBot: say(variables['question']) } })
        : sendJson(response, 400, { errors: [{ message: `Syntax Error in ${query}` }] })
    },
  },
  {
    name: 'JSON:API with its own media type',
    path: '/jsonapi/messages',
    brain: clever,
    expect: json,
    handle: ({ json: sent, headers }, response, say) => {
      if (!/application\/vnd\.api\+json/.test(headers['content-type'] ?? ''))
        return sendJson(response, 415, {
          errors: [{ status: '415', title: 'Unsupported Media Type', detail: 'Use application/vnd.api+json.' }],
        })
      const said = body(sent)['data']?.['attributes']?.['text']
      return isText(said)
        ? sendJson(response, 200, { data: { type: 'messages', id: '1', attributes: { text: say(said) } } })
        : sendJson(response, 422, { errors: [{ status: '422', detail: 'is required', source: { pointer: '/data/attributes/text' } }] })
    },
  },
  {
    name: 'a list of parts',
    path: '/parts',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        if (!Array.isArray(sent['parts']))
          return {
            status: 422,
            error: pydantic(
              sent['parts'] === undefined ? ['missing', ['parts']] : ['list_type', ['parts'], 'Input should be a valid list'],
            ),
          }
        const [part] = sent['parts']
        if (part?.['kind'] === undefined) return { status: 422, error: pydantic(['missing', ['parts', 0, 'kind']]) }
        if (part['kind'] !== 'text')
          return { status: 422, error: pydantic(['literal_error', ['parts', 0, 'kind'], "Input should be 'text'", { expected: "'text'" }]) }
        return isText(part['text']) ? { said: part['text'] } : { status: 422, error: pydantic(['missing', ['parts', 0, 'text']]) }
      },
      (answer) => ({ parts: [{ kind: 'text', text: answer }] }),
    ),
  },
  {
    name: 'a mode by name, told in prose',
    path: '/compose',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        !isText(sent['brief'])
          ? { status: 400, error: { error: '`brief` is required' } }
          : ['concise', 'verbose'].includes(sent['mode'])
            ? { said: sent['brief'] }
            : {
                status: 400,
                error: { error: sent['mode'] === undefined ? '`mode` is required' : 'mode must be one of: concise, verbose' },
              },
      (answer) => ({ draft: answer }),
    ),
  },
  {
    name: 'nothing under thirty letters',
    path: '/long',
    brain: clever,
    expect: json,
    handle: takes((sent) =>
      !isText(sent['message'])
        ? { status: 422, error: pydantic(['missing', ['message']]) }
        : sent['message'].length < 30
          ? {
              status: 422,
              error: pydantic(['string_too_short', ['message'], 'String should have at least 30 characters', { min_length: 30 }]),
            }
          : { said: sent['message'] },
    ),
  },
  {
    name: 'nothing over a hundred and forty letters',
    path: '/sms',
    brain: clever,
    expect: json,
    handle: takes((sent) =>
      !isText(sent['sms'])
        ? { status: 400, error: { error: 'sms is required' } }
        : sent['sms'].length > 140
          ? { status: 400, error: { error: 'sms is too long' } }
          : { said: sent['sms'] },
    ),
  },
  {
    name: 'a header that names the tenant',
    path: '/tenant/chat',
    brain: clever,
    expect: json,
    handle: ({ json: sent, headers }, response, say) => {
      if (!headers['x-tenant-id']) return sendJson(response, 400, { error: 'Missing header X-Tenant-Id' })
      return isText(body(sent)['message'])
        ? sendJson(response, 200, { reply: say(body(sent)['message']) })
        : sendJson(response, 400, { error: 'message missing' })
    },
  },
  {
    name: 'a job whose place must be guessed',
    path: '/generate/jobs',
    brain: clever,
    expect: json,
    handle: (
      (jobs) =>
      ({ json: sent, method, path }, response, say) => {
        const id = path.split('/')[3]
        if (method === 'GET')
          return id && jobs.has(id)
            ? sendJson(response, 200, { id, status: 'done', result: { text: jobs.get(id) } })
            : sendJson(response, 404, {})
        if (!isText(body(sent)['prompt'])) return sendJson(response, 400, { error: 'prompt is required' })
        const fresh = randomUUID()
        jobs.set(fresh, say(body(sent)['prompt']))
        return sendJson(response, 202, { id: fresh, status: 'queued' })
      }
    )(new Map<string, string>()) as Handle,
  },
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
  {
    name: 'a chat page that answers with the whole page',
    path: '/support',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers, method }, response, say) => {
      const said = method === 'POST' && /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('message') : null
      const answer = said
        ? `<div class="you">${said.replaceAll('"', '&quot;')}</div><div class="bot">${say(said).replaceAll('"', '&quot;')}</div>`
        : ''
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><html><head><title>Support chat</title></head><body><h1>Ask us</h1><div id="log">${answer}</div><form method="post" action="/support"><input name="message"><button>Send</button></form></body></html>`,
        )
    },
  },
  {
    name: 'a file and a prompt',
    path: '/analyse',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers }, response, say) => {
      const isForm = /multipart/.test(headers['content-type'] ?? '')
      const said = isForm ? /name="prompt"\r\n(?:content-type[^\r]*\r\n)?\r\n([\s\S]*?)\r\n--/i.exec(text)?.[1] : undefined
      const file = isForm && /name="file"; filename="/.test(text)
      const missing = [...(file ? [] : ['file']), ...(said ? [] : ['prompt'])]
      return missing.length > 0
        ? sendJson(response, 422, pydantic(...missing.map((name) => ['missing', [name]] as const)))
        : sendJson(response, 200, { analysis: say(said!) })
    },
  },
  {
    name: 'GET only, where POST is not even routed',
    path: '/ask',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ method, query }, response, say) => {
      if (method !== 'GET')
        return response
          .writeHead(404, { 'content-type': 'text/html' })
          .end('<!DOCTYPE html><html><body><pre>Cannot POST /ask</pre></body></html>')
      const said = query.get('text')
      return said
        ? response.writeHead(200, { 'content-type': 'text/plain' }).end(say(said))
        : sendJson(response, 400, { error: 'the text query parameter is required' })
    },
  },
  {
    name: 'a moved path, with 301',
    path: '/v2/talk',
    brain: clever,
    expect: json,
    handle: ({ json: sent, path }, response, say) => {
      if (path === '/v2/talk') return response.writeHead(301, { location: '/v2/talk/' }).end()
      return isText(body(sent)['talk'])
        ? sendJson(response, 200, { talk: say(body(sent)['talk']) })
        : sendJson(response, 400, { talk: ['This field is required.'] })
    },
  },
  {
    name: 'a clerk in changing words',
    path: '/clerk',
    brain: warmClerk(),
    expect: json,
    handle: takes((sent) =>
      isText(sent['message']) ? { said: sent['message'] } : { status: 400, error: { error: 'message is required' } },
    ),
  },
  {
    name: 'a model that stammers',
    path: '/tiny',
    brain: stammerer,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['prompt']) ? { said: sent['prompt'] } : { status: 400, error: { error: 'prompt is required' } }),
      (answer) => ({ generated: answer }),
    ),
  },
]
