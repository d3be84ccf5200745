import { afterEach, expect, test } from 'vitest'
import type { Net } from '../../src/domain/target.ts'
import { protocols } from '../../src/targets/index.ts'
import { until } from '../security/loopback-server.ts'
import { openOldMcp, openStreamableMcp } from './servers/mcp.ts'
import { type Call, type Served, serve } from './servers/serve.ts'
import { codeOf, openNarrowNet } from './test-net.ts'

const signal = () => AbortSignal.timeout(8000)
const open: Served[] = []
afterEach(async () => {
  for (const served of open.splice(0)) await served.close()
})
const keep = (served: Served): Served => {
  open.push(served)
  return served
}

test('as many conversations over the old MCP stream as there are places all get through', async () => {
  const served = keep(await openOldMcp((text) => `Read: ${text}`))
  const { egress, net } = openNarrowNet(served.url, 3)
  const target = protocols.mcp.connect(`${served.url}/sse`, {}, net)
  const conversations = ['one', 'two', 'three'].map((text) => ({ text, conversation: target.open() }))
  const answers = await Promise.all(conversations.map(({ text, conversation }) => conversation.send(text, signal())))
  expect(answers.map((answer) => answer.text)).toEqual(['Read: one', 'Read: two', 'Read: three'])
  expect(egress.counters().inFlight).toBe(3)
  await Promise.all(conversations.map(({ conversation }) => conversation.close?.()))
  await until(() => egress.counters().inFlight === 0)
})

type Answer = (call: Call, say: (message: object) => void) => void

/** A server of the old pair of GET stream and POST, whose answers a test chooses. */
async function serveOldMcp(endpoint: string, answer: Answer): Promise<Served> {
  let say: (message: object) => void = () => undefined
  return keep(
    await serve((call, response) => {
      if (call.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`event: endpoint\ndata: ${endpoint}\n\n`)
        say = (message) => response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
        return
      }
      if (call.path === '/refuses') return response.writeHead(401).end()
      if (call.path !== '/messages') return response.writeHead(404).end()
      response.writeHead(202).end()
      answer(call, say)
    }),
  )
}
const idOf = (call: Call) => (call.json as { id: number }).id
const isAbout = (call: Call, method: string) => call.text.includes(`"${method}"`)
const begin: Answer = (call, say) =>
  isAbout(call, 'initialize') && say({ jsonrpc: '2.0', id: idOf(call), result: { protocolVersion: '2024-11-05' } })

test.each<readonly [string, string, Answer, string]>([
  ['announces an address of somebody else', 'http://evil.example/messages', () => undefined, 'target_rejected'],
  ['announces what is no address', 'http://[', () => undefined, 'target_rejected'],
  ['refuses what is posted', '/refuses', () => undefined, 'target_auth_failed'],
  ['fails to initialize', '/messages', (call, say) => say({ jsonrpc: '2.0', id: idOf(call), error: { code: 1 } }), 'target_rejected'],
  [
    'fails to list its tools',
    '/messages',
    (call, say) => {
      begin(call, say)
      if (isAbout(call, 'tools/list')) say({ jsonrpc: '2.0', id: idOf(call), error: { code: 1 } })
    },
    'target_rejected',
  ],
  [
    'has no fitting tool',
    '/messages',
    (call, say) => {
      begin(call, say)
      if (isAbout(call, 'tools/list')) say({ jsonrpc: '2.0', id: idOf(call), result: { tools: [] } })
    },
    'target_not_ai',
  ],
])('the stream of an old MCP server that %s is closed', async (_, endpoint, answer, code) => {
  const served = await serveOldMcp(endpoint, answer)
  const { egress, net } = openNarrowNet(served.url, 2)
  const conversation = protocols.mcp.connect(`${served.url}/sse`, {}, net).open()
  expect(await codeOf(conversation.send('hello', signal()))).toBe(code)
  await until(() => egress.counters().inFlight === 0)
  await conversation.close?.()
})

test('a turn over the old MCP stream ends when it is told to, and the next one is answered', async () => {
  const turn = new AbortController()
  const served = await serveOldMcp('/messages', (call, say) => {
    begin(call, say)
    const tool = { name: 'ask', inputSchema: { properties: { text: { type: 'string' } } }, annotations: { readOnlyHint: true } }
    if (isAbout(call, 'tools/list')) say({ jsonrpc: '2.0', id: idOf(call), result: { tools: [tool] } })
    if (call.text.includes('never')) turn.abort(new Error('enough'))
    else if (isAbout(call, 'tools/call')) say({ jsonrpc: '2.0', id: idOf(call), result: { content: [{ type: 'text', text: 'here' }] } })
  })
  const conversation = protocols.mcp.connect(`${served.url}/sse`, {}, openNarrowNet(served.url, 2).net).open()
  await expect(conversation.send('never', turn.signal)).rejects.toThrow('enough')
  expect((await conversation.send('hello', signal())).text).toBe('here')
  await conversation.close?.()
})

test('an MCP session that cannot be ended is no error of the scan', async () => {
  const served = keep(await openStreamableMcp((text) => `Read: ${text}`))
  const { net } = openNarrowNet(served.url, 2)
  const failing: Net = {
    ...net,
    request: (request, own) => (request.method === 'DELETE' ? Promise.reject(new Error('gone')) : net.request(request, own)),
  }
  const conversation = protocols.mcp.connect(`${served.url}/mcp`, {}, failing).open()
  await conversation.send('hello', signal())
  await expect(conversation.close?.()).resolves.toBeUndefined()
})

const deaf: Net = {
  request: () => Promise.reject(new Error('no HTTP here')),
  socket: () => Promise.reject(new Error('no sockets here')),
}

test('a conversation that never opened closes all the same', async () => {
  const conversation = protocols.mcp.connect('http://127.0.0.1/mcp', {}, deaf).open()
  const sending = conversation.send('hello', signal())
  const closing = conversation.close?.()
  await expect(sending).rejects.toThrow('no HTTP here')
  await expect(closing).resolves.toBeUndefined()
})
