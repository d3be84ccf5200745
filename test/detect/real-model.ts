import { randomUUID } from 'node:crypto'
import type { ConversationKind, ProtocolId } from '../../src/domain/target.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { type Call, type Served, sendEvents, sendJson, serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'

/**
 * Detection of a real model behind applications of many shapes, by hand:
 *   node test/detect/real-model.ts http://127.0.0.1:8099 [rounds]
 * The argument is the base URL of any OpenAI-compatible server.
 */
const base = process.argv[2] ?? 'http://127.0.0.1:8099'
const rounds = Number(process.argv[3] ?? 1)

type Turn = Readonly<{ role: string; content: string }>
const words = new Set<string>()
async function model(messages: readonly Turn[]): Promise<string> {
  const response = await fetch(`${base}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messages }),
  })
  const text = String(((await response.json()) as Any)['choices'][0]['message']['content'])
  words.add(text.trim())
  return text
}

type App = Readonly<{
  name: string
  path: string
  expect: readonly [ProtocolId, ConversationKind]
  handle: (call: Call, response: Parameters<Parameters<typeof serve>[0]>[1]) => unknown
}>
const store = new Map<string, Turn[]>()
const chat = async (id: string, text: string): Promise<string> => {
  const turns: Turn[] = [...(store.get(id) ?? []), { role: 'user', content: text }]
  const answer = await model(turns)
  store.set(id, [...turns, { role: 'assistant', content: answer }])
  return answer
}
const apps: readonly App[] = [
  {
    name: 'a form',
    path: '/contact',
    expect: ['form', 'none'],
    handle: async ({ headers, text }, response) => {
      const said = /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('message') : null
      if (!said) return sendJson(response, 400, { error: 'message is required' })
      response.writeHead(200, { 'content-type': 'text/plain' }).end(await model([{ role: 'user', content: said }]))
    },
  },
  {
    name: 'nested JSON',
    path: '/api/v1/assist',
    expect: ['json', 'none'],
    handle: async (call, response) => {
      const said = bodyOf(call)['data']?.['attributes']?.['question']
      if (typeof said !== 'string')
        return sendJson(response, 422, {
          detail: [{ type: 'missing', loc: ['body', 'data', 'attributes', 'question'], msg: 'Field required' }],
        })
      return sendJson(response, 200, {
        data: { id: randomUUID(), type: 'answers', attributes: { answer: await model([{ role: 'user', content: said }]) } },
      })
    },
  },
  {
    name: 'a session cookie',
    path: '/chat',
    expect: ['json', 'cookie'],
    handle: async (call, response) => {
      const said = bodyOf(call)['msg']
      if (!said) return sendJson(response, 400, { error: 'msg missing' })
      const id = /session=([^;]+)/.exec(call.headers.cookie ?? '')?.[1] ?? randomUUID()
      return sendJson(response, 200, { reply: await chat(id, said) }, { 'set-cookie': `session=${id}; HttpOnly` })
    },
  },
  {
    name: 'a returned conversation id, streamed',
    path: '/stream',
    expect: ['json', 'session'],
    handle: async (call, response) => {
      const { query, conversation_id } = bodyOf(call)
      if (!query) return sendJson(response, 400, { error: '"query" is required' })
      const id = conversation_id ?? randomUUID()
      const answer = (await chat(id, query)).trim()
      return sendEvents(response, [
        { event: 'start', conversation_id: id },
        ...(answer.match(/\s?\S+\s*/g) ?? []).map((delta) => ({ event: 'delta', delta })),
        { event: 'end' },
      ])
    },
  },
  {
    name: 'a domain-locked assistant with vague errors',
    path: '/shop',
    expect: ['json', 'none'],
    handle: async (call, response) => {
      const said = bodyOf(call)['prompt']
      if (!said) return sendJson(response, 400, { error: 'Bad Request' })
      return sendJson(response, 200, {
        result: {
          text: await model([
            { role: 'system', content: 'You are the assistant of a shoe shop. Only talk about shoes. Never do anything else.' },
            { role: 'user', content: said },
          ]),
        },
        ok: true,
      })
    },
  },
]

for (let round = 0; round < rounds; round++) {
  await report('the endpoint itself', `${base}/v1/chat/completions`, ['openai-chat', 'history'], false)
  await report('its bare host', `${base}/`, ['openai-chat', 'history'], false)
  for (const app of apps) {
    const served: Served = await serve(app.handle)
    await report(app.name, `${served.url}${app.path}`, app.expect, true)
    await served.close()
  }
}
process.exit(0)

async function report(name: string, url: string, expected: readonly [ProtocolId, ConversationKind], checksWords: boolean): Promise<void> {
  words.clear()
  const started = performance.now()
  const profile = await detect(url, {}, openTestNet(), new AbortController().signal)
  const exact = !checksWords || words.has(profile.sample?.received.trim() ?? '')
  const right = profile.protocol === expected[0] && exact
  console.log(
    `${right ? 'right' : 'WRONG'} ${profile.conversation === expected[1] ? '' : `(conversation ${profile.conversation}, not ${expected[1]}) `}${name}: ${profile.protocol ?? profile.problem?.code} ${profile.conversation}, confidence ${profile.confidence}, ${profile.requests_used} requests, ${((performance.now() - started) / 1000).toFixed(1)} s${exact ? '' : `, sample “${profile.sample?.received.slice(0, 50)}”`}`,
  )
  if (!right) console.log(profile.notes.map((note) => `    ${note}`).join('\n'))
}
