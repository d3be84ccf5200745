import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, json, takes } from './handlers.ts'

/** What the validators of JavaScript say, in shapes written down before anybody looked. */
export const strangerJavaScript: readonly Endpoint[] = [
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
]
