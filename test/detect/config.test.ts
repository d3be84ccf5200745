import { afterAll, beforeAll, expect, test } from 'vitest'
import { TargetConfig } from '../../src/domain/target.ts'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { difyServer, langserveServer } from '../protocols/servers/app-platforms.ts'
import { rasaServer } from '../protocols/servers/bot-platforms.ts'
import { ollamaChatServer } from '../protocols/servers/local-runtimes.ts'
import { openAiChatServer } from '../protocols/servers/openai-chat.ts'
import { bodyOf } from '../protocols/servers/protocol-server.ts'
import { type Served, sendJson, serve } from '../protocols/servers/serve.ts'
import { openTestNet } from '../protocols/test-net.ts'
import { canned, clever } from './brains.ts'
import { jsonEndpoints } from './endpoints-json.ts'
import { jsonSessions } from './endpoints-json-sessions.ts'
import { jsonStreams } from './endpoints-json-streams.ts'
import { otherEndpoints } from './endpoints-other.ts'

const mind = (text: string, before: readonly string[] = []) => clever(text, before)
const signal = () => AbortSignal.timeout(20_000)
let served: Served
beforeAll(async () => {
  served = await serve((call, response) => {
    const said = bodyOf(call)['deep']?.[0]?.['words']
    return said
      ? sendJson(response, 200, {
          decoy: 'Nothing to see here',
          out: [
            { kind: 'log', line: 'starting up' },
            { kind: 'say', line: canned(said, []) },
          ],
        })
      : sendJson(response, 418, { nope: true })
  })
})
afterAll(() => served.close())
const probe = (config: unknown, path = '/x') => detect(`${served.url}${path}`, TargetConfig.parse(config), openTestNet(), signal())

test('what the operator says is taken as said, and confirmed in a few requests', async () => {
  const profile = await probe({ request: { deep: [{ words: '{{prompt}}' }] }, response_path: "$.out[?(@.kind=='say')].line" })
  expect(
    { protocol: profile.protocol, path: (profile.settings as { response_path: string }).response_path },
    profile.notes.join('\n'),
  ).toEqual({ protocol: 'json', path: "$.out[?(@.kind=='say')].line" })
  expect(profile.sample?.received).toBe(canned(profile.sample!.sent, []))
  expect(profile.requests_used).toBeLessThanOrEqual(6)
})

test('a template written as text works too', async () => {
  const profile = await probe({ protocol: 'json', request: '{"deep": [{"words": {{prompt}}}]}', response_path: '/out/1/line' })
  expect(profile.protocol, profile.problem?.message).toBe('json')
})

test.each([openAiChatServer, ollamaChatServer, rasaServer, langserveServer, difyServer])(
  'a bare host with its protocol is searched for the path: $name',
  async (server) => {
    const host = await serve((call, response, request) =>
      call.path === server.path
        ? server.handle(call, response, mind, request)
        : call.path === '/api/tags' || call.path === '/v1/models'
          ? server.handle(call, response, mind, request)
          : sendJson(response, 404, { error: 'Not Found' }),
    )
    const profile = await detect(host.url, TargetConfig.parse({ protocol: server.protocol }), openTestNet(), signal())
    expect(profile.protocol, profile.notes.join('\n')).toBe(server.protocol)
    expect((await connectTarget(host.url, profile, openTestNet()).open().send('Hello there', signal())).text).toBe(
      clever('Hello there', []),
    )
    await host.close()
  },
)

test.each([
  ['a path that leads nowhere', { request: { deep: [{ words: '{{prompt}}' }] }, response_path: '/no/such/place' }, /no words were found/],
  ['a request that is not taken', { request: { shallow: '{{prompt}}' }, response_path: '/out/1/line' }, /HTTP 418/],
  ['another protocol', { protocol: 'anthropic-messages' }, /HTTP 418/],
])('%s is said, and nothing else is tried', async (_, config, message) => {
  const profile = await probe(config)
  expect(profile.problem).toMatchObject({ code: 'error', message: expect.stringMatching(message) })
  expect(profile.requests_used).toBeLessThanOrEqual(2)
})

test.concurrent.each(
  [...jsonEndpoints, ...jsonSessions, ...jsonStreams, ...otherEndpoints]
    .filter((one) => 'protocol' in one.expect && one.brain === clever)
    .map((endpoint) => [endpoint.name, endpoint] as const),
)('the suggested target_config of “%s” settles it', async (_, endpoint) => {
  const words: string[] = []
  const server = await serve((call, response, request) =>
    endpoint.handle!(
      call,
      response,
      (text, before = []) => {
        words.push(clever(text, before))
        return words.at(-1)!
      },
      request,
    ),
  )
  const url = `${server.url}${endpoint.path}`
  const first = await detect(url, {}, openTestNet(), signal())
  const again = await detect(url, TargetConfig.parse(first.suggested_config), openTestNet(), signal())
  expect({ protocol: again.protocol, problem: again.problem }, again.notes.join('\n')).toEqual({
    protocol: first.protocol,
    problem: undefined,
  })
  expect(words).toContain(again.sample?.received)
  const reply = await connectTarget(url, again, openTestNet()).open().send('Something about the weather', signal())
  expect(words).toContain(reply.text)
  await server.close()
})
