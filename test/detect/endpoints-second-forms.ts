import { wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { at, body, isText, json } from './handlers.ts'

/** A second lot of platforms and forms, written down after the first was understood and before anybody looked. */
export const secondForms: readonly Endpoint[] = [
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
]
