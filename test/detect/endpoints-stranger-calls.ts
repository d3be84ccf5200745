import { randomUUID } from 'node:crypto'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, type Handle, isText, json, pydantic, takes } from './handlers.ts'

/** Calls in forms of their own, written down before anybody looked. */
export const strangerCalls: readonly Endpoint[] = [
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
    name: 'a list as the whole body',
    path: '/turns',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) => {
      if (!Array.isArray(sent))
        return sendJson(response, 422, { detail: [{ type: 'list_type', loc: ['body'], msg: 'Input should be a valid list' }] })
      const last = sent.at(-1)?.['content']
      return isText(last)
        ? sendJson(response, 200, {
            role: 'assistant',
            content: say(
              last,
              sent.map((one: Any) => one['content']),
            ),
          })
        : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 0, 'content'], msg: 'Field required' }] })
    },
  },
]
