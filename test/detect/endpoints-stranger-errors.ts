import { sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, isUuid, json, pydantic, takes } from './handlers.ts'

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
]
