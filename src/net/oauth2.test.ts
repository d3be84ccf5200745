import { afterEach, expect, test } from 'vitest'
import { json, readBody, serveHttp } from '../../test/security/loopback-server.ts'
import { Problem } from '../domain/problem.ts'
import { createEgress } from './egress.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})
const never = new AbortController().signal

type Asked = { authorization: string | undefined; form: Record<string, string> }
/** A token endpoint, a target that takes the newest token only, and a client between them. */
async function setUp(options: { accepts?: 'basic' | 'post'; expiresIn?: number; status?: number; body?: unknown } = {}) {
  const asked: Asked[] = []
  let issued = 0
  let revoked = 0
  const tokens = await serveHttp(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await readBody(request)))
    asked.push({ authorization: request.headers.authorization, form })
    if (options.accepts === 'post' && !form['client_secret']) return json(response, { error: 'invalid_client' }, 401)
    if (options.status) return json(response, {}, options.status)
    return json(response, options.body ?? { access_token: `token-${++issued}-abcdef`, expires_in: options.expiresIn ?? 3600 })
  })
  const target = await serveHttp((request, response) => {
    const number = Number(/^Bearer token-(\d+)-/.exec(request.headers.authorization ?? '')?.[1] ?? 0)
    json(response, { got: request.headers.authorization }, number > revoked ? 200 : 401)
  })
  let nowMs = 1_000_000
  const egress = createEgress({ mode: 'local', clock: { now: () => nowMs, monotonicMs: () => performance.now() } })
  open.push(tokens, target, egress)
  const auth = { type: 'oauth2', token_url: `${tokens.url}/token`, client_id: 'me', client_secret: 's3cret-value', scope: 'chat' } as const
  const client = egress.client({ scanId: 'scn_test', target: target.url, auth })
  const send = () => client.request({ method: 'GET', url: target.url }, never)
  return { asked, client, send, egress, advance: (ms: number) => (nowMs += ms), revoke: () => (revoked = issued) }
}

test('a token is fetched once, kept, and sent', async () => {
  const { asked, send } = await setUp()
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
  expect(asked).toEqual([
    {
      authorization: `Basic ${Buffer.from('me:s3cret-value').toString('base64')}`,
      form: { grant_type: 'client_credentials', scope: 'chat' },
    },
  ])
})

test('a server that wants the secret in the form gets it there', async () => {
  const { asked, send } = await setUp({ accepts: 'post' })
  expect((await send()).status).toBe(200)
  expect(asked.map((one) => one.form['client_secret'])).toEqual([undefined, 's3cret-value'])
})

test('the token endpoint may be on the same host as the target', async () => {
  const seen: string[] = []
  const server = await serveHttp((request, response) => {
    seen.push(request.url!)
    json(response, { access_token: 'token-of-the-same-host' })
  })
  const egress = createEgress({ mode: 'local' })
  open.push(server, egress)
  const auth = { type: 'oauth2', token_url: `${server.url}/token?x=1`, client_id: 'me', client_secret: 's3cret-value' } as const
  await egress.client({ scanId: 'scn_test', target: server.url, auth }).request({ method: 'GET', url: `${server.url}/chat` }, never)
  expect(seen).toEqual(['/token?x=1', '/chat'])
})

test('a token is renewed before it ends', async () => {
  const { asked, send, advance } = await setUp({ expiresIn: 100 })
  await send()
  advance(60_000)
  await send()
  expect(asked).toHaveLength(1)
  advance(11_000)
  await send()
  expect(asked).toHaveLength(2)
})

test('a token that the target no longer takes is replaced once, not for ever', async () => {
  const { asked, send, revoke } = await setUp()
  await send()
  revoke()
  expect((await send()).status).toBe(200)
  expect(asked).toHaveLength(2)
})

test('a fetched token is a secret like any other', async () => {
  const { client, send } = await setUp()
  const answer = await send()
  expect(answer.text).toContain('token-1-abcdef')
  expect(client.redactor.text(answer.text)).not.toContain('token-1-abcdef')
  expect(client.redactor.text('the s3cret-value')).not.toContain('s3cret')
})

test.each([
  [{ status: 500 }, /500/],
  [{ body: {} }, /no access_token/],
  [{ body: { access_token: 'bad\r\ntoken' } }, /no access_token/],
  [{ body: 'x' }, /no access_token/],
] as const)('a token endpoint with %j fails in words that hold no secret', async (options, expected) => {
  const { send } = await setUp(options)
  const problem = await send().catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({ code: 'target_auth_failed', detail: expect.stringMatching(expected) })
  expect(JSON.stringify(problem)).not.toContain('s3cret')
})

test('the token endpoint is judged like a target', async () => {
  const egress = createEgress({ mode: 'local' })
  const target = await serveHttp((_, response) => response.end())
  open.push(egress, target)
  const auth = { type: 'oauth2', token_url: 'http://169.254.169.254/token', client_id: 'me', client_secret: 's3cret' } as const
  const client = egress.client({ scanId: 'scn_test', target: target.url, auth })
  await expect(client.request({ method: 'GET', url: target.url }, never)).rejects.toMatchObject({ code: 'target_forbidden' })
})
