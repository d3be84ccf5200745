import { afterEach, expect, test } from 'vitest'
import { openLimiter } from '../../src/api/rate-limit.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'

let api: Api | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
})
const body = { target: 'http://127.0.0.1:9/' }

test('a bucket allows its burst, refills with time and tells when to come back', () => {
  const limiter = openLimiter()
  const policy = { name: 'p', burst: 2, perSecond: 0.5 }
  const allowed = (who: string, nowMs: number) => limiter.take(who, policy, nowMs).isAllowed
  expect([allowed('a', 0), allowed('a', 0), allowed('a', 0), allowed('b', 0)]).toEqual([true, true, false, true])
  expect(limiter.take('a', policy, 500).retryAfterMs).toBe(1500)
  expect(allowed('a', 2000)).toBe(true)
  expect(allowed('a', 1000)).toBe(false) // a clock that goes back gives nothing away
})

test('a flood of names does not grow the memory without bound, nor reset the one who floods', () => {
  const limiter = openLimiter()
  const policy = { name: 'p', burst: 1, perSecond: 0.001 }
  for (let n = 0; n < 50_000; n += 1) limiter.take(`n${n}`, policy, 0)
  limiter.take('me', policy, 0)
  expect(limiter.take('me', policy, 0).isAllowed).toBe(false)
})

test('local mode lets a burst of 1,000 scans pass and says what is left', async () => {
  api = await openApi()
  const key = await api.key()
  const answers = await Promise.all(Array.from({ length: 1000 }, () => api!.call('POST', '/scans', { key, body })))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1000)
  expect(answers[0]!.headers).toMatchObject({
    ratelimit: expect.stringMatching(/^"scans";r=\d+;t=\d+$/),
    'ratelimit-policy': expect.stringMatching(/^"scans";q=\d+;w=\d+$/),
    'x-ratelimit-limit': expect.any(String),
    'x-ratelimit-remaining': expect.any(String),
    'x-ratelimit-reset': expect.any(String),
  })
})

test('token mode limits each key by itself, after the scope and before the body is looked at', async () => {
  api = await openApi({ mode: 'token' })
  const [key, other] = [await api.key(), await api.key()]
  for (let n = 0; n < 100; n += 1) await api.call('POST', '/scans', { key, body: {} })
  const limited = await api.call('POST', '/scans', { key, payload: 'x' })
  expect([limited.statusCode, limited.json().code, limited.headers['retry-after']]).toEqual([429, 'rate_limited', '1'])
  expect((await api.call('GET', '/scans', { key })).statusCode).toBe(200)
  expect((await api.call('POST', '/scans', { key: other, body })).statusCode).toBe(201)
})

test('in token mode guessing keys is slowed down for the address that guesses; a good key still works from there', async () => {
  api = await openApi({ mode: 'token' })
  const key = await api.key()
  const guess = async () => (await api!.call('GET', '/scans', { key: 'guess' })).statusCode
  for (let n = 0; n < 1_000; n += 1) expect(await guess()).toBe(401)
  expect(await guess()).toBe(429)
  expect((await api.call('GET', '/scans', { key })).statusCode).toBe(200)
})
