import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodingsOf } from '../../src/lib/redact-encodings.ts'
import { polite } from '../e2e/local-target.ts'
import { ended, newKey, type Service, startService } from '../e2e/service.ts'
import { json, type LoopbackServer, readBody, serveHttp } from './loopback-server.ts'

const secrets = {
  bearer: 'sk-live-BEARER/7q+X9zKw2mN4',
  password: 'p4ss:W0rd"with\\odd&chars',
  header: 'hdr-9f8e7d6c5b4a3210-secret',
  cookie: 'c00kie-value-1122334455',
  query: 'qry=and+more&0192837465',
  clientSecret: 'oauth-client-secret-0a1b2c3d',
  accessToken: 'issued-access-token-5e4f3a2b1c',
}

/** A model that gives away whatever it was sent, in every way it can think of, and a token endpoint beside it. */
const reflecting = (): Promise<LoopbackServer> => {
  let turn = 0
  return serveHttp(async (request, response) => {
    const body = await readBody(request)
    if (request.url === '/token') return json(response, { access_token: secrets.accessToken, expires_in: 3600 })
    if (request.method !== 'POST') return json(response, { error: { message: 'POST only' } }, 405)
    const known = Object.values(secrets).filter((secret) => isHere(secret, JSON.stringify(request.headers), request.url ?? ''))
    const forms = known.flatMap(encodingsOf)
    // A different part of them in every answer, so that all get their turn; the whole request besides.
    const part = forms.filter((_, i) => i % 7 === turn % 7)
    turn++
    const content = `${polite(lastMessage(body))} Your headers: ${JSON.stringify(request.headers)} URL: ${request.url} ${part.join(' | ')}`
    response.setHeader('x-reflected', encodeURIComponent(known.join(',')))
    return json(response, {
      id: `x${turn}`,
      object: 'chat.completion',
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    })
  })
}
const lastMessage = (body: string): string => JSON.parse(body).messages?.at(-1)?.content ?? ''
const isHere = (secret: string, headers: string, url: string) =>
  [secret, Buffer.from(`user:${secret}`).toString('base64')].some((form) => headers.includes(JSON.stringify(form).slice(1, -1))) ||
  new URLSearchParams(url.split('?')[1]).get('api_key') === secret

let service: Service
let target: LoopbackServer
const answers: string[] = []

beforeAll(async () => {
  service = await startService()
  target = await reflecting()
  const key = await newKey(service)
  const url = `${target.url}/v1/chat/completions`
  const configs = [
    { auth: { type: 'bearer', token: secrets.bearer } },
    { auth: { type: 'basic', username: 'user', password: secrets.password } },
    { headers: { 'X-Custom': secrets.header, Cookie: `session=${secrets.cookie}; lang=en` } },
    { query: { api_key: secrets.query } },
    { auth: { type: 'oauth2', token_url: `${target.url}/token`, client_id: 'user', client_secret: secrets.clientSecret } },
  ]
  const scans = await Promise.all(
    configs.map(async (config) => {
      const created = await service.post(
        '/scans',
        { target: url, max_attacks: 10, target_config: { protocol: 'openai-chat', ...config } },
        key,
      )
      expect(created.status).toBe(201)
      return ended(service, created.body.id, key)
    }),
  )
  for (const scan of scans) {
    expect([scan.error, scan.results.length > 5]).toEqual([scan.error, true])
    answers.push(JSON.stringify(scan), JSON.stringify((await service.get(`/scans/${scan.id}/results?limit=100`, key)).body))
  }
  answers.push(JSON.stringify((await service.get('/scans', key)).body))
  answers.push(JSON.stringify((await service.post('/targets/probe', { target: url, target_config: configs[0] }, key)).body))
}, 60_000)

afterAll(async () => {
  await service.stop()
  await target.close()
})

/** What may turn up by chance in any text; every other form is long enough to be the secret and nothing else. */
const formsOf = (secret: string) => encodingsOf(secret).filter((form) => form.length >= 12)

test('the target really did reflect them', () => {
  expect(answers.join('')).toContain('Your headers')
  expect(answers.join('').match(/\[redacted\]/g)!.length).toBeGreaterThan(50)
})

test.each(Object.entries(secrets))('%s: not in any answer of the API', (_, secret) => {
  for (const form of formsOf(secret)) for (const answer of answers) expect(answer.includes(JSON.stringify(form).slice(1, -1))).toBe(false)
})

test.each(Object.entries(secrets))('%s: not in the log', (_, secret) => {
  for (const form of formsOf(secret)) expect(service.stderr()).not.toContain(form)
})

test.each(Object.entries(secrets))('%s: not in any file of the data folder, byte by byte', (_, secret) => {
  const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map((file) => file.name)).toContain('sortie.db')
  for (const file of files) {
    const bytes = readFileSync(join(file.parentPath, file.name))
    for (const form of formsOf(secret)) expect([file.name, bytes.indexOf(form)]).toEqual([file.name, -1])
  }
})
