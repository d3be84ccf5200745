import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LocalTarget, polite } from './local-target.ts'
import { ended, newKey, type Service, startService, type WireScan } from './service.ts'
import { smallTargets } from './small-targets.ts'

// Whole scans through processes: what they promise is their end, not how soon a busy machine gets there.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let sortie: Service
let key: string
let gullible: LocalTarget
beforeAll(async () => {
  ;[sortie, gullible] = await Promise.all([startService({ env: { SORTIE_LOG_LEVEL: 'error' } }), smallTargets.gullible()])
  key = await newKey(sortie)
})
afterAll(async () => {
  expect(await sortie.stop()).toBe(0)
  await gullible.close()
})

type Prompt = Readonly<{
  prompt_id: string
  session: string
  turn: number
  prompt: string
  messages: readonly { role: string; content: string }[]
}>

const start = (body: Record<string, unknown>, service = sortie) =>
  service.post('/scans', { target: 'http://intranet.example/assistant', mode: 'relay', max_attacks: 20, seed: 1, ...body }, key)

/** The smallest client there is: fetch, answer, until there is nothing more. Answers how many prompts it carried. */
async function carry(
  service: Service,
  id: string,
  say: (prompt: Prompt) => unknown,
  query = '?can=history',
  most = Infinity,
): Promise<number> {
  for (let carried = 0; carried < most; carried++) {
    const { status, body } = await service.get<Prompt>(`/scans/${id}/next${query}`, key)
    if (status === 410) return carried
    if (status === 204) continue
    expect(status).toBe(200)
    await service.post(`/scans/${id}/responses`, { prompt_id: body.prompt_id, ...answerOf(say(body)) }, key)
  }
  return most
}
const answerOf = (said: unknown) => (typeof said === 'string' ? { response: said } : (said as object))

