import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../../src/domain/problem.ts'
import { ResultView } from '../../src/service/result-view.ts'
import { ScanView } from '../../src/service/scan-view.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'
import { attemptOf } from './small-catalog.ts'

const target = 'http://127.0.0.1:9/v1/chat?q=%7e'
let api: Api
let key: string
beforeAll(async () => {
  api = await openApi()
  key = await api.key()
})
afterAll(() => api.close())

const post = (body: unknown, headers?: Record<string, string>) => api.call('POST', '/scans', { key, body, ...(headers ? { headers } : {}) })
const get = (id: string) => api.call('GET', `/scans/${id}`, { key })

describe('creating', () => {
  test('POST answers at once with the six fields, running, and wakes a worker', async () => {
    const wakes = api.woken()
    const answer = await post({ target })
    expect(answer.statusCode).toBe(201)
    const scan = answer.json()
    expect(scan).toMatchObject({ target, status: 'running', phase: 'queued', progress: 0, vulnerabilities_found: 0, attacks_planned: 100 })
    expect(scan.created_at).toBe('2026-11-15T12:00:00.000Z')
    expect(answer.headers.location).toBe(`/scans/${scan.id}`)
    for (const field of ['results', 'total_attacks', 'successful_attacks', 'completed_at']) expect(scan).not.toHaveProperty(field)
    expect(api.woken()).toBe(wakes + 1)
  })

  test('a start in the future is pending, one in the past is running', async () => {
    expect((await post({ target, start_at: '2026-11-15T12:00:01Z' })).json().status).toBe('pending')
    expect((await post({ target, start_at: '2026-11-15T11:00:00Z' })).json().status).toBe('running')
  })

  test('null is the same as leaving an optional field out', async () => {
    const answer = await post({ target, categories: null, max_attacks: null, name: null, target_config: { model: null, protocol: 'text' } })
    expect(answer.statusCode).toBe(201)
    expect((await post({ target: null })).statusCode).toBe(400)
  })

  test('category names forgive case and dashes; an unknown one is answered with the known ones', async () => {
    expect((await post({ target, categories: ['Prompt-Injection', 'JAILBREAK'] })).statusCode).toBe(201)
    const answer = await post({ target, categories: ['jailbreak', 'nonsense'] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().detail).toContain('jailbreak, prompt_injection')
    expect(answer.json().errors).toEqual([{ pointer: '/categories/1', detail: expect.any(String) }])
  })

  test.each([
    ['no body', undefined],
    ['no target', {}],
    ['a number', { target: 1 }],
    ['not a URL', { target: 'notaurl' }],
    ['another scheme', { target: 'ftp://example.com/' }],
    ['credentials', { target: 'http://user:pass@example.com/' }],
    ['an empty user', { target: 'http://@example.com/' }],
    ['a control character', { target: 'http://example.com/\u0000' }],
    ['a space before', { target: ' http://example.com/' }],
    ['a backslash', { target: 'http:\\\\example.com/' }],
    ['2,049 characters', { target: `http://example.com/${'x'.repeat(2049 - 19)}` }],
    ['no categories', { target, categories: [] }],
    ['categories as text', { target, categories: 'jailbreak' }],
    ['a category that is a number', { target, categories: [1] }],
    ['max_attacks 0', { target, max_attacks: 0 }],
    ['max_attacks -1', { target, max_attacks: -1 }],
    ['max_attacks 1e9', { target, max_attacks: 1e9 }],
    ['max_attacks 10,001', { target, max_attacks: 10_001 }],
    ['max_attacks as text', { target, max_attacks: '5' }],
    ['max_attacks 1.5', { target, max_attacks: 1.5 }],
    ['max_attacks true', { target, max_attacks: true }],
    ['a typo', { target, max_attack: 5 }],
    ['a typo in target_config', { target, target_config: { tokn: 'x' } }],
    ['a line break in a header', { target, target_config: { headers: { 'x-a': 'b\r\nc' } } }],
    ['an unknown technique', { target, techniques: ['nonsense'] }],
    ['an unknown language', { target, languages: ['xx'] }],
    ['an unknown judge', { target, judge: 'http://evil.example' }],
    ['a mode nobody knows', { target, mode: 'carrier-pigeon' }],
    ['a relay with a start time', { target, mode: 'relay', start_at: '2030-01-01T00:00:00Z' }],
    ['a relay with secrets of its target', { target, mode: 'relay', target_config: { auth: { type: 'bearer', token: 'x' } } }],
    ['a list', [target]],
    ['text', JSON.stringify(target)],
  ])('%s is 400 and names the field', async (_, body) => {
    const answer = await api.call('POST', '/scans', {
      key,
      headers: { 'content-type': 'application/json' },
      payload: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.length).toBeGreaterThan(0)
  })

  test('2,048 characters are a target', async () => {
    const long = `http://example.com/${'x'.repeat(2048 - 19)}`
    expect((await post({ target: long })).json().target).toBe(long)
  })

  test('a forbidden target is 403, after its fields were checked', async () => {
    expect((await post({ target: 'http://169.254.169.254/' })).json().code).toBe('target_forbidden')
    expect((await post({ target: 'http://169.254.169.254/', max_attacks: 0 })).statusCode).toBe(400)
  })

  test('the secrets of a target are sealed and never shown', async () => {
    const answer = await post({ target, target_config: { auth: { type: 'bearer', token: 'hunter2hunter2' } } })
    expect(answer.body).not.toContain('hunter2')
    const kept = await api.store.scans.secrets(answer.json().id)
    expect(Buffer.from(kept!.sealedConfig!).toString()).not.toContain('hunter2')
    expect((await get(answer.json().id)).body).not.toContain('hunter2')
  })
})

test('an estimate checks like POST, starts nothing and needs no right to write', async () => {
  const reader = await api.key(['scans:read'])
  const wakes = api.woken()
  const estimate = (body: object) => api.call('POST', '/scans/estimate', { key: reader, body })
  expect((await estimate({ target, max_attacks: 10 })).json()).toEqual({ attacks_planned: 10, requests_at_most: 155 })
  expect((await estimate({ target, max_attacks: 10, max_requests: 50 })).json().requests_at_most).toBe(50)
  expect((await estimate({ target, max_attacks: 0 })).statusCode).toBe(400)
  expect((await estimate({ target: 'http://169.254.169.254/' })).statusCode).toBe(403)
  expect(api.woken()).toBe(wakes)
})

describe('idempotency', () => {
  test('the same request again is the same scan, as it was first answered', async () => {
    const headers = { 'idempotency-key': 'once-1' }
    const first = await post({ target, max_attacks: 3 }, headers)
    const again = await post({ max_attacks: 3, target }, headers)
    expect(again.statusCode).toBe(201)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.json()).toEqual(first.json())
    await api.call('POST', `/scans/${first.json().id}/cancel`, { key })
    expect((await post({ max_attacks: 3, target }, headers)).json()).toEqual(first.json())
  })

  test('another body is 422, a day later it is a new scan, and a bad key is 400', async () => {
    const headers = { 'idempotency-key': 'once-2' }
    const first = await post({ target }, headers)
    expect((await post({ target, max_attacks: 7 }, headers)).statusCode).toBe(422)
    api.clock.nowMs += 24 * 3600 * 1000
    expect((await post({ target, max_attacks: 7 }, headers)).json().id).not.toBe(first.json().id)
    expect((await post({ target }, { 'idempotency-key': 'x'.repeat(256) })).statusCode).toBe(400)
  })
})

describe('reading', () => {
  test.each(['nonexistent', 'scn_00000000000000000000000000000000', '%20', '%ZZ', 'a'.repeat(3000), '..%2f..'])(
    'GET /scans/%s is 404',
    async (id) => {
      const answer = await get(id)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('not_found')
    },
  )

  test('HEAD is GET without a body', async () => {
    const { id } = (await post({ target })).json()
    const answer = await api.call('HEAD', `/scans/${id}`, { key })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect((await api.call('HEAD', '/scans/nope', { key })).statusCode).toBe(404)
  })

  test('a large completed scan is streamed whole, and its numbers agree with its results', async () => {
    const own = await openApi()
    const ownKey = await own.key()
    const { id } = (await own.call('POST', '/scans', { key: ownKey, body: { target, max_attacks: 700, fail_on: 'high' } })).json()
    const lease = await own.claim()
    const big = 'x'.repeat(2_000)
    const attempts = Array.from({ length: 700 }, (_, n) =>
      attemptOf(n, n % 7 === 0 ? 'succeeded' : 'resisted', { response: `"${n}" ${big}` }),
    )
    await own.store.scans.record(lease, attempts, '2026-11-15T12:00:01.000Z')
    const running = (await own.call('GET', `/scans/${id}`, { key: ownKey })).json()
    expect(running).toMatchObject({ status: 'running', vulnerabilities_found: expect.any(Number), attacks_done: 700, gate: null })
    expect(running).not.toHaveProperty('results')
    await own.store.scans.finish(lease, {
      status: 'completed',
      completedAt: '2026-11-15T12:00:02.000Z',
      error: null,
      score: null,
      warnings: [],
    })
    const answer = await own.call('GET', `/scans/${id}`, { key: ownKey })
    const scan = answer.json()
    expect(scan).toMatchObject({ status: 'completed', progress: 100, total_attacks: 700, successful_attacks: 100, gate: 'failed' })
    expect(scan.results).toHaveLength(700)
    expect(scan.results.filter((result: { success: boolean }) => result.success)).toHaveLength(100)
    expect(scan.results[7]).toMatchObject({
      attack_category: 'prompt_injection',
      prompt: 'prompt 7',
      response: `"7" ${big}`,
      success: true,
      severity: 'high',
      outcome: 'succeeded',
      confidence: 'confirmed',
      compliance: { owasp_llm: ['LLM01:2025'], mitre_atlas: ['AML.T0051'] },
    })
    // What is streamed is not checked on its way out, so it is checked here.
    ScanView.extend({ results: z.array(ResultView.strict()) })
      .strict()
      .parse(scan)
    expect(scan.coverage.jailbreak).toMatchObject({ done: 350, succeeded: 50 })
    expect(scan.severity_counts.high).toBe(1)
    expect((await own.call('HEAD', `/scans/${id}`, { key: ownKey })).headers).not.toHaveProperty('content-length')

    own.store.scans.streamAttempts = async function* () {
      yield* []
      throw new Problem('unavailable', 'The database is gone.')
    }
    const broken = await own.call('GET', `/scans/${id}`, { key: ownKey })
    expect([broken.statusCode, broken.json().code]).toEqual([503, 'unavailable'])
    await own.close()
  })
})

describe('cancelling and deleting', () => {
  test('a waiting scan is cancelled at once; then it can not be cancelled again, but deleted once', async () => {
    const { id } = (await post({ target })).json()
    expect((await api.call('DELETE', `/scans/${id}`, { key })).statusCode).toBe(409)
    const cancelled = await api.call('POST', `/scans/${id}/cancel`, { key })
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([202, 'failed'])
    expect((await get(id)).json()).toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
      results: [],
      total_attacks: 0,
      successful_attacks: 0,
    })
    expect((await api.call('POST', `/scans/${id}/cancel`, { key })).statusCode).toBe(409)
    expect((await api.call('DELETE', `/scans/${id}`, { key })).statusCode).toBe(204)
    expect((await api.call('DELETE', `/scans/${id}`, { key })).statusCode).toBe(404)
    expect((await get(id)).statusCode).toBe(404)
  })

  test('what does not exist is 404', async () => {
    expect((await api.call('POST', '/scans/nope/cancel', { key })).statusCode).toBe(404)
    expect((await api.call('DELETE', '/scans/nope', { key })).statusCode).toBe(404)
  })
})

test('while draining, new scans are 503 with Retry-After and old ones can be read', async () => {
  const draining = await openApi({ isDraining: () => true })
  const ownKey = await draining.key()
  const answer = await draining.call('POST', '/scans', { key: ownKey, body: { target } })
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await draining.call('GET', '/scans', { key: ownKey })).statusCode).toBe(200)
  expect((await draining.call('GET', '/readyz')).statusCode).toBe(503)
  await draining.close()
})
