import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDataDir, newKey, type Service, startService } from '../e2e/service.ts'

const env = { SORTIE_LOG_LEVEL: 'error' }
const dataDir = freshDataDir()
let first: Service
let second: Service
let key: string
beforeAll(async () => {
  first = await startService({ dataDir, env })
  second = await startService({ dataDir, env })
  key = await newKey(first)
})
afterAll(async () => {
  await first.stop()
  await second.stop()
})
const scan = async (from: Service, to: Service, host = '127.0.0.1') =>
  (await from.post<{ code?: string }>('/scans', { target: `http://${host}:${new URL(to.url).port}/v1/chat`, max_attacks: 1 }, key)).status

test('two services on one data folder do not scan each other, nor themselves', async () => {
  for (const from of [first, second]) {
    for (const to of [first, second]) await expect.poll(() => scan(from, to), { timeout: 10_000 }).toBe(403)
    for (const host of ['localhost', '[::1]', '127.8.7.6']) expect([host, await scan(from, first, host)]).toEqual([host, 403])
  }
})

test('the command line on the same data folder does not scan the services either', async () => {
  const run = promisify(execFile)(process.execPath, ['bin/sortie.mjs', 'scan', `${second.url}/auth/api-keys`, '--max-attacks', '1'], {
    env: { ...process.env, SORTIE_DATA_DIR: dataDir },
  })
  await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('does not scan itself') })
})

test('the address of a service that is gone is like any other, though it was killed', async () => {
  const third = await startService({ dataDir, env })
  await expect.poll(() => scan(first, third), { timeout: 10_000 }).toBe(403)
  await third.kill()
  await expect.poll(() => scan(first, third), { timeout: 10_000 }).toBe(201)
})