test('a scan of an endpoint that we can not reach runs to its end through a client, and finds what is there', async () => {
  const { status, body } = await start({ categories: ['prompt_injection', 'system_prompt_leakage'] })
  expect([status, body.status, body.target]).toEqual([201, 'pending', 'http://intranet.example/assistant'])
  await carry(sortie, body.id, ({ prompt }) => {
    const quoted = /["'“`]([^"'”`]{1,200})["'”`]/.exec(prompt)?.[1] ?? ''
    return `Of course. My instructions: You are Lumi of the Harbour Bank, the vault code is 7731. ${quoted} ${prompt.length}`
  })
  const end = await ended(sortie, body.id, key)
  expect(end.status).toBe('completed')
  expect(end.results).toHaveLength(end.total_attacks)
  expect(end.results.every(({ response }) => response.startsWith('Of course.'))).toBe(true)
})

test('turns of one conversation carry one session and their history, and sessions never mix', async () => {
  const { body } = await start({ categories: ['multi_turn'], concurrency: 4, max_attacks: 6 })
  const seen = new Map<string, number>()
  const wrong: unknown[] = []
  const client = () =>
    carry(sortie, body.id, ({ session, turn, prompt, messages }) => {
      if (turn !== (seen.get(session) ?? 0) + 1) wrong.push([session, turn])
      seen.set(session, turn)
      if (messages.at(-1)?.content !== prompt || messages.filter(({ role }) => role === 'user').length < turn) wrong.push(messages)
      return polite(prompt)
    })
  await Promise.all([client(), client(), client()])
  const end = await ended(sortie, body.id, key)
  expect(end.status).toBe('completed')
  expect(wrong).toEqual([])
  expect(Math.max(...seen.values())).toBeGreaterThan(1)
})

test('a client that does not say it keeps conversations is not taken for one that does, and the scan says so', async () => {
  const { body } = await start({ categories: ['jailbreak'], max_attacks: 5 })
  await carry(sortie, body.id, ({ prompt }) => polite(prompt), '')
  const end = (await ended(sortie, body.id, key)) as WireScan & { target_profile: { notes: readonly string[] } }
  expect(end.target_profile).toMatchObject({ protocol: 'relay', conversation: 'none' })
  expect(end.target_profile.notes.join(' ')).toContain('attacks of several turns are left out')
})

test('after kill -9 the same client goes on with the new process, and nothing that was recorded is asked again', async () => {
  let service = await startService({ env: { SORTIE_LOG_LEVEL: 'error' } })
  const mine = await newKey(service)
  const body = { target: 'http://intranet.example/', mode: 'relay', max_attacks: 30, seed: 1, concurrency: 1 }
  const { id } = (await service.post('/scans', body, mine)).body
  const shared = key
  key = mine
  try {
    await carry(service, id, ({ prompt }) => polite(prompt), '?can=history', 20)
    const before = (await service.get<{ attacks_done: number }>(`/scans/${id}`, mine)).body.attacks_done
    await service.kill()
    service = await startService({ dataDir: service.dataDir, env: { SORTIE_LOG_LEVEL: 'error' } })
    expect((await service.get(`/scans/${id}`, mine)).body.status).toBe('running')
    expect((await service.post(`/scans/${id}/responses`, { prompt_id: 'prm_of_the_dead', response: 'x' }, mine)).status).toBe(404)
    await carry(service, id, ({ prompt }) => polite(prompt))
    const end = await ended(service, id, mine)
    expect(end.status).toBe('completed')
    expect(before).toBeGreaterThan(5)
    expect(end.total_attacks).toBe(end.attacks_planned)
    expect(new Set(end.results.map((result) => result.id)).size).toBe(end.total_attacks)
  } finally {
    key = shared
    await service.stop()
  }
})

test('a shutdown tells the waiting client at once', async () => {
  const service = await startService({ env: { SORTIE_LOG_LEVEL: 'error' } })
  const shared = key
  key = await newKey(service)
  try {
    const { id } = (await start({ concurrency: 1 }, service)).body
    await service.get(`/scans/${id}/next`, key)
    const waiting = service.get(`/scans/${id}/next`, key)
    const startedMs = performance.now()
    // The request is on its way when the signal comes.
    await service.get('/healthz')
    expect(await service.stop()).toBe(0)
    expect([204, 503]).toContain((await waiting).status)
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  } finally {
    key = shared
  }
})

/** `sortie relay` as a process of its own, with a data folder that must stay untouched. */
async function relay(args: readonly string[], variables: Record<string, string> = {}, interruptOn?: string) {
  const child = spawn(process.execPath, ['bin/sortie.mjs', 'relay', '--server', sortie.url, ...args], {
    env: { ...process.env, SORTIE_KEY: key, SORTIE_DATA_DIR: '/nonexistent/and/not/needed', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    const wasSaid = interruptOn === undefined || err.includes(interruptOn)
    err += text
    if (!wasSaid && err.includes(interruptOn)) child.kill('SIGINT')
  })
  const [code] = await once(child, 'close')
  return { code: code as number, out, err }
}

test('sortie relay carries a scan to a URL that only it can reach, and prints what was found', async () => {
  const before = gullible.requests()
  const { code, out, err } = await relay(['--as', 'http://intranet.example/lumi', '-n', '30', '--seed', '3', '--json', gullible.url])
  const scan = JSON.parse(out) as WireScan
  expect([scan.status, scan.target, scan.total_attacks]).toEqual(['completed', 'http://intranet.example/lumi', 30])
  expect(scan.successful_attacks).toBeGreaterThan(0)
  expect(code).toBe(1)
  expect(err).toContain('The endpoint speaks openai-chat.')
  expect(gullible.requests() - before).toBeGreaterThan(30)
  expect(out + err).not.toContain(key)
})

const bot = (body: string) => {
  const file = join(mkdtempSync(join(tmpdir(), 'sortie-bot-')), 'bot.mjs')
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline'\nlet count = 0\nfor await (const line of createInterface({ input: process.stdin })) {\n  const { prompt_id, session, turn, prompt, messages } = JSON.parse(line)\n  count++\n  ${body}\n}\n`,
  )
  return [process.execPath, file]
}

test('sortie relay carries a scan to a command, one JSON line each way', async () => {
  const say = `console.log(JSON.stringify({ prompt_id, response: 'I am sorry, I can not help with request number ' + count + ' of ' + prompt.length + ' characters.' }))`
  const { code, out } = await relay(['-n', '8', '-c', 'jailbreak', '--', ...bot(say)])
  expect(out).toMatch(/in 8 attacks/)
  expect([0, 1]).toContain(code)
})

test('a command that dies ends the scan that was started for it, and does not read as clean', async () => {
  const { code, err } = await relay([
    '-n',
    '8',
    '-c',
    'jailbreak',
    '--',
    ...bot('if (count > 5) process.exit(4)\n  console.log(JSON.stringify({ prompt_id, response: String(count) + session }))'),
  ])
  expect(code).toBe(3)
  expect(err).toContain('The command ended before the scan did (exit code 4).')
  const { body } = await sortie.get<readonly WireScan[]>('/scans?limit=1', key)
  expect((await ended(sortie, body[0]!.id, key)).error?.code).toBe('cancelled')
})

test('Ctrl-C cancels the scan, though the command has not answered yet', async () => {
  const { code, out, err } = await relay(['-n', '8', '--', ...bot("if (count === 1) console.error('GOT ' + prompt_id)")], {}, 'GOT prm_')
  expect(code).toBe(3)
  expect(err).toContain('Stopping the scan')
  const id = /scn_[0-9a-f]{32}/.exec(out)![0]
  expect((await sortie.get(`/scans/${id}`, key)).body.error?.code).toBe('cancelled')
})

test('a wrong key, a wrong server and a scan that is not there are told in one sentence', async () => {
  expect(await relay(['--', ...bot('')], { SORTIE_KEY: 'wrong' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('The server refused'),
  })
  expect(await relay(['--server', 'http://127.0.0.1:9', '--', ...bot('')])).toMatchObject({
    code: 3,
    err: expect.stringContaining('does not answer'),
  })
  expect(await relay(['--scan', 'scn_0', '--', ...bot('')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no such scan'),
  })
})
