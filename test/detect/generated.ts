import { randomUUID } from 'node:crypto'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { type Any, bodyOf, wordsOf } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson, serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'
import { type Brain, canned, clever, dreamy, locked, stubborn } from './brains.ts'

/**
 * Endpoints put together at random, by hand: node test/detect/generated.ts [how many] [seed]
 * Field names, nesting, further fields, validation style, answer shape, streaming, memory and the somebody behind are all drawn.
 */
const count = Number(process.argv[2] ?? 100)
let seed = Number(process.argv[3] ?? 1)
const dice = (below: number): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((seed / 0x7fffffff) * below)
}
const pick = <T>(list: readonly T[]): T => list[dice(list.length)]!

const texts = [
  'message',
  'prompt',
  'query',
  'question',
  'text',
  'input',
  'userQuery',
  'user_utterance',
  'ask',
  'chat_message',
  'Frage',
  'phrase',
  'what',
  'instruction',
  'customer_text',
  'content',
  'body',
  'req',
]
const boxes = ['data', 'payload', 'request', 'params', 'conversation', 'event', 'envelope', 'chat', 'turn']
const extras: readonly (readonly [string, (value: unknown) => boolean, string])[] = [
  ['user_id', (value) => typeof value === 'string' && value.length > 0, 'string'],
  ['sessionId', (value) => typeof value === 'string' && value.length > 0, 'string'],
  ['language', (value) => typeof value === 'string' && value.length > 0, 'string'],
  ['max_words', (value) => typeof value === 'number', 'number'],
  ['verbose', (value) => typeof value === 'boolean', 'boolean'],
  ['channel', (value) => typeof value === 'string' && value.length > 0, 'string'],
  ['metadata', (value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'object'],
]
type Fault = Readonly<{ path: readonly string[]; type: string; absent: boolean }>
type Style = (faults: readonly Fault[]) => readonly [number, unknown]
const dotted = (fault: Fault) => fault.path.join('.')
const styles: Readonly<Record<string, Style>> = {
  pydantic: (faults) => [
    422,
    {
      detail: faults.map((one) => ({
        type: one.absent ? 'missing' : `${one.type === 'object' ? 'dict' : one.type === 'number' ? 'int' : one.type}_type`,
        loc: ['body', ...one.path],
        msg: one.absent ? 'Field required' : `Input should be a valid ${one.type === 'object' ? 'dictionary' : one.type}`,
      })),
    },
  ],
  zod: (faults) => [
    400,
    {
      success: false,
      error: {
        name: 'ZodError',
        issues: faults.map((one) => ({
          code: 'invalid_type',
          expected: one.type,
          path: one.path,
          message: `Invalid input: expected ${one.type}, received ${one.absent ? 'undefined' : 'string'}`,
        })),
      },
    },
  ],
  nest: (faults) => [
    400,
    {
      statusCode: 400,
      error: 'Bad Request',
      message: faults.flatMap((one) => [`${dotted(one)} should not be empty`, `${dotted(one)} must be a ${one.type}`]),
    },
  ],
  joi: (faults) => [
    400,
    { message: `"${dotted(faults[0]!)}" ${faults[0]!.absent ? 'is required' : `must be of type ${faults[0]!.type}`}` },
  ],
  fastify: (faults) => [
    400,
    {
      statusCode: 400,
      error: 'Bad Request',
      message: faults[0]!.absent
        ? `body${faults[0]!.path
            .slice(0, -1)
            .map((step) => `/${step}`)
            .join('')} must have required property '${faults[0]!.path.at(-1)}'`
        : `body/${faults[0]!.path.join('/')} must be ${faults[0]!.type}`,
    },
  ],
  prose: (faults) => [
    400,
    { error: faults[0]!.absent ? `${dotted(faults[0]!)} is required` : `${dotted(faults[0]!)} must be a ${faults[0]!.type}` },
  ],
  missing: (faults) => [
    400,
    {
      status: 'error',
      message: faults[0]!.absent
        ? `Missing required field: ${dotted(faults[0]!)}`
        : `Field '${dotted(faults[0]!)}' must be a ${faults[0]!.type}`,
    },
  ],
  map: (faults) => [
    422,
    {
      message: 'The given data was invalid.',
      errors: Object.fromEntries(
        faults.map((one) => [
          dotted(one),
          [one.absent ? `The ${dotted(one)} field is required.` : `The ${dotted(one)} must be a valid ${one.type}.`],
        ]),
      ),
    },
  ],
  express: (faults) => [
    400,
    {
      errors: faults.map((one) => ({
        type: 'field',
        msg: one.absent ? 'is required' : `must be a ${one.type}`,
        path: dotted(one),
        location: 'body',
      })),
    },
  ],
  wrapped: (faults) => [200, { ok: false, error: { message: one0(faults) } }],
}
const one0 = (faults: readonly Fault[]) =>
  `Parameter '${dotted(faults[0]!)}' ${faults[0]!.absent ? 'is missing' : `must be a ${faults[0]!.type}`}`

const brains: Readonly<Record<string, Brain>> = { clever, dreamy, canned, locked, stubborn }
type Wrap = (text: string, said: string) => unknown
const wraps: Readonly<Record<string, Wrap>> = {
  flat: (text) => ({ reply: text }),
  data: (text) => ({ status: 'success', data: { answer: text, tokens: 12 }, request_id: randomUUID() }),
  odd: (text) => ({ out: { speech: { plain: text }, lang: 'en' }, ts: Date.now() }),
  list: (text) => ({ messages: [{ type: 'text', text }], id: randomUUID() }),
  log: (text, said) => ({
    history: [
      { role: 'user', text: said },
      { role: 'assistant', text },
    ],
  }),
  beside: (text, said) => ({
    question: said,
    response: text,
    sources: ['The handbook of everything'],
    disclaimer: 'Answers may be wrong, please check.',
  }),
  choices: (text) => ({ choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }),
}

const memory = new Map<string, string[]>()
let right = 0
let requests = 0
for (let index = 0; index < count; index++) {
  const field = pick(texts)
  const path = [...Array.from({ length: pick([0, 0, 0, 1, 1, 2]) }, () => pick(boxes)), field]
  const more = [...new Set(Array.from({ length: pick([0, 0, 1, 2]) }, () => pick(extras)))]
  const style = pick(Object.keys(styles))
  const brain = pick(Object.keys(brains))
  const wrap = pick(Object.keys(wraps))
  const how = pick(['json', 'json', 'json', 'sse', 'ndjson', 'text'])
  const said = new Set<string>()
  const served = await serve((call, response) => {
    if (call.method !== 'POST') return sendJson(response, 404, { detail: 'Not Found' })
    const body = bodyOf(call)
    const faults: Fault[] = more
      .filter(([name, fits]) => !fits(body[name]))
      .map(([name, , type]) => ({ path: [name], type, absent: body[name] === undefined }))
    let at: unknown = body
    for (const [depth, step] of path.entries()) {
      const value = typeof at === 'object' && at !== null ? (at as Any)[step] : undefined
      const last = depth === path.length - 1
      if (value === undefined || (last ? typeof value !== 'string' || value === '' : typeof value !== 'object' || value === null)) {
        faults.unshift({ path: path.slice(0, depth + 1), type: last ? 'string' : 'object', absent: value === undefined })
        break
      }
      at = value
    }
    if (faults.length > 0) return sendJson(response, ...styles[style]!(faults))
    const text = String(at)
    const id = String(body['sessionId'] ?? body['user_id'] ?? randomUUID())
    const answer = brains[brain]!(text, memory.get(id) ?? [])
    memory.set(id, [...(memory.get(id) ?? []), text])
    said.add(answer)
    if (how === 'text') return response.writeHead(200, { 'content-type': 'text/plain' }).end(answer)
    if (how === 'sse')
      return sendEvents(response, [{ type: 'start' }, ...wordsOf(answer).map((delta) => ({ type: 'delta', delta })), { type: 'stop' }])
    if (how === 'ndjson')
      return response
        .writeHead(200, { 'content-type': 'application/x-ndjson' })
        .end([...wordsOf(answer).map((token) => ({ token })), { done: true }].map((line) => `${JSON.stringify(line)}\n`).join(''))
    return sendJson(response, 200, wraps[wrap]!(answer, text))
  })
  const url = `${served.url}/x${index}`
  const profile = await detect(url, {}, openTestNet(), new AbortController().signal)
  const remembers = more.some(([name]) => name === 'sessionId' || name === 'user_id') && brain === 'clever'
  let fine = profile.protocol !== null && said.has(profile.sample?.received ?? '') && (!remembers || profile.conversation === 'session')
  if (fine) {
    said.clear()
    const reply = await connectTarget(url, JSON.parse(JSON.stringify(profile)), openTestNet())
      .open()
      .send('Tell me about pizza and my account', AbortSignal.timeout(5000))
      .catch(() => undefined)
    fine = said.has(reply?.text ?? '')
  }
  if (fine) right++
  else
    console.log(
      `${index}: ${path.join('.')} + ${more.map(([name]) => name).join(',')} | ${style} | ${brain} | ${how === 'json' ? wrap : how} → ${profile.protocol} ${profile.conversation} ${profile.problem?.code ?? ''} [${profile.requests_used}] “${profile.sample?.received.slice(0, 40)}”`,
    )
  if (!fine && process.env['NOTES']) console.log(profile.notes.join('\n'))
  requests += profile.requests_used
  await served.close()
}
console.log(`${right} of ${count} right (${((100 * right) / count).toFixed(1)} %), ${(requests / count).toFixed(2)} requests on average`)
process.exit(0)
