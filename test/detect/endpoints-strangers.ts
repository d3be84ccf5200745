import { randomUUID } from 'node:crypto'
import { type Any, bodyOf, wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { type Brain, canned, clever, dreamy, locked } from './brains.ts'
import { seeded } from './dice.ts'
import type { Endpoint } from './endpoint.ts'

const body = (json: unknown): Any => bodyOf({ json })
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isUuid = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
const json = { protocol: 'json' } as const
type Handle = Required<Endpoint>['handle']
type Say = Parameters<Handle>[2]

/** Faults as pydantic writes them. */
const pydantic = (...faults: readonly (readonly [string, readonly (string | number)[], string?, unknown?])[]) => ({
  detail: faults.map(([type, loc, msg, ctx]) => ({
    type,
    loc: ['body', ...loc],
    msg: msg ?? 'Field required',
    input: {},
    ...(ctx ? { ctx } : {}),
  })),
})
/** A handler for JSON: what is wrong with the body, else the answer to what is said in it. */
const takes =
  (
    read: (sent: Any) => Readonly<{ said: string; before?: readonly string[] }> | Readonly<{ status: number; error: unknown }>,
    write: (answer: string, said: string) => unknown = (answer) => ({ reply: answer }),
  ): Handle =>
  ({ json: sent, method, path }, response, say) => {
    if (method !== 'POST') return sendJson(response, 404, { error: `no ${path}` })
    const found = read(body(sent))
    return 'said' in found
      ? sendJson(response, 200, write(say(found.said, found.before), found.said))
      : sendJson(response, found.status, found.error)
  }

/** Keeps to its subject in ever changing words, as a warm model does. */
const warmClerk = (): Brain => {
  const dice = seeded(7)
  const pick = (...lines: readonly string[]) => lines[dice(lines.length)]!
  return (text) => {
    const name = /(?:name is|I am) (\p{Lu}\p{L}+)/u.exec(text)?.[1]
    if (/hello|\bhi\b/i.test(text))
      return `${pick('Hello', 'Hi there', 'Good day')}${name ? `, ${name}` : ''}! ${pick('How can I help with your flight?', 'Which flight are you travelling on?')}`
    if (/flight|booking|seat|baggage|travel/i.test(text))
      return pick(
        'Your flight leaves on time from gate twelve.',
        'Flights can be changed up to two hours before they leave.',
        'A seat can be chosen once the flight is booked.',
      )
    return pick(
      'I can only talk about flights and bookings, sorry.',
      'Sorry, flights and bookings are all I can help with.',
      'That is not about flights, so I have to pass.',
    )
  }
}
/** A model that is far too small: stammers what it read. */
const stammerer: Brain = (text) => {
  const words = text
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .split(' ')
    .filter((word) => word.length > 3)
  const last = words.at(-1) ?? 'it'
  return `I am the ${last} and the ${last} of the ${words[0] ?? 'it'} is the ${words[0] ?? 'it'} is the ${last}`
}
/** Offers a menu and knows its entries. */
const menu: Brain = (text) => {
  if (/order/i.test(text)) return 'Your last order left our warehouse yesterday.'
  if (/return/i.test(text)) return 'You can return anything within thirty days.'
  return 'Please choose one: Orders, Returns, or Talk to a person.'
}
/** Declines everything in one and the same sentence, unless it is greeted. */
const doorman: Brain = (text) =>
  /^(?:hi|hello|hey|good (?:day|morning))\b/i.test(text)
    ? 'Hello. I am afraid I cannot discuss anything today.'
    : 'I cannot help with that.'

/** Shapes written down before anybody looked whether they are understood. */
export const strangerEndpoints: readonly Endpoint[] = [
  {
    name: 'pydantic: nested text, an enumeration and a uuid',
    path: '/v3/assist',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const faults = [
          ...(isText(sent['query']?.['text']) ? [] : [['missing', ['query', 'text']] as const]),
          ...(['acme', 'globex'].includes(sent['tenant'])
            ? []
            : [
                sent['tenant'] === undefined
                  ? (['missing', ['tenant']] as const)
                  : (['enum', ['tenant'], "Input should be 'acme' or 'globex'", { expected: "'acme' or 'globex'" }] as const),
              ]),
          ...(isUuid(sent['request_uuid'])
            ? []
            : [
                sent['request_uuid'] === undefined
                  ? (['missing', ['request_uuid']] as const)
                  : (['uuid_parsing', ['request_uuid'], 'Input should be a valid UUID, invalid length'] as const),
              ]),
        ]
        if (sent['query'] === undefined) return { status: 422, error: pydantic(['missing', ['query']], ...faults.slice(1)) }
        return faults.length > 0 ? { status: 422, error: pydantic(...faults) } : { said: sent['query']['text'] }
      },
      (answer) => ({ answer: { text: answer, citations: [] } }),
    ),
  },
  {
    name: 'Spring: violations of a record',
    path: '/api/v1/ask',
    brain: dreamy,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['userPrompt'])
          ? { said: sent['userPrompt'] }
          : {
              status: 400,
              error: {
                type: 'https://zalando.github.io/problem/constraint-violation',
                title: 'Constraint Violation',
                status: 400,
                violations: [{ field: 'ask.request.userPrompt', message: 'must not be blank' }],
              },
            },
      (answer) => ({ content: answer, createdAt: '2026-01-01T00:00:00Z' }),
    ),
  },
  {
    name: 'Spring: says nothing but Bad Request',
    path: '/chat/send',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['prompt'])
          ? { said: sent['prompt'] }
          : { status: 400, error: { timestamp: '2026-11-15T08:00:00.000+00:00', status: 400, error: 'Bad Request', path: '/chat/send' } },
      (answer) => ({ response: answer }),
    ),
  },
  {
    name: 'Spring: Jackson names a creator property',
    path: '/bot/answer',
    brain: canned,
    expect: json,
    handle: takes((sent) =>
      isText(sent['customerQuestion'])
        ? { said: sent['customerQuestion'] }
        : {
            status: 400,
            error: {
              type: 'about:blank',
              title: 'Bad Request',
              status: 400,
              detail:
                'JSON parse error: Instantiation of [simple type, class com.acme.AskDto] value failed for JSON property customerQuestion due to missing (therefore NULL) value for creator parameter customerQuestion which is a non-nullable type',
              instance: '/bot/answer',
            },
          },
    ),
  },
  {
    name: 'Rails: a parameter that holds another',
    path: '/chats',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        if (!sent['chat'] || typeof sent['chat'] !== 'object' || Object.keys(sent['chat']).length === 0)
          return {
            status: 400,
            error: {
              status: 400,
              error: 'Bad Request',
              exception: '#<ActionController::ParameterMissing: param is missing or the value is empty or invalid: chat>',
            },
          }
        return isText(sent['chat']['body'])
          ? { said: sent['chat']['body'] }
          : { status: 422, error: { errors: { body: ["can't be blank"] } } }
      },
      (answer) => ({ chat: { id: 7, reply: answer } }),
    ),
  },
  {
    name: 'Django REST in Spanish',
    path: '/api/preguntas/',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['pregunta']) ? { said: sent['pregunta'] } : { status: 400, error: { pregunta: ['Este campo es requerido.'] } },
      (answer) => ({ respuesta: answer }),
    ),
  },
  {
    name: 'Laravel in German',
    path: '/api/frage',
    brain: dreamy,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['frage'])
          ? { said: sent['frage'] }
          : { status: 422, error: { message: 'frage muss ausgefüllt werden.', errors: { frage: ['frage muss ausgefüllt werden.'] } } },
      (answer) => ({ antwort: answer }),
    ),
  },
  {
    name: 'Express in French',
    path: '/api/dialogue',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['texte']) ? { said: sent['texte'] } : { status: 400, error: { erreur: 'Le champ « texte » est obligatoire.' } },
      (answer) => ({ réponse: answer }),
    ),
  },
  {
    name: 'Flask in Portuguese',
    path: '/conversa',
    brain: canned,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['mensagem']) ? { said: sent['mensagem'] } : { status: 400, error: { erro: 'O campo mensagem é obrigatório' } },
      (answer) => ({ resposta: answer }),
    ),
  },
  {
    name: 'Chinese, errors in a 200 with a code',
    path: '/ai/dialog',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['content'])
          ? { said: sent['content'] }
          : { status: 200, error: { code: 40001, msg: '参数错误：content 不能为空', data: null } },
      (answer) => ({ code: 0, msg: 'success', data: { content: answer } }),
    ),
  },
  {
    name: 'Korean field names',
    path: '/chatbot',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['질문']) ? { said: sent['질문'] } : { status: 422, error: pydantic(['missing', ['질문']]) }),
      (answer) => ({ 답변: answer }),
    ),
  },
  {
    name: 'ASP.NET: problem details and a locale',
    path: '/api/Chat',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const errors = {
          ...(isText(sent['prompt']) ? {} : { Prompt: ['The Prompt field is required.'] }),
          ...(isText(sent['locale']) ? {} : { Locale: ['The Locale field is required.'] }),
        }
        return Object.keys(errors).length > 0
          ? {
              status: 400,
              error: {
                type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
                title: 'One or more validation errors occurred.',
                status: 400,
                errors,
                traceId: '00-1',
              },
            }
          : { said: sent['prompt'] }
      },
      (answer) => ({ messageText: answer, locale: 'en' }),
    ),
  },
  {
    name: 'ASP.NET: System.Text.Json names what is missing',
    path: '/assistant/turn',
    brain: canned,
    expect: json,
    handle: takes((sent) =>
      isText(sent['utteranceText'])
        ? { said: sent['utteranceText'] }
        : {
            status: 400,
            error: {
              title: 'One or more validation errors occurred.',
              status: 400,
              errors: {
                $: ["JSON deserialization for type 'Acme.TurnRequest' was missing required properties including: 'utteranceText'."],
                request: ['The request field is required.'],
              },
            },
          },
    ),
  },
  {
    name: 'Go gin: two tags at once',
    path: '/api/ask',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const faults = [
          ...(isText(sent['question'])
            ? []
            : ["Key: 'AskReq.Question' Error:Field validation for 'Question' failed on the 'required' tag"]),
          ...(isUuid(sent['conversationID'])
            ? []
            : [
                `Key: 'AskReq.ConversationID' Error:Field validation for 'ConversationID' failed on the '${sent['conversationID'] ? 'uuid4' : 'required'}' tag`,
              ]),
        ]
        return faults.length > 0 ? { status: 400, error: { error: faults.join('\n') } } : { said: sent['question'] }
      },
      (answer) => ({ Answer: answer }),
    ),
  },
  {
    name: 'zod flattened, an object beside the text',
    path: '/api/generate-reply',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const fieldErrors = {
          ...(isText(sent['userPrompt']) ? {} : { userPrompt: ['Required'] }),
          ...(typeof sent['context'] === 'object' && sent['context']
            ? {}
            : { context: [sent['context'] === undefined ? 'Required' : 'Expected object, received string'] }),
        }
        return Object.keys(fieldErrors).length > 0 ? { status: 400, error: { formErrors: [], fieldErrors } } : { said: sent['userPrompt'] }
      },
      (answer) => ({ result: { type: 'text', value: answer } }),
    ),
  },
  {
    name: 'zod made pretty',
    path: '/edge/talk',
    brain: dreamy,
    expect: json,
    handle: ({ json: sent }, response, say) => {
      const { payload } = body(sent)
      if (typeof payload !== 'object' || !payload)
        return response.writeHead(400).end('✖ Invalid input: expected object, received undefined\n  → at payload')
      if (!isText(payload['utterance']))
        return response.writeHead(400).end('✖ Invalid input: expected string, received undefined\n  → at payload.utterance')
      return sendJson(response, 200, { out: say(payload['utterance']) })
    },
  },
  {
    name: 'Joi with details, two deep',
    path: '/hapi/chat',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const missing = sent['chat'] === undefined ? 'chat' : isText(sent['chat']?.['text']) ? undefined : 'chat.text'
        return missing === undefined
          ? { said: sent['chat']['text'] }
          : {
              status: 400,
              error: {
                statusCode: 400,
                error: 'Bad Request',
                message: 'Invalid request payload input',
                details: [
                  {
                    message: `"${missing}" ${missing === 'chat' || sent['chat']['text'] === undefined ? 'is required' : 'must be a string'}`,
                    path: missing.split('.'),
                    type: 'any.required',
                  },
                ],
              },
            }
      },
      (answer) => ({ chat: { text: answer, by: 'bot' } }),
    ),
  },
  {
    name: 'ajv: a list of errors with an enumeration',
    path: '/ajv',
    brain: canned,
    expect: json,
    handle: takes(
      (sent) => {
        const errors = [
          ...(isText(sent['body']?.['text'])
            ? []
            : [
                {
                  instancePath: sent['body'] === undefined ? '' : '/body',
                  keyword: 'required',
                  params: { missingProperty: sent['body'] === undefined ? 'body' : 'text' },
                  message: 'must have required property',
                },
              ]),
          ...(['chat', 'faq'].includes(sent['intent'])
            ? []
            : [
                sent['intent'] === undefined
                  ? {
                      instancePath: '',
                      keyword: 'required',
                      params: { missingProperty: 'intent' },
                      message: "must have required property 'intent'",
                    }
                  : {
                      instancePath: '/intent',
                      keyword: 'enum',
                      params: { allowedValues: ['chat', 'faq'] },
                      message: 'must be equal to one of the allowed values',
                    },
              ]),
        ]
        return errors.length > 0 ? { status: 400, error: { errors } } : { said: sent['body']['text'] }
      },
      (answer) => ({ body: { text: answer } }),
    ),
  },
  {
    name: 'yup with a list of sentences',
    path: '/yup',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const errors = [
          ...(isText(sent['note']) ? [] : ['note is a required field']),
          ...(['en', 'de'].includes(sent['market'])
            ? []
            : [sent['market'] === undefined ? 'market is a required field' : 'market must be one of the following values: en, de']),
        ]
        return errors.length > 0 ? { status: 400, error: { name: 'ValidationError', errors } } : { said: sent['note'] }
      },
      (answer) => ({ suggestion_text: answer, ok: true }),
    ),
  },
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
  {
    name: 'a menu',
    path: '/menu',
    brain: menu,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['text']) ? { said: sent['text'] } : { status: 400, error: { error: 'text is required' } }),
      (answer) => ({ bot: { text: answer, buttons: ['Orders', 'Returns'] } }),
    ),
  },
  {
    name: 'a doorman',
    path: '/door',
    brain: doorman,
    expect: json,
    handle: takes(
      (sent) => (isText(sent['input']) ? { said: sent['input'] } : { status: 400, error: { error: 'input is required' } }),
      (answer) => ({ output: answer }),
    ),
  },
  {
    name: 'messages of parts at a path of its own',
    path: '/internal/llm',
    brain: clever,
    expect: { ...json, conversation: 'history' },
    handle: takes(
      (sent) => {
        const { messages } = sent
        if (messages === undefined) return { status: 422, error: pydantic(['missing', ['messages']]) }
        if (!Array.isArray(messages?.[0]?.['content']))
          return { status: 422, error: pydantic(['list_type', ['messages', 0, 'content'], 'Input should be a valid list']) }
        const texts = messages.map((one: Any) => one['content']?.[0]?.['text'])
        if (!isText(texts[0]))
          return {
            status: 422,
            error: pydantic([
              'model_attributes_type',
              ['messages', 0, 'content', 0],
              'Input should be a valid dictionary or object to extract fields from',
            ]),
          }
        return { said: texts.at(-1), before: texts.slice(0, -1) }
      },
      (answer) => ({ message: { role: 'assistant', content: [{ type: 'text', text: answer }] } }),
    ),
  },
  {
    name: 'Bot Framework: an activity',
    path: '/api/messages',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        if (sent['type'] !== 'message')
          return {
            status: 400,
            error: {
              error: { code: 'BadSyntax', message: sent['type'] === undefined ? 'Activity type is required' : "type must be 'message'" },
            },
          }
        if (!sent['from']?.['id'])
          return { status: 400, error: { error: { code: 'MissingProperty', message: "The 'from.id' property is required" } } }
        return isText(sent['text'])
          ? { said: sent['text'] }
          : { status: 400, error: { error: { code: 'MissingProperty', message: "The 'text' property is required" } } }
      },
      (answer) => ({ activities: [{ type: 'message', from: { id: 'bot' }, text: answer }] }),
    ),
  },
  {
    name: 'Dialogflow’s shape',
    path: '/v2/projects/p/agent/sessions/s:detectIntent',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const violated =
          sent['queryInput'] === undefined
            ? 'query_input'
            : !isText(sent['queryInput']?.['text']?.['text'])
              ? 'query_input.text.text'
              : !isText(sent['queryInput']['text']['languageCode'])
                ? 'query_input.text.language_code'
                : undefined
        return violated === undefined
          ? { said: sent['queryInput']['text']['text'] }
          : {
              status: 400,
              error: {
                error: {
                  code: 400,
                  message: `com.google.apps.framework.request.BadRequestException: Input ${violated.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())} not set.`,
                  status: 'INVALID_ARGUMENT',
                  details: [
                    {
                      '@type': 'type.googleapis.com/google.rpc.BadRequest',
                      fieldViolations: [
                        { field: violated.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), description: 'is required' },
                      ],
                    },
                  ],
                },
              },
            }
      },
      (answer, said) => ({
        responseId: randomUUID(),
        queryResult: { queryText: said, languageCode: 'en', fulfillmentText: answer, intentDetectionConfidence: 1 },
      }),
    ),
  },
  {
    name: 'Lex: the session is in the path',
    path: '/bots/B/botAliases/A/botLocales/en_US/sessions/s1/text',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        isText(sent['text'])
          ? { said: sent['text'] }
          : {
              status: 400,
              error: { message: "1 validation error detected: Value null at 'text' failed to satisfy constraint: Member must not be null" },
            },
      (answer) => ({
        messages: [{ content: answer, contentType: 'PlainText' }],
        sessionState: { intent: { name: 'Fallback', state: 'ReadyForFulfillment' } },
        sessionId: 's1',
      }),
    ),
  },
  {
    name: 'a session in a header of the answer',
    path: '/headed',
    brain: clever,
    expect: { ...json, conversation: 'session' },
    handle: (
      (store) =>
      ({ json: sent, headers }, response, say) => {
        if (!isText(body(sent)['message'])) return sendJson(response, 400, { error: 'message is required' })
        const id = String(headers['x-session-id'] ?? randomUUID())
        const before = store.get(id) ?? []
        store.set(id, [...before, body(sent)['message']])
        return sendJson(response, 200, { reply: say(body(sent)['message'], before) }, { 'x-session-id': id })
      }
    )(new Map<string, string[]>()) as Handle,
  },
  {
    name: 'a session to create, then a path with it',
    path: '/sessions',
    brain: clever,
    expect: { ...json, conversation: 'session' },
    handle: (
      (store) =>
      ({ json: sent, method, path }, response, say) => {
        const id = /^\/sessions\/([^/]+)\/messages$/.exec(path)?.[1]
        if (method === 'POST' && path === '/sessions') {
          const fresh = randomUUID()
          store.set(fresh, [])
          return sendJson(response, 201, { id: fresh, created_at: '2026-01-01T00:00:00Z' }, { location: `/sessions/${fresh}` })
        }
        const before = id === undefined ? undefined : store.get(id)
        if (method !== 'POST' || id === undefined || before === undefined) return sendJson(response, 404, { detail: 'Not Found' })
        if (!isText(body(sent)['text'])) return sendJson(response, 422, pydantic(['missing', ['text']]))
        store.set(id, [...before, body(sent)['text']])
        return sendJson(response, 200, { text: say(body(sent)['text'], before) })
      }
    )(new Map<string, string[]>()) as Handle,
  },
  {
    name: 'Voiceflow’s shape',
    path: '/state/user/u1/interact',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const { action } = sent
        if (action === undefined)
          return { status: 400, error: { code: 400, status: 'Bad Request', fields: { body: { action: { message: 'Required' } } } } }
        if (action['type'] !== 'text')
          return { status: 400, error: { code: 400, fields: { body: { 'action.type': { message: "Invalid value, expected 'text'" } } } } }
        return isText(action['payload'])
          ? { said: action['payload'] }
          : { status: 400, error: { code: 400, fields: { body: { 'action.payload': { message: 'Required' } } } } }
      },
      (answer) => [{ type: 'text', payload: { message: answer } }, { type: 'end' }],
    ),
  },
  {
    name: 'AnythingLLM',
    path: '/api/v1/workspace/docs/chat',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        !isText(sent['message'])
          ? {
              status: 400,
              error: {
                id: randomUUID(),
                type: 'abort',
                textResponse: null,
                sources: [],
                close: true,
                error: 'message parameter cannot be empty.',
              },
            }
          : { said: sent['message'] },
      (answer) => ({
        id: randomUUID(),
        type: 'textResponse',
        sources: [{ title: 'anythingllm.txt', chunk: 'This is a context chunk used in the answer' }],
        textResponse: answer,
        close: true,
        error: null,
      }),
    ),
  },
  {
    name: 'Google ADK',
    path: '/run',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) => {
        const missing = ['appName', 'userId', 'sessionId', 'newMessage'].filter((name) => sent[name] === undefined)
        if (missing.length > 0) return { status: 422, error: pydantic(...missing.map((name) => ['missing', [name]] as const)) }
        if (typeof sent['newMessage'] !== 'object')
          return {
            status: 422,
            error: pydantic([
              'model_attributes_type',
              ['newMessage'],
              'Input should be a valid dictionary or object to extract fields from',
            ]),
          }
        return isText(sent['newMessage']?.['parts']?.[0]?.['text'])
          ? { said: sent['newMessage']['parts'][0]['text'] }
          : { status: 422, error: pydantic(['missing', ['newMessage', 'parts']]) }
      },
      (answer) => [{ content: { parts: [{ text: answer }], role: 'model' }, invocationId: 'e-1', author: 'root_agent', timestamp: 1.7e9 }],
    ),
  },
  {
    name: 'Cog: predictions',
    path: '/predictions',
    brain: clever,
    expect: json,
    handle: takes(
      (sent) =>
        !sent['input']
          ? { status: 422, error: pydantic(['missing', ['input']]) }
          : isText(sent['input']['prompt'])
            ? { said: sent['input']['prompt'] }
            : {
                status: 422,
                error: pydantic(
                  typeof sent['input'] === 'object'
                    ? ['missing', ['input', 'prompt']]
                    : ['dict_type', ['input'], 'Input should be a valid dictionary'],
                ),
              },
      (answer, said) => ({ input: { prompt: said }, output: wordsOf(answer), status: 'succeeded', metrics: { predict_time: 0.2 } }),
    ),
  },
  {
    name: 'Rivet: values with types',
    path: '/graph',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say: Say) =>
      isText(body(sent)['input'])
        ? sendJson(response, 200, { output: { type: 'string', value: say(body(sent)['input']) }, cost: { type: 'number', value: 0 } })
        : response.writeHead(500).end('Internal Server Error'),
  },
  {
    name: 'a Node handler that crashes',
    path: '/node',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['userText'])
        ? sendJson(response, 200, { says: say(body(sent)['userText']) })
        : response
            .writeHead(500, { 'content-type': 'text/html' })
            .end(
              '<!DOCTYPE html><html><body><pre>TypeError: Cannot read properties of undefined (reading &#39;userText&#39;)<br> at /app/index.js:10:20</pre></body></html>',
            ),
  },
  {
    name: 'a usage line in plain text',
    path: '/usage',
    brain: locked,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['say'])
        ? sendJson(response, 200, { heard: body(sent)['say'], says: say(body(sent)['say']) })
        : response.writeHead(400, { 'content-type': 'text/plain' }).end('Usage: POST a JSON object with a `say` key'),
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
