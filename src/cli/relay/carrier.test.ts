import { expect, test } from 'vitest'
import type { RelayPrompt } from '../../service/relay/relay-prompt.ts'
import { fitted } from './carrier.ts'
import { commandCarrier } from './command-carrier.ts'
import { urlCarrier } from './url-carrier.ts'

const never = new AbortController().signal
const prompt = (id: string, said: readonly string[] = [], session = 'ses_1'): RelayPrompt => ({
  prompt_id: id,
  session,
  turn: said.length / 2 + 1,
  prompt: `prompt ${id}`,
  messages: [
    ...said.map((content, index) => ({ role: index % 2 === 0 ? ('user' as const) : ('assistant' as const), content })),
    { role: 'user', content: `prompt ${id}` },
  ],
  expires_at: '2026-11-15T12:00:00.000Z',
})

test('what fits is left alone, what does not is cut and says so', () => {
  expect(fitted({ response: 'short' })).toEqual({ response: 'short' })
  expect(fitted({ response: 'x'.repeat(150_000) })).toEqual({ response: 'x'.repeat(150_000) })
  for (const letter of ['x', 'é', '漢', '\u0000']) {
    const cut = fitted({ response: letter.repeat(300_000), reasoning: letter.repeat(300_000) })
    expect(cut.truncated).toBe(true)
    expect(cut.response!.length).toBeGreaterThan(10_000)
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(250 * 1024)
  }
  expect(fitted({ response: '', tool_calls: [{ name: 't', arguments: 'x'.repeat(300_000) }] }).error).toMatchObject({
    code: 'target_unreadable',
  })
})

/** A bot on stdin and stdout; `body` sees the line as `p`. */
const bot = (body: string) =>
  commandCarrier(
    [
      process.execPath,
      '-e',
      `require('readline').createInterface({input:process.stdin}).on('line', (l) => { const p = JSON.parse(l); ${body} })`,
    ],
    [],
  )

test('a command may answer in any order, and prompts find their own answers', async () => {
  const carrier = await bot(
    `(globalThis.held ??= []).push(p); if (held.length === 3) for (const q of held.reverse()) console.log(JSON.stringify({ prompt_id: q.prompt_id, response: 'to ' + q.prompt }))`,
  )
  const answers = await Promise.all(['a', 'b', 'c'].map((id) => carrier.carry(prompt(id), never)))
  expect(answers.map(({ response }) => response)).toEqual(['to prompt a', 'to prompt b', 'to prompt c'])
  await carrier.close()
})

test('a single prompt needs no id in its answer; nonsense is an error of the target', async () => {
  const carrier = await bot(`console.log(p.prompt_id === 'a' ? '{"response":"fine"}' : p.prompt_id === 'b' ? 'fine' : '{"answer":"fine"}')`)
  expect(await carrier.carry(prompt('a'), never)).toEqual({ response: 'fine' })
  expect(await carrier.carry(prompt('b'), never)).toMatchObject({
    error: { code: 'target_unreadable', message: expect.stringContaining('not JSON') },
  })
  expect(await carrier.carry(prompt('c'), never)).toMatchObject({ error: { code: 'target_unreadable' } })
  await carrier.close()
})

test('an answer that is too long for the server is cut', async () => {
  const carrier = await bot(`console.log(JSON.stringify({ prompt_id: p.prompt_id, response: 'x'.repeat(400_000) }))`)
  expect(await carrier.carry(prompt('a'), never)).toMatchObject({ truncated: true, response: expect.stringMatching(/^x{200000}$/) })
  await carrier.close()
})

test('each session is a conversation of its own, and one that began before us is taken up with its history', async () => {
  const opened: unknown[] = []
  const carrier = urlCarrier(
    {
      features: { conversation: 'history', system: true, history: true, tools: false },
      open: (withWhat) => {
        opened.push(withWhat)
        const said: string[] = []
        return { send: async (text) => ({ text: [...said, said.push(text)].join('|') }) }
      },
    },
    async () => {},
  )
  expect(carrier.can).toEqual(['session', 'history', 'system'])
  await carrier.carry(prompt('a'), never)
  expect(await carrier.carry(prompt('b', ['prompt a', '1']), never)).toEqual({ response: 'prompt a|2' })
  expect(await carrier.carry(prompt('c', [], 'ses_2'), never)).toEqual({ response: '1' })
  await carrier.carry(prompt('d', ['earlier', 'answer'], 'ses_3'), never)
  expect(opened).toEqual([
    {},
    {},
    {
      history: [
        { role: 'user', content: 'earlier' },
        { role: 'assistant', content: 'answer' },
      ],
    },
  ])
})

test('a conversation that can not be taken up is an error, not a new one in disguise', async () => {
  const carrier = urlCarrier(
    {
      features: { conversation: 'session', system: false, history: false, tools: false },
      open: () => ({ send: async () => ({ text: 'hello' }) }),
    },
    async () => {},
  )
  expect(await carrier.carry(prompt('a', ['earlier', 'answer']), never)).toMatchObject({ error: { code: 'target_rejected' } })
})
