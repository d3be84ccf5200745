import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { clever } from '../detect/brains.ts'
import { type OpenAgent, openHttpAgent, openOldAgent, openOldHttpAgent, openRealAgent } from './servers/a2a.ts'
import { openTestNet } from './test-net.ts'

const signal = () => AbortSignal.timeout(25_000)

describe.each([
  ['1.0, by the official SDK, at its address', openRealAgent, '/a2a/jsonrpc'],
  ['1.0, by its card', openRealAgent, '/.well-known/agent-card.json'],
  ['1.0, by its bare host', openRealAgent, '/'],
  ['1.0 over plain HTTP, by its card', openHttpAgent, '/.well-known/agent-card.json'],
  ['1.0 over plain HTTP, at its address', openHttpAgent, '/a2a/rest/message:send'],
  ['0.3 over plain HTTP, by its bare host', openOldHttpAgent, '/'],
  ['0.3 over plain HTTP, at its address', openOldHttpAgent, '/a2a/rest/v1/message:send'],
  ['0.3, with tasks that take a while', openOldAgent, '/'],
] as const)('A2A %s', (_, open, path) => {
  let agent: OpenAgent
  const words: string[] = []
  beforeAll(async () => {
    agent = await open((text, before) => {
      words.push(clever(text, before))
      return words.at(-1)!
    })
  })
  afterAll(() => agent.close())

  test('is found from the bare URL and keeps a conversation', async () => {
    const url = `${agent.url}${path}`
    const profile = await detect(url, {}, openTestNet(), signal())
    expect(
      { protocol: profile.protocol, conversation: profile.conversation },
      JSON.stringify(profile.notes, null, 1) + profile.problem?.message,
    ).toEqual({ protocol: 'a2a', conversation: 'session' })
    expect(words).toContain(profile.sample?.received)
    const reply = await connectTarget(url, profile, openTestNet()).open().send('Good morning to all of you', signal())
    expect(reply.text).toBe(words.at(-1))
  })
})
