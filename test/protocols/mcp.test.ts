import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { openModernMcp, openOldMcp, openStreamableMcp } from './servers/mcp.ts'
import type { Served } from './servers/serve.ts'
import { openTestNet } from './test-net.ts'

const signal = () => AbortSignal.timeout(20_000)
const ask = (text: string) => `The handbook says: ${text.length} letters.`

describe.each([
  ['streamable HTTP, by the official SDK', openStreamableMcp, '/mcp', ['send_mail', 'ask_handbook']],
  ['streamable HTTP at a path of its own', openStreamableMcp, '/tools-server', ['send_mail', 'ask_handbook']],
  ['the old event stream, by the official SDK', openOldMcp, '/sse', ['send_mail', 'ask_handbook']],
  ['stateless, 2026-07-28', openModernMcp, '/mcp', ['ask']],
] as const)('MCP over %s', (_, open, path, tools) => {
  let served: Served
  beforeAll(async () => {
    served = await open(ask)
  })
  afterAll(() => served.close())

  test('is found from the bare URL, with its tools and without calling one', async () => {
    const profile = await detect(`${served.url}${path}`, {}, openTestNet(), signal())
    expect({ protocol: profile.protocol, tools: profile.tools }, profile.notes.join('\n')).toEqual({ protocol: 'mcp', tools })
    expect(profile.sample?.sent).toBe('tools/list')
    expect(profile.sample?.received.split('\n').map((line) => line.split(':')[0])).toEqual(tools)
    expect(served.calls.filter((call) => call.text.includes('tools/call'))).toEqual([])
    expect(profile.requests_used).toBeLessThanOrEqual(12)
  })

  test('what is said goes into the tool that only reads', async () => {
    const profile = await detect(`${served.url}${path}`, {}, openTestNet(), signal())
    const conversation = connectTarget(`${served.url}${path}`, profile, openTestNet()).open()
    expect((await conversation.send('How many?', signal())).text).toBe('The handbook says: 9 letters.')
    expect((await conversation.send('And now, please?', signal())).text).toBe('The handbook says: 16 letters.')
    await conversation.close?.()
  })
})
