import { randomUUID } from 'node:crypto'
import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import { type Brain, canned, clever, dreamy, locked, stubborn } from './brains.ts'
import { diceOf } from './dice.ts'
import type { Endpoint } from './endpoint.ts'
import { body, plainJson } from './handlers.ts'

const verses = diceOf(11)

/** Answers in another language and by chance, as a warm model with a persona does. */
const poet: Brain = (text) => {
  const name = /My name is (\w+)/.exec(text)?.[1]
  const lines = ['床前明月光，疑是地上霜。', '春眠不觉晓，处处闻啼鸟。', '白日依山尽，黄河入海流。', '千山鸟飞绝，万径人踪灭。']
  return `${name ? `${name}，你好！` : ''}${lines[verses(lines.length)]}${'了啊呢吧'[verses(4)]}`
}
/** Refuses whatever it is asked, in changing words about it. */
const prude: Brain = (text) =>
  `I’m sorry, but I can’t help with “${text.split(/\s+/).slice(0, 4).join(' ')}”. As an assistant I must decline.`
/** One word at a time. */
const terse: Brain = (text) => (/code|word/i.test(text) ? 'Unknown' : /hello/i.test(text) ? 'Hi' : 'Maybe')

/** Talkers and errors that are unlike all others. */
export const oddEndpoints: readonly Endpoint[] = [
  {
    name: 'a poet who answers in Chinese',
    path: '/poet',
    brain: poet,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['input']
        ? sendJson(response, 200, { content: say(body(json)['input']) })
        : sendJson(response, 400, { msg: 'input不能为空', error: 'input is required' }),
  },
  {
    name: 'somebody who always declines',
    path: '/prude',
    brain: prude,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['message']
        ? sendJson(response, 200, { output: { text: say(body(json)['message']) }, blocked: true })
        : sendJson(response, 400, { error: 'message is required' }),
  },
  {
    name: 'somebody terse',
    path: '/terse',
    brain: terse,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['q']
        ? sendJson(response, 200, { a: { answer: say(body(json)['q']) } })
        : sendJson(response, 400, { error: 'q is required' }),
  },
  {
    name: 'a form that sets a session cookie and answers in text',
    path: '/web/chat',
    brain: clever,
    expect: { protocol: 'form', conversation: 'cookie' },
    handle: (
      (store) =>
      ({ headers, text }, response, say) => {
        const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('user_message') : null
        if (!said) return response.writeHead(400, { 'content-type': 'text/html' }).end('<p>The user_message field is required.</p>')
        const id = /PHPSESSID=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? randomUUID()
        const before = store.get(id) ?? []
        store.set(id, [...before, said])
        return response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': `PHPSESSID=${id}; path=/` })
          .end(say(said, before))
      }
    )(new Map<string, string[]>()) as Required<Endpoint>['handle'],
  },
  {
    name: 'JSON:API with a pointer',
    path: '/jsonapi/questions',
    brain: dreamy,
    expect: plainJson,
    handle: ({ json }, response, say) => {
      const said = body(json)['data']?.['attributes']?.['body']
      if (!body(json)['data'])
        return sendJson(response, 422, {
          errors: [{ status: '422', title: 'Invalid', detail: "can't be blank", source: { pointer: '/data' } }],
        })
      if (typeof body(json)['data'] !== 'object' || typeof body(json)['data']['attributes'] !== 'object')
        return sendJson(response, 422, {
          errors: [
            {
              status: '422',
              title: 'Invalid',
              detail: 'must be an object',
              source: { pointer: typeof body(json)['data'] === 'object' ? '/data/attributes' : '/data' },
            },
          ],
        })
      if (typeof said !== 'string')
        return sendJson(response, 422, {
          errors: [{ status: '422', title: 'Invalid', detail: 'is required', source: { pointer: '/data/attributes/body' } }],
        })
      return sendJson(response, 200, {
        data: { type: 'answers', id: randomUUID(), attributes: { body: say(said), createdAt: new Date().toISOString() } },
      })
    },
  },
  {
    name: 'Go gin with a snake-cased field',
    path: '/go/chat',
    brain: canned,
    expect: plainJson,
    handle: ({ json }, response, say) =>
      body(json)['user_text']
        ? sendJson(response, 200, { Data: { Reply: say(body(json)['user_text']) }, Code: 0 })
        : sendJson(response, 400, { error: "Key: 'ChatReq.UserText' Error:Field validation for 'UserText' failed on the 'required' tag" }),
  },
  {
    name: 'serde, types one at a time',
    path: '/rust/chat',
    brain: dreamy,
    expect: { protocol: 'json' },
    handle: ({ json }, response, say) => {
      const { user, turn, temperature } = body(json)
      const fail = (text: string) =>
        response.writeHead(422, { 'content-type': 'text/plain' }).end(`Failed to deserialize the JSON body into the target type: ${text}`)
      if (user === undefined) return fail('missing field `user` at line 1 column 2')
      if (turn === undefined) return fail('missing field `turn` at line 1 column 20')
      if (temperature === undefined) return fail('missing field `temperature` at line 1 column 40')
      if (typeof temperature !== 'number') return fail('temperature: invalid type: string, expected f32 at line 1 column 60')
      return sendJson(response, 200, { turn: say(String(turn)) })
    },
  },
  {
    name: 'Azure with a content filter that dislikes the task',
    path: '/openai/deployments/x/chat/completions',
    brain: clever,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json }, response, say) => {
      const messages = body(json)['messages']
      if (/half/.test(messages?.at(-1)?.['content'] ?? ''))
        return sendJson(response, 400, {
          error: {
            message: 'The response was filtered due to the prompt triggering content management policy.',
            type: null,
            param: 'prompt',
            code: 'content_filter',
            status: 400,
            innererror: { code: 'ResponsibleAIPolicyViolation' },
          },
        })
      return sendJson(response, 200, {
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: say(
                messages.at(-1)['content'],
                messages.map((one: Any) => one['content']),
              ),
            },
            finish_reason: 'stop',
          },
        ],
      })
    },
  },
  {
    name: 'a key and a model, both wrong at first',
    path: '/inference/v1/chat/completions',
    brain: locked,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json, path, method }, response, say) => {
      if (method === 'GET')
        return path === '/inference/v1/models'
          ? sendJson(response, 200, { data: [{ id: 'org/embed-1' }, { id: 'org/chat-1' }] })
          : sendJson(response, 404, {})
      const { model, messages, user } = body(json)
      if (!user) return sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'user'], msg: 'Field required' }] })
      if (model !== 'org/chat-1')
        return sendJson(response, 400, {
          error: {
            message: `Invalid model name passed in model=${model}. Call /v1/models to view available models`,
            type: 'invalid_request_error',
            param: null,
            code: '400',
          },
        })
      return sendJson(response, 200, {
        choices: [
          { message: { role: 'assistant', content: [{ type: 'text', text: say(messages.at(-1)['content']) }] }, finish_reason: 'stop' },
        ],
      })
    },
  },
  {
    name: 'a stubborn banker in OpenAI’s clothes',
    path: '/v1/chat/completions',
    brain: stubborn,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ json }, response, say) =>
      sendJson(response, 200, {
        choices: [
          { index: 0, message: { role: 'assistant', content: say(body(json)['messages'].at(-1)['content']) }, finish_reason: 'stop' },
        ],
      }),
  },
]
