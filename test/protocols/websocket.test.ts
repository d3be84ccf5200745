import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { clever, dreamy } from '../detect/brains.ts'
import { openTestNet } from './test-net.ts'

type Any = Record<string, string>
type OnFrame = (socket: WebSocket, frame: string, before: string[], say: (text: string, before: readonly string[]) => string) => void

const parse = (frame: string): Any => {
  try {
    return JSON.parse(frame) as Any
  } catch {
    return {}
  }
}
const servers: readonly (readonly [string, OnFrame, ((socket: WebSocket) => void)?])[] = [
  [
    'typed frames, with a greeting, streamed',
    (socket, frame, before, say) => {
      const { type, content } = parse(frame)
      if (type !== 'message' || !content) return socket.send(JSON.stringify({ type: 'error', message: 'unknown frame' }))
      for (const token of say(content, before).match(/\s?\S+/g) ?? []) socket.send(JSON.stringify({ type: 'token', text: token }))
      before.push(content)
      socket.send(JSON.stringify({ type: 'end', id: randomUUID() }))
    },
    (socket) => socket.send(JSON.stringify({ type: 'hello', text: 'Welcome to the chat!' })),
  ],
  [
    'a question field, one frame back',
    (socket, frame, before, say) => {
      const { question } = parse(frame)
      if (!question) return socket.send(JSON.stringify({ error: 'question is required' }))
      socket.send(JSON.stringify({ answer: say(question, before), done: true }))
      before.push(question)
    },
  ],
  [
    'plain text',
    (socket, frame, before, say) => {
      if (frame.startsWith('{')) return
      socket.send(say(frame, before))
      before.push(frame)
    },
  ],
  [
    'socket.io',
    (socket, frame, before, say) => {
      if (frame === '40') return socket.send('40{"sid":"b"}')
      const text = /^42\["message","(.*)"\]$/s.exec(frame)?.[1]?.replaceAll('\\"', '"')
      if (text === undefined) return
      socket.send(`42${JSON.stringify(['reply', { text: say(text, before) }])}`)
      before.push(text)
    },
    (socket) => socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000}'),
  ],
]

describe.each([
  ['a model that obeys', clever],
  ['a model that dreams', dreamy],
] as const)('a WebSocket with %s', (_, brain) => {
  const open: WebSocketServer[] = []
  afterAll(async () => {
    for (const server of open.splice(0)) {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test.concurrent.each(
    (brain === clever ? servers : servers.slice(0, 2)).map((one) => ({ name: one[0], onFrame: one[1], onOpen: one[2] })),
  )('$name', async ({ name, onFrame, onOpen }) => {
    const words: string[] = []
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    open.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    server.on('connection', (socket) => {
      const before: string[] = []
      onOpen?.(socket)
      socket.on('message', (data) =>
        onFrame(socket, String(data), before, (text, earlier) => {
          words.push(brain(text, earlier))
          return words.at(-1)!
        }),
      )
    })
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${name === 'socket.io' ? '/socket.io/?EIO=4&transport=websocket' : '/chat'}`
    const signal = AbortSignal.timeout(28_000)
    const profile = await detect(url, {}, openTestNet(), signal)
    expect(profile.protocol, JSON.stringify(profile, null, 1)).toBe('websocket')
    expect(words).toContain(profile.sample?.received)
    if (brain === clever) expect(profile.conversation).toBe('session')
    const conversation = connectTarget(url, profile, openTestNet()).open()
    const reply = await conversation.send('Tell me about the weather today', signal)
    expect(reply.text).toBe(words.at(-1))
    await conversation.close?.()
  })
})
