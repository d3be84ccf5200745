import { type Any, bodyOf, wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'

const body = (json: unknown): Any => bodyOf({ json })
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const json = { protocol: 'json' } as const
type Handle = Required<Endpoint>['handle']

/** Takes one text at a path of names; answers with an error of its own making until it is there. */
const at =
  (
    path: string,
    status: number,
    error: unknown,
    write: (answer: string, said: string) => unknown = (answer) => ({ reply: answer }),
  ): Handle =>
  ({ json: sent, method }, response, say) => {
    if (method !== 'POST') return sendJson(response, 404, { error: 'Not Found' })
    const said = path
      .split('.')
      .reduce<unknown>((node, name) => (typeof node === 'object' && node !== null ? (node as Any)[name] : undefined), body(sent))
    if (isText(said)) return sendJson(response, 200, write(say(said), said))
    return typeof error === 'string'
      ? response.writeHead(status, { 'content-type': 'text/plain' }).end(error)
      : sendJson(response, status, error)
  }
const nobody = (path: string, field: string, answer: (text: string) => unknown): Pick<Endpoint, 'path' | 'handle'> => ({
  path,
  handle: ({ json: sent, method }, response) =>
    method !== 'POST'
      ? sendJson(response, 404, {})
      : isText(body(sent)[field])
        ? sendJson(response, 200, answer(body(sent)[field]))
        : sendJson(response, 400, { error: `${field} is required` }),
})
const none = 'not_an_ai_endpoint' as const

/** A second lot of shapes, written down after the first was understood and before anybody looked. */
export const secondWave: readonly Endpoint[] = [
  {
    name: 'Adonis',
    path: '/a1',
    brain: clever,
    expect: json,
    handle: at('prompt_text', 422, {
      errors: [{ message: 'The prompt_text field must be defined', rule: 'required', field: 'prompt_text' }],
    }),
  },
  {
    name: 'Symfony',
    path: '/a2',
    brain: clever,
    expect: json,
    handle: at('satz', 422, {
      type: 'https://symfony.com/errors/validation',
      title: 'Validation Failed',
      detail: 'satz: This value should not be blank.',
      violations: [{ propertyPath: 'satz', title: 'This value should not be blank.', template: 'x' }],
    }),
  },
  {
    name: 'Micronaut',
    path: '/a3',
    brain: dreamy,
    expect: json,
    handle: at('userLine', 400, {
      message: 'Bad Request',
      _links: { self: { href: '/a3' } },
      _embedded: { errors: [{ message: 'request.userLine: must not be blank' }] },
    }),
  },
  {
    name: 'Ktor',
    path: '/a4',
    brain: clever,
    expect: json,
    handle: at(
      'userInputText',
      400,
      "Illegal input: Field 'userInputText' is required for type with serial name 'com.acme.Chat', but it was missing at path: $",
    ),
  },
  {
    name: 'Play',
    path: '/a5',
    brain: clever,
    expect: json,
    handle: at('spoken', 400, { 'obj.spoken': [{ msg: ['error.path.missing'], args: [] }] }),
  },
  {
    name: 'Vapor',
    path: '/a6',
    brain: clever,
    expect: json,
    handle: at('saying', 400, {
      error: true,
      reason:
        'No such key \'saying\' at path \'\'. No value associated with key CodingKeys(stringValue: "saying", intValue: nil) ("saying").',
    }),
  },
  {
    name: 'Falcon',
    path: '/a7',
    brain: canned,
    expect: json,
    handle: at('phrase', 400, { title: 'Missing parameter', description: 'The "phrase" parameter is required.' }),
  },
  {
    name: 'Connexion',
    path: '/a8',
    brain: clever,
    expect: json,
    handle: at('wording', 400, { detail: "'wording' is a required property", status: 400, title: 'Bad Request', type: 'about:blank' }),
  },
  {
    name: 'Litestar',
    path: '/a9',
    brain: clever,
    expect: json,
    handle: at('turn_text', 400, {
      status_code: 400,
      detail: 'Validation failed for POST /a9',
      extra: [{ message: 'Object missing required field `turn_text`', key: 'data' }],
    }),
  },
  {
    name: 'Elysia, nested',
    path: '/b1',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['chat']?.['line'])
        ? sendJson(response, 200, { line: say(body(sent)['chat']['line']) })
        : sendJson(response, 422, {
            type: 'validation',
            on: 'body',
            summary: `Expected property '${body(sent)['chat'] ? 'chat.line' : 'chat'}' to be ${body(sent)['chat'] ? 'string' : 'object'} but found: undefined`,
            property: body(sent)['chat'] ? '/chat/line' : '/chat',
            message: 'Required property',
            expected: { chat: { line: '' } },
          }),
  },
  {
    name: 'API Gateway’s own validator',
    path: '/b2',
    brain: clever,
    expect: json,
    handle: at('question', 400, { message: 'Invalid request body' }),
  },
  {
    name: 'gRPC-gateway',
    path: '/b3',
    brain: clever,
    expect: json,
    handle: at('utterance', 400, { code: 3, message: 'invalid AskRequest.Utterance: value length must be at least 1 runes', details: [] }),
  },
  {
    name: 'Connect with protovalidate',
    path: '/acme.v1.ChatService/Ask',
    brain: clever,
    expect: json,
    handle: at('sentence', 400, { code: 'invalid_argument', message: 'validation error:\n - sentence: value is required [required]' }),
  },
  {
    name: 'Twirp',
    path: '/twirp/acme.Bot/Say',
    brain: clever,
    expect: json,
    handle: at('spoken_text', 400, { code: 'invalid_argument', msg: 'spoken_text is required', meta: { argument: 'spoken_text' } }),
  },
  {
    name: 'OpenAI’s error, its own field',
    path: '/b6',
    brain: clever,
    expect: json,
    handle: at(
      'input_text',
      400,
      {
        error: {
          message: "Missing required parameter: 'input_text'.",
          type: 'invalid_request_error',
          param: 'input_text',
          code: 'missing_required_parameter',
        },
      },
      (answer) => ({ output: { text: answer } }),
    ),
  },
  {
    name: 'KoboldAI',
    path: '/api/v1/generate',
    brain: dreamy,
    expect: json,
    handle: at('prompt', 422, { detail: { prompt: ['Missing data for required field.'] } }, (answer) => ({ results: [{ text: answer }] })),
  },
  {
    name: 'LM Studio’s own',
    path: '/api/v1/chat',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      !isText(body(sent)['model'])
        ? sendJson(response, 400, { error: { type: 'invalid_request', message: "'model' is required", param: 'model' } })
        : isText(body(sent)['input'])
          ? sendJson(response, 200, {
              model_instance_id: 'x',
              output: [{ type: 'message', content: say(body(sent)['input']) }],
              stats: {},
              response_id: 'r1',
            })
          : sendJson(response, 400, { error: { type: 'invalid_request', message: "'input' is required", param: 'input' } }),
  },
  {
    name: 'a bot’s update',
    path: '/bot',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['message']?.['text'])
        ? sendJson(response, 200, { method: 'sendMessage', chat_id: 1, text: say(body(sent)['message']['text']) })
        : sendJson(response, 400, {
            ok: false,
            error_code: 400,
            description: body(sent)['message'] ? 'Bad Request: message.text is required' : 'Bad Request: message is required',
          }),
  },
  {
    name: 'an SMS provider’s hook that answers in XML',
    path: '/sms',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers }, response, say) => {
      const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('Body') : null
      return said
        ? response
            .writeHead(200, { 'content-type': 'text/xml' })
            .end(`<?xml version="1.0" encoding="UTF-8"?><Response><Message>${say(said)}</Message></Response>`)
        : response.writeHead(400, { 'content-type': 'text/plain' }).end("Missing form parameter 'Body'")
    },
  },
  {
    name: 'events in envelopes',
    path: '/b7',
    brain: clever,
    expect: { ...json, streaming: true },
    handle: ({ json: sent }, response, say) =>
      isText(body(sent)['query'])
        ? sendEvents(response, [
            { type: 'meta', data: { id: 'm' } },
            ...wordsOf(say(body(sent)['query'])).map((text) => ({ type: 'content', data: { text } })),
            { type: 'usage', data: { tokens: 4 } },
          ])
        : sendJson(response, 400, { error: 'query is required' }),
  },
  {
    name: 'a fragment of a page',
    path: '/htmx/chat',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers }, response, say) => {
      const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('message') : null
      return said
        ? response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(`<div class="msg user">${said.replaceAll('"', '&quot;')}</div>\n<div class="msg-bot"><p>${say(said)}</p></div>`)
        : response.writeHead(422, { 'content-type': 'text/html' }).end('<p class="error">message is required</p>')
    },
  },
  {
    name: 'a list of bubbles',
    path: '/b8',
    brain: clever,
    expect: json,
    handle: at('message', 400, { error: 'message is required' }, (answer) => ({ reply: [answer] })),
  },
  {
    name: 'a bare JSON string',
    path: '/b9',
    brain: clever,
    expect: json,
    handle: at('message', 400, { error: 'message is required' }, (answer) => answer),
  },
  {
    name: 'instances and predictions',
    path: '/v1/models/m:predict',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) => {
      const list = body(sent)['instances']
      if (!Array.isArray(list))
        return sendJson(response, 400, {
          error: list === undefined ? 'Missing "instances" in request body' : 'Expected "instances" to be a list',
        })
      const said = typeof list[0] === 'string' ? list[0] : list[0]?.['prompt']
      return isText(said)
        ? sendJson(response, 200, { predictions: [say(said)] })
        : sendJson(response, 400, { error: "'prompt' is required in each instance" })
    },
  },
  {
    name: 'MLflow',
    path: '/invocations',
    brain: clever,
    expect: json,
    handle: ({ json: sent }, response, say) => {
      const list = body(sent)['inputs']
      return Array.isArray(list) && isText(list[0])
        ? sendJson(response, 200, { predictions: [say(list[0])] })
        : sendJson(response, 400, {
            error_code: 'BAD_REQUEST',
            message:
              "Invalid input. The input must be a JSON dictionary with exactly one of the input fields {'inputs', 'instances', 'dataframe_split'}",
          })
    },
  },
  {
    name: 'a locked bot behind a message list',
    path: '/c1',
    brain: locked,
    expect: json,
    handle: ({ json: sent }, response, say) =>
      Array.isArray(body(sent)['turns']) && isText(body(sent)['turns'].at(-1)?.['said'])
        ? sendJson(response, 200, { said: say(body(sent)['turns'].at(-1)['said']) })
        : sendJson(response, 422, {
            detail: [
              body(sent)['turns'] === undefined
                ? { type: 'missing', loc: ['body', 'turns'], msg: 'Field required' }
                : { type: 'missing', loc: ['body', 'turns', 0, 'said'], msg: 'Field required' },
            ],
          }),
  },

  {
    name: 'a tokenizer',
    expect: { problem: [none, 'echo'] },
    ...nobody('/tokenize', 'text', (text) => ({ tokens: text.split(/\b/).filter((one) => one.trim()), count: 3 })),
  },
  {
    name: 'keywords',
    expect: { problem: none },
    ...nobody('/keywords', 'text', (text) => ({ keywords: text.match(/[a-z]{5,}/gi) ?? [] })),
  },
  {
    name: 'named entities',
    expect: { problem: none },
    ...nobody('/ner', 'text', (text) => ({
      entities: (text.match(/[a-z]{6}/gi) ?? []).map((one) => ({ text: one, label: 'PERSON', start: 0 })),
    })),
  },
  { name: 'a language detector', expect: { problem: none }, ...nobody('/detect', 'q', () => ({ language: 'English', reliable: true })) },
  {
    name: 'a verdict in words',
    expect: { problem: ['constant_answer', none] },
    ...nobody('/moderate', 'content', () => ({ verdict: 'This text is safe.' })),
  },
  {
    name: 'the weather',
    expect: { problem: [none, 'constant_answer'] },
    ...nobody('/weather', 'city', () => ({ summary: 'Light rain in the evening', temp: 12 })),
  },
  {
    name: 'a shortener',
    expect: { problem: none },
    ...nobody('/shorten', 'url', (text) => ({ short: `http://x.example/${text.length}` })),
  },
  {
    name: 'a queue of messages',
    expect: { problem: ['echo', none] },
    ...nobody('/messages/outbox', 'body', (text) => ({ sid: 'SM1', status: 'queued', body: text, to: '+1' })),
  },
  {
    name: 'a profanity filter',
    expect: { problem: [none, 'echo'] },
    ...nobody('/clean', 'text', (text) => ({ clean: text.replaceAll('half', '****') })),
  },
  {
    name: 'the first sentence',
    expect: { problem: [none, 'echo'] },
    ...nobody('/summarise', 'text', (text) => ({ summary: `${text.split('. ')[0]}` })),
  },
  {
    name: 'a dictionary',
    path: '/define',
    expect: { problem: [none, 'error', 'constant_answer', 'not_found'] },
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
    expect: { problem: none },
    handle: ({ json: sent }, response) =>
      isText(body(sent)['text'])
        ? response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3 words that are no words')
        : sendJson(response, 400, { error: 'text is required' }),
  },
  {
    name: 'a store of profiles',
    path: '/users',
    expect: { problem: ['echo', none, 'error'] },
    handle: ({ json: sent }, response) =>
      isText(body(sent)['name']) && /@/.test(body(sent)['email'] ?? '')
        ? sendJson(response, 201, { id: 3, name: body(sent)['name'], email: body(sent)['email'], bio: 'New around here, say hello.' })
        : sendJson(response, 422, { errors: { name: ['is required'], email: ['must be a valid email'] } }),
  },
]
