import { expect, test } from 'vitest'
import { detectBy } from '../../src/targets/detect/detect.ts'
import { sendJson, serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'
import { clever } from './brains.ts'
import { seeded } from './dice.ts'
import { body, isText } from './handlers.ts'

async function profileOf(handle: Parameters<typeof serve>[0]) {
  const server = await serve(handle)
  try {
    return await detectBy(seeded(1))(`${server.url}/api/chat`, {}, openTestNet(), new AbortController().signal)
  } finally {
    await server.close()
  }
}

test('a token against forgery goes along with every guess, not only with the first', async () => {
  const profile = await profileOf(({ method, headers, json }, response) => {
    if (method === 'GET') return sendJson(response, 405, {}, { 'set-cookie': 'csrftoken=Zx81Kq; Path=/' })
    if (headers['x-csrftoken'] !== 'Zx81Kq') return sendJson(response, 403, { detail: 'CSRF Failed: CSRF token missing.' })
    const said = body(body(json)['data'])['text']
    return isText(said) ? sendJson(response, 200, { response: clever(said, []) }) : sendJson(response, 400, { detail: 'Bad request.' })
  })
  expect(profile).toMatchObject({ protocol: 'json', conversation: 'none' })
})

test('a procedure that takes nothing of ours is given up, and not looked for again', async () => {
  const profile = await profileOf(({ json }, response) => {
    const { jsonrpc, method, id = null } = body(json)
    const error =
      jsonrpc !== '2.0'
        ? { code: -32_600, message: 'Invalid Request' }
        : method !== 'chat.send'
          ? { code: -32_601, message: 'Method not found', data: { methods: ['chat.send'] } }
          : { code: -32_602, message: 'Invalid params' }
    return sendJson(response, 200, { jsonrpc: '2.0', id, error })
  })
  expect(profile.problem?.message).toBe('The endpoint speaks JSON-RPC, but neither MCP nor A2A.')
  expect(profile.requests_used).toBeLessThan(10)
})
