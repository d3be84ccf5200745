import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { at, body, isText, json } from './handlers.ts'

/** A second lot of error dialects, written down after the first was understood and before anybody looked. */
export const secondErrors: readonly Endpoint[] = [
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
]
