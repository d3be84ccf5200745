import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, isUuid, json, pydantic, takes } from './stranger-handlers.ts'

/** Errors of other people’s frameworks, written down before anybody looked whether they are understood. */
export const strangerErrors: readonly Endpoint[] = [
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
]
