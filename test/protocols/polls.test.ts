import { expect, test } from 'vitest'
import type { Net, NetRequest } from '../../src/domain/target.ts'
import { protocols } from '../../src/targets/index.ts'
import { until } from '../security/loopback-server.ts'
import { codeOf } from './test-net.ts'

test.each([
  [
    'json',
    (request: NetRequest) =>
      request.method === 'POST' ? { status: 202, body: { status_url: '/job' } } : { status: 200, body: { status: 'pending' } },
  ],
  [
    'botpress',
    (request: NetRequest) => ({
      status: 200,
      body: { key: 'k', user: { id: 'u' }, conversation: { id: 'c' }, message: { id: 'm' }, messages: [], method: request.method },
    }),
  ],
] as const)('%s does not poll beyond its turn, and counts the time its requests take', async (protocol, answer) => {
  let polls = 0
  const slow: Net = {
    socket: () => Promise.reject(new Error('no sockets here')),
    request: async (request, own) => {
      own.throwIfAborted()
      if (request.method === 'GET') polls++
      const { status, body } = answer(request)
      const headers = { 'content-type': 'application/json' }
      return { status, headers, text: JSON.stringify(body), truncated: false, malformed: false, ms: 20_000 }
    },
  }
  const send = (own: AbortSignal) => protocols[protocol].connect('http://127.0.0.1/', {}, slow).open().send('hello', own)
  expect(await codeOf(send(AbortSignal.timeout(8000)))).not.toBe('internal')
  expect(polls).toBe(2)

  const turn = new AbortController()
  let end: unknown
  send(turn.signal).catch((error: unknown) => {
    end = error
  })
  await until(() => polls === 3)
  turn.abort(new Error('enough'))
  await new Promise(setImmediate) // no timer has to run out for it
  expect(end).toEqual(new Error('enough'))
})
