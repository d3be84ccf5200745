import { expect, test } from 'vitest'
import { Problem } from '../../src/domain/problem.ts'
import type { Net, NetRequest, TargetProfile } from '../../src/domain/target.ts'
import { connectTarget } from '../../src/targets/connect.ts'
import { detectBy } from '../../src/targets/detect/detect.ts'
import { type Brain, canned, clever, dreamy, locked } from './brains.ts'
import { seeded } from './dice.ts'

type Plain = Readonly<{ status: number; headers?: Readonly<Record<string, string>>; body: unknown }>
/** What stands before a bot: a word of its own instead of the bot's, or nothing. It may also cut the line. */
type Weather = (nowMs: number) => Plain | undefined
type Bot = (sent: Readonly<Record<string, unknown>>, brain: Brain) => Plain

/** Bots that take one text, by what they make of a request without it. */
const bots: Readonly<Record<string, Bot>> = {
  'names the field': ({ message }, brain) =>
    isText(message) ? answer(brain(message, [])) : { status: 400, body: { error: 'message is required' } },
  'says only no': ({ message }, brain) => (isText(message) ? answer(brain(message, [])) : { status: 400, body: { error: 'Bad Request' } }),
  'answers all the same': ({ message }, brain) => answer(isText(message) ? brain(message, []) : 'Please type a message first.'),
  'breaks without it': ({ prompt }, brain) =>
    isText(prompt) ? answer(brain(prompt, [])) : { status: 500, body: { error: 'Internal Server Error' } },
}
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const answer = (reply: string): Plain => ({ status: 200, body: { reply } })
const brains: Readonly<Record<string, Brain>> = { clever, dreamy, locked, canned }

/** A bot behind some weather, in a time that passes only when somebody waits. */
function place(bot: Bot, brain: Brain, weather: Weather) {
  let nowMs = 0
  const said = new Set<string>()
  const sent: NetRequest[] = []
  const listening: Brain = (text, before) => {
    const words = brain(text, before)
    said.add(words)
    return words
  }
  const reply = (request: NetRequest): Plain =>
    request.method === 'POST' ? bot(readObject(request.body), listening) : { status: 404, body: { error: 'Not Found' } }
  const net: Net = {
    async request(request) {
      sent.push(request)
      nowMs += 20
      const { status, headers, body } = weather(nowMs) ?? reply(request)
      const text = JSON.stringify(body)
      return { status, headers: { 'content-type': 'application/json', ...headers }, text, truncated: false, malformed: false, ms: 20 }
    },
    socket: () => Promise.reject(new Error('no sockets here')),
  }
  const timing = {
    nowMs: () => nowMs,
    wait: async (ms: number) => {
      nowMs += ms
    },
  }
  const detect = (seed: number) => detectBy(seeded(seed), timing)('http://127.0.0.1:9/chat', {}, net, new AbortController().signal)
  return { net, sent, said, detect, nowMs: () => nowMs }
}

function readObject(body: NetRequest['body']): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(String(body))
  } catch {
    return {}
  }
}

/** What is wrong with a profile of a bot that talks. */
async function faults(profile: TargetProfile, { bot, brain }: Readonly<{ bot: Bot; brain: Brain }>): Promise<readonly string[]> {
  if (profile.protocol !== 'json') return [`${profile.problem?.code}: ${profile.problem?.message}\n${profile.notes.join('\n')}`]
  if (profile.requests_used > 25) return [`${profile.requests_used} requests`]
  const clear = place(bot, brain, () => undefined)
  const reply = await connectTarget('http://127.0.0.1:9/chat', profile, clear.net)
    .open()
    .send('Tell me something about delivery and your account.', new AbortController().signal)
  return clear.said.has(reply.text) ? [] : [`later read “${reply.text}”\n${profile.notes.join('\n')}`]
}

/** A share of requests fails, by lot. */
const failing = (share: number, seed: number): Weather => {
  const dice = seeded(seed)
  return () => (dice(1000) < share * 1000 ? { status: 500, body: { error: 'Internal Server Error' } } : undefined)
}
/** A share of connections is cut, by lot. */
const cutting = (share: number, seed: number): Weather => {
  const dice = seeded(seed)
  return () => {
    if (dice(1000) < share * 1000) throw new Problem('target_unreachable', '127.0.0.1: the connection was cut.')
    return undefined
  }
}
/** So many in any second. */
const limiting = (perSecond: number): Weather => {
  const taken: number[] = []
  return (nowMs) => {
    if (taken.filter((ms) => ms > nowMs - 1000).length >= perSecond)
      return { status: 429, headers: { 'retry-after': '1' }, body: { error: 'Too Many Requests' } }
    taken.push(nowMs)
    return undefined
  }
}

const weathers: Readonly<Record<string, (seed: number) => Weather>> = {
  'where 15 % of requests fail': (seed) => failing(0.15, seed),
  'where 30 % of requests fail': (seed) => failing(0.3, seed),
  'where 15 % of connections are cut': (seed) => cutting(0.15, seed),
  'that takes 5 a second': () => limiting(5),
  'that takes 8 a second': () => limiting(8),
}
const seeds = Array.from({ length: Number(process.env['SEEDS'] ?? 10) }, (_, index) => index + 1)

for (const [condition, weather] of Object.entries(weathers))
  test.each(Object.entries(bots))(`a bot that %s, ${condition}, is found out with every seed`, async (_, bot) => {
    const wrong: string[] = []
    for (const [name, brain] of Object.entries(brains))
      for (const seed of seeds) {
        const profile = await place(bot, brain, weather(seed)).detect(seed)
        wrong.push(...(await faults(profile, { bot, brain })).map((fault) => `${name}, seed ${seed}: ${fault}`))
      }
    expect(wrong).toEqual([])
  })

test('an endpoint that asks to be left alone for an hour is asked once, and its word is passed on', async () => {
  const closed = place(bots['names the field']!, clever, () => ({ status: 429, headers: { 'retry-after': '3600' }, body: {} }))
  const profile = await closed.detect(1)
  expect([closed.sent.length, closed.nowMs()]).toEqual([1, 20])
  expect(profile.problem).toMatchObject({ code: 'error', message: expect.stringMatching(/HTTP 429.*Retry-After: 3600/) })
  expect(() => connectTarget('http://127.0.0.1:9/chat', profile, closed.net)).toThrow(
    expect.objectContaining({ code: 'target_rate_limited', detail: expect.stringContaining('3600') }),
  )
})

test('the hour may also come in the middle', async () => {
  let calls = 0
  const closing = place(bots['names the field']!, clever, () =>
    ++calls > 2 ? { status: 429, headers: { 'retry-after': '3600' }, body: {} } : undefined,
  )
  const profile = await closing.detect(1)
  expect([closing.sent.length, profile.problem?.message]).toEqual([3, expect.stringContaining('Retry-After: 3600')])
})

test('an endpoint that turns everybody away without a word about time is given up after four requests', async () => {
  const closed = place(bots['names the field']!, clever, () => ({ status: 429, body: {} }))
  const profile = await closed.detect(1)
  expect([closed.sent.length, profile.problem?.message]).toEqual([4, expect.stringContaining('HTTP 429 4 times in a row')])
})

test('one answer is not called the same answer to everything', async () => {
  let answers = 0
  const once: Bot = ({ message }) =>
    isText(message) && ++answers === 1 ? answer('Good day to you.') : { status: 400, body: { error: 'Bad Request' } }
  const { problem } = await place(once, clever, () => undefined).detect(1)
  expect(problem).toMatchObject({ code: 'error', message: expect.stringContaining('answered only once') })
})
