import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { polite } from '../e2e/local-target.ts'
import { ended, newKey, type Service, startService } from '../e2e/service.ts'
import { encoders } from './encoders.ts'
import { json, type LoopbackServer, readBody, serveHttp } from './loopback-server.ts'

const secrets = {
  bearer: 'sk-live-BEARER/7q+X9zKw2mN4',
  password: 'p4ss:W0rd"with\\odd&chars',
  header: 'hdr-9f8e7d6c5b4a3210-secret',
  cookie: 'c00kie-value-1122334455',
  query: 'qry=and+more&0192837465',
  clientSecret: 'oauth-client-secret-0a1b2c3d',
  accessToken: 'issued-access-token-5e4f3a2b1c',
  awsSecret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLE01',
  awsSession: 'FwoGZXIvYXdzEJr//session-token-77',
  commandLine: 'cli-key-66778899aabbccdd',
}

const reflected = new Set<string>()

/** A model that gives away whatever it was sent, in every way it can think of, and a token endpoint beside it. */
const reflecting = (): Promise<LoopbackServer> => {
  let turn = 0
  return serveHttp(async (request, response) => {
    const body = await readBody(request)
    if (request.url === '/token') return json(response, { access_token: secrets.accessToken, expires_in: 3600 })
    if (request.method !== 'POST') return json(response, { error: { message: 'POST only' } }, 405)
    const known = Object.values(secrets).filter((secret) => isHere(secret, JSON.stringify(request.headers), request.url ?? ''))
    for (const secret of known) reflected.add(secret)
    const forms = known.flatMap((secret) => Object.values(encoders).map((encode) => encode(secret)))
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

/** Ends with 1 where it finds something, which a target that tells everything gives it. */
const scanFromCommandLine = (url: string, more: readonly string[]) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, SORTIE_DATA_DIR: service.dataDir, SORTIE_LOG_LEVEL: 'debug' }
    const args = ['bin/sortie.mjs', 'scan', url, '--max-attacks', '10', '--header', `X-Api-Key: ${secrets.commandLine}`, ...more]
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => resolve({ stdout, stderr }))
  })

let service: Service
let target: LoopbackServer
const answers: string[] = []
const log: string[] = []

beforeAll(async () => {
  service = await startService({ env: { SORTIE_LOG_LEVEL: 'debug' } })
  target = await reflecting()
  const key = await newKey(service)
  const url = `${target.url}/v1/chat/completions`
  const configs = [
    { auth: { type: 'bearer', token: secrets.bearer } },
    { auth: { type: 'basic', username: 'user', password: secrets.password } },
    { headers: { 'X-Custom': secrets.header, Cookie: `session=${secrets.cookie}; lang=en` } },
    { query: { api_key: secrets.query } },
    { auth: { type: 'oauth2', token_url: `${target.url}/token`, client_id: 'user', client_secret: secrets.clientSecret } },
    {
      auth: {
        type: 'sigv4',
        access_key_id: 'AKIDEXAMPLE',
        secret_access_key: secrets.awsSecret,
        session_token: secrets.awsSession,
        region: 'eu-central-1',
        service: 'bedrock',
      },
    },
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
  // What the command line prints is an export too.
  for (const more of [['--json'], []]) {
    const { stdout, stderr } = await scanFromCommandLine(url, more)
    answers.push(stdout)
    log.push(stderr)
  }
  answers.push(JSON.stringify((await service.post('/targets/probe', { target: url, target_config: configs[0] }, key)).body))
}, 240_000)

afterAll(async () => {
  await service.stop()
  await target.close()
})

const formsOf = (secret: string) => Object.values(encoders).map((encode) => encode(secret))

test('the target really did reflect them', () => {
  expect(answers.join('')).toContain('Your headers')
  expect(answers.join('').match(/\[redacted\]/g)!.length).toBeGreaterThan(50)
  // These two are never sent to a target: one goes to the token endpoint, with the other requests are signed.
  const { clientSecret, awsSecret, ...sent } = secrets
  expect(reflected).toEqual(new Set(Object.values(sent)))
})

test.each(Object.entries(secrets))('%s: not in any answer of the API', (_, secret) => {
  for (const form of formsOf(secret))
    for (const answer of answers)
      expect([form, answer.includes(form) || answer.includes(JSON.stringify(form).slice(1, -1))]).toEqual([form, false])
})

test.each(Object.entries(secrets))('%s: not in the log', (_, secret) => {
  for (const text of [service.stderr(), ...log]) for (const form of formsOf(secret)) expect(text.includes(form)).toBe(false)
})

test.each(Object.entries(secrets))('%s: not in any file of the data folder, byte by byte', (_, secret) => {
  const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map((file) => file.name)).toContain('sortie.db')
  for (const file of files) {
    const bytes = readFileSync(join(file.parentPath, file.name))
    for (const form of formsOf(secret)) expect([file.name, bytes.indexOf(form)]).toEqual([file.name, -1])
  }
})
