import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '../../src/domain/problem.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { protocols } from '../../src/targets/index.ts'
import { clever } from '../detect/brains.ts'
import type { Act, ProtocolServer } from '../protocols/servers/protocol-server.ts'
import { type Served, serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'

const signal = () => AbortSignal.timeout(20_000)

/** What every protocol promises, kept against a server that speaks it. */
export function protocolContract(server: ProtocolServer): void {
  describe(server.name, () => {
    let served: Served
    const words: string[] = []
    beforeAll(async () => {
      served = await serve((call, response, request) => {
        const mind = (text: string, before: readonly string[] = []) => {
          words.push(clever(text, before))
          return words.at(-1)!
        }
        return server.handle(call, response, mind, request)
      })
    })
    afterAll(() => served.close())
    const connect = (settings = server.settings ?? modelOf(server)) =>
      protocols[server.protocol].connect(`${served.url}${server.path}`, settings, openTestNet())

    test('an answer is exactly the words that were said', async () => {
      const reply = await connect().open().send('Good morning to you', signal())
      expect(reply.text).toBe(words.at(-1))
    })

    if (server.streaming)
      test('a streamed answer is the same words', async () => {
        const reply = await connect(server.streaming).open().send('Good evening, and then some more words', signal())
        expect(reply.text).toBe(words.at(-1))
      })

    if (server.conversation !== 'none')
      test('a conversation remembers, and another one does not', async () => {
        const target = connect()
        expect(target.features.conversation).toBe(server.conversation)
        const conversation = target.open()
        await conversation.send('Please remember my code number: 48213', signal())
        expect((await conversation.send('What is my code number?', signal())).text).toContain('48213')
        expect((await target.open().send('What is my code number?', signal())).text).not.toContain('48213')
        await conversation.close?.()
      })

    for (const [act, check] of Object.entries(server.acts ?? {}) as [Act, (reply: object) => boolean][])
      test(`${act} is read from its own place`, async () => {
        const reply = await connect().open().send(`Do act:${act} please`, signal())
        expect(check(reply), JSON.stringify(reply)).toBe(true)
      })

    test('garbage is a problem with a name, never a crash and never an answer', async () => {
      for (const body of [
        '',
        'null',
        '[]',
        '{"a":',
        '['.repeat(100_000),
        '{"choices":"no","content":5,"candidates":{},"__proto__":{"x":1}}',
        '\ud800 \u0000',
        'data: {"x"',
      ])
        await expect(garbled(server, body), body.slice(0, 40)).resolves.toSatisfy(
          (got) => got instanceof Problem || typeof got === 'string',
        )
    })

    test('the bare URL is enough to find it out', async () => {
      const profile = await detect(`${served.url}${server.path}`, {}, openTestNet(), signal())
      expect({ protocol: profile.protocol, conversation: profile.conversation }, profile.notes.join('\n')).toEqual({
        protocol: server.detected ?? server.protocol,
        conversation: server.conversation,
      })
      expect(words).toContain(profile.sample?.received)
      expect(profile.requests_used).toBeLessThanOrEqual(25)
    })
  })
}

const modelOf = (server: ProtocolServer): Readonly<Record<string, unknown>> => {
  const model = server.streaming?.['model']
  return model === undefined ? {} : { model }
}

/** What comes of talking to a server that answers every request with these bytes. */
async function garbled(server: ProtocolServer, body: string): Promise<unknown> {
  const served = await serve((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
  try {
    const reply = await protocols[server.protocol]
      .connect(`${served.url}${server.path}`, modelOf(server), openTestNet())
      .open()
      .send('hi', signal())
    return reply.text
  } catch (error) {
    return error
  } finally {
    await served.close()
  }
}
