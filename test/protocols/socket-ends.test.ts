import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Net, NetSocket } from '../../src/domain/target.ts'
import { protocols } from '../../src/targets/index.ts'
import { openSocket } from '../../src/targets/protocols/websocket.ts'
import { codeOf, openNarrowNet } from './test-net.ts'

const signal = () => AbortSignal.timeout(8000)

test('a WebSocket that stays silent gives its place to the next conversation', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  server.on('connection', (socket) =>
    socket.on('message', (data) => (String(data) === 'silence' ? undefined : socket.send('{"text":"here","done":true}'))),
  )
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const scan = signal()
  const target = protocols.websocket.connect(url, { patience_ms: 100 }, openNarrowNet(url, 1).net)
  expect(await codeOf(target.open().send('silence', scan))).toBe('target_unreadable')
  expect((await target.open().send('hello', scan)).text).toBe('here')
})

/** A socket that can do nothing but be closed, and cannot even do that well. */
function brokenSocket(): NetSocket & { closed: number } {
  return {
    closed: 0,
    send() {},
    async next() {
      throw new Error('the connection broke')
    },
    close() {
      this.closed++
      throw new Error('closing failed')
    },
  }
}
const netWith = (socket: NetSocket): Net => ({ request: () => Promise.reject(new Error('no HTTP here')), socket: async () => socket })

test('a WebSocket whose handshake fails is closed', async () => {
  const socket = brokenSocket()
  const opening = openSocket('ws://127.0.0.1/', { dialect: 'socket.io', headers: {} }, netWith(socket), signal())
  await expect(opening).rejects.toThrow('the connection broke')
  expect(socket.closed).toBe(1)
})

test('a WebSocket that cannot be closed is no error of the scan', async () => {
  const socket = brokenSocket()
  socket.next = async () => '{"text":"here","done":true}'
  const conversation = protocols.websocket.connect('ws://127.0.0.1/', {}, netWith(socket)).open()
  await conversation.send('hello', signal())
  await conversation.close?.()
  expect(socket.closed).toBe(1)
})
