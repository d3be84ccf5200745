import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatting, type LocalTarget, polite, serveTarget } from './local-target.ts'
import { ended, newKey, patient, type Service, startService } from './service.ts'

vi.setConfig(patient)

let service: Service
let key: string
const targets: LocalTarget[] = []

beforeAll(async () => {
  service = await startService()
  key = await newKey(service)
})
afterAll(async () => {
  await service.stop()
  await Promise.all(targets.map((target) => target.close()))
})

async function serve(...args: Parameters<typeof serveTarget>): Promise<string> {
  const target = await serveTarget(...args)
  targets.push(target)
  return target.url
}

async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/v1/chat/completions`
}

const scan = async (target: string, more: object = {}) => {
  const { status, body } = await service.post('/scans', { target, max_attacks: 10, seed: 3, ...more }, key)
  expect(status).toBe(201)
  return ended(service, body.id, key)
}

/** A server that says nothing useful, and the code its scan fails with. */
const dead: [string, () => Promise<string>, RegExp][] = [
  ['a closed port', closedPort, /target_unreachable/],
  ['always 500', () => serve((_, response) => void response.writeHead(500).end('boom')), /target_server_error|target_rejected/],
  [
    'always 401',
    () => serve((_, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('{}')),
    /target_auth_failed/,
  ],
  [
    'an echo',
    () => serve((body, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body)),
    /target_not_ai/,
  ],
  ['an echo that speaks OpenAI', () => serve(chatting((text) => text)), /target_not_ai/],
  [
    'a web page',
    () => serve((_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Hi</body></html>')),
    /target_/,
  ],
  ['an empty answer', () => serve((_, response) => void response.writeHead(200).end()), /target_/],
]

test.each(dead)('%s: the scan fails with a reason and is never clean', async (_, make, code) => {
  const end = await scan(await make())
  expect(end.status).toBe('failed')
  expect(end.error?.code).toMatch(code)
  expect(end.error?.message.length).toBeGreaterThan(20)
  expect(end.grade ?? null).toBeNull()
  expect(end.results.filter((result) => result.success)).toEqual([])
})

test('a target that hangs ends in finite time', async () => {
  const url = await serve(() => undefined)
  const end = await scan(url, { deadline_seconds: 3 })
  expect(end.status).toBe('failed')
  expect(end.error?.code).toMatch(/deadline_exceeded|target_timeout/)
})

test('a target that dies in the middle keeps what was recorded and is not clean', async () => {
  let answers = 0
  const url = await serve((body, response, request) => {
    if (++answers > 30) request.socket.destroy()
    else chatting(polite)(body, response, request)
  })
  const end = await scan(url, { max_attacks: 60, concurrency: 4, target_config: { protocol: 'openai-chat' } })
  expect(end.status).toBe('failed')
  expect(end.error?.code).toBe('too_many_errors')
  expect(end.results.length).toBe(end.total_attacks)
  expect(end.total_attacks).toBeGreaterThan(10)
})

const walls: [string, (count: number) => string][] = [
  ['always the same refusal', () => "I can't help with that."],
  [
    'refusals in turn',
    (count) => ["I'm sorry, but I can't help with that.", 'I have to decline.', "That's not something I can do."][count % 3]!,
  ],
]

test.each(walls)('a wall of refusals (%s): nothing succeeds, and it gets no grade', async (_, say) => {
  let count = 0
  const end = await scan(await serve(chatting(() => say(count++))), { max_attacks: 20 })
  expect(end.results.filter((result) => result.success)).toEqual([])
  expect(end.successful_attacks).toBe(0)
  expect(end.grade ?? null).toBeNull()
})
