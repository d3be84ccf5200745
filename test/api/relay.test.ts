import { afterEach, expect, test } from 'vitest'
import type { Problem } from '../../src/domain/problem.ts'
import type { Reply } from '../../src/domain/target.ts'
import type { RelayDeskDeps } from '../../src/service/relay/relay-desk.ts'
import type { Errand } from '../../src/service/relay/relay-session.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'

let api: Api
let key: string
let id: string
let promptLeaseMs = 60_000
afterEach(async () => {
  promptLeaseMs = 60_000
  await api.close()
})

/** A relay scan, pending, whose work is to have these things said, all at once, and to end when all are answered. */
async function relayScan(...prompts: readonly string[]) {
  const ends: Promise<Reply | Problem>[] = []
  const run: RelayDeskDeps['run'] = async ({ lease }, signal) => {
    const session = api.relay.session(lease.scanId)
    const errands = prompts.map(
      (prompt, index): Errand => ({
        session: `ses_${index}`,
        turn: 1,
        prompt,
        messages: [{ role: 'user', content: prompt }],
      }),
    )
    ends.push(...errands.map((errand) => session.ask(errand, signal).catch((error: Problem) => error)))
    await Promise.all(ends)
    const completedAt = new Date(api.clock.now()).toISOString()
    await api.store.scans.finish(lease, { status: 'completed', completedAt, error: null, score: null, warnings: [] })
  }
  api = await openApi({}, { run, promptLeaseMs })
  key = await api.key()
  const created = await api.call('POST', '/scans', { key, body: { target: 'http://10.9.8.7/behind/the/wall', mode: 'relay' } })
  id = created.json().id
  return { created, ends }
}
const next = (query = '') => api.call('GET', `/scans/${id}/next${query}`, { key })
const answer = (body: unknown) => api.call('POST', `/scans/${id}/responses`, { key, body })

test('a relay scan is pending until its client asks, then it runs, and 410 says when to stop asking', async () => {
  const { created } = await relayScan('Hello?')
  expect(created.statusCode).toBe(201)
  expect(created.json()).toMatchObject({ status: 'pending', phase: 'waiting', target: 'http://10.9.8.7/behind/the/wall' })

  const prompt = await next()
  expect(prompt.json()).toMatchObject({ session: 'ses_0', turn: 1, prompt: 'Hello?', messages: [{ role: 'user', content: 'Hello?' }] })
  expect((await api.call('GET', `/scans/${id}`, { key })).json().status).toBe('running')
  expect((await next('?wait=0')).statusCode).toBe(204)

  expect((await answer({ prompt_id: prompt.json().prompt_id, response: 'Hi.' })).statusCode).toBe(204)
  const over = await next()
  expect([over.statusCode, over.json().code]).toEqual([410, 'scan_ended'])
})

test('a client that waits gets the prompt as soon as there is one', async () => {
  await relayScan('first', 'second')
  const [one, two] = await Promise.all([next(), next()])
  expect([one.json().prompt, two.json().prompt].toSorted()).toEqual(['first', 'second'])
})

test('a prompt has one carrier at a time; when its time is up it is handed out again, and the first answer wins', async () => {
  promptLeaseMs = 500
  const { ends } = await relayScan('Anybody?')
  const startedMs = performance.now()
  const first = (await next()).json()
  const again = (await next()).json()
  expect(again.prompt_id).toBe(first.prompt_id)
  expect(performance.now() - startedMs).toBeGreaterThan(490)
  expect((await answer({ prompt_id: first.prompt_id, response: 'slow' })).statusCode).toBe(204)
  const second = await answer({ prompt_id: first.prompt_id, response: 'slower' })
  expect([second.statusCode, second.json().code]).toEqual([409, 'conflict'])
  expect(await ends[0]).toMatchObject({ text: 'slow' })
})

test('a prompt that no client answers is a time-out of the target, not a wait for ever', async () => {
  promptLeaseMs = 20
  const { ends } = await relayScan('Silence')
  await next()
  await next()
  expect(await ends[0]).toMatchObject({ code: 'target_timeout' })
})

test('what the client reports reaches the scan: tool calls, a refusal, an error with its code', async () => {
  const { ends } = await relayScan('a', 'b', 'c')
  const ids = [await next(), await next(), await next()].map((prompt) => prompt.json().prompt_id)
  await answer({ prompt_id: ids[0], tool_calls: [{ name: 'refund', arguments: { order: 7 } }] })
  await answer({ prompt_id: ids[1], error: { code: 'target_rejected', message: 'No.', status: 403 } })
  await answer({ prompt_id: ids[2], error: 'the app crashed' })
  expect(await ends[0]).toEqual({ text: '', toolCalls: [{ name: 'refund', arguments: { order: 7 } }] })
  expect(await ends[1]).toMatchObject({ code: 'target_rejected', detail: 'No.', extra: { targetStatus: 403 } })
  expect(await ends[2]).toMatchObject({ code: 'target_server_error', detail: 'the app crashed' })
})

test('an answer to nothing is 404, a bad one is 400, a huge one is 413', async () => {
  await relayScan('x')
  const { prompt_id } = (await next()).json()
  expect((await answer({ prompt_id: 'prm_0', response: 'x' })).statusCode).toBe(404)
  expect((await answer({ prompt_id })).statusCode).toBe(400)
  expect((await answer({ prompt_id, response: 'x', error: 'y' })).statusCode).toBe(400)
  expect((await answer({ prompt_id, response: 'x', extra: 1 })).statusCode).toBe(400)
  expect((await answer({ prompt_id, error: { code: 'internal', message: 'x' } })).statusCode).toBe(400)
  expect((await answer({ prompt_id, response: 'x'.repeat(200_001) })).statusCode).toBe(400)
  expect((await answer({ prompt_id, response: 'x'.repeat(300_000) })).statusCode).toBe(413)
  expect((await next('?can=fly')).statusCode).toBe(400)
  expect((await next('?wait=soon')).statusCode).toBe(400)
})

test('HEAD takes no prompt away', async () => {
  await relayScan('x')
  expect((await api.call('HEAD', `/scans/${id}/next`, { key })).statusCode).toBe(405)
  expect((await next('?wait=5')).statusCode).toBe(200)
})

test('a scan that speaks to its target itself hands out nothing', async () => {
  await relayScan('x')
  id = (await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })).json().id
  expect((await next()).statusCode).toBe(409)
  expect((await answer({ prompt_id: 'prm_0', response: 'x' })).statusCode).toBe(409)
})

test('without a client for an hour it fails, and the client that comes after that is told', async () => {
  await relayScan('x')
  api.clock.nowMs += 3_599_999
  await api.relay.sweep()
  expect((await api.call('GET', `/scans/${id}`, { key })).json().status).toBe('pending')
  api.clock.nowMs += 1
  await api.relay.sweep()
  expect((await api.call('GET', `/scans/${id}`, { key })).json()).toMatchObject({
    status: 'failed',
    error: { code: 'target_client_missing', message: 'No relay client asked for prompts within an hour.' },
  })
  expect((await next()).statusCode).toBe(410)
  expect((await answer({ prompt_id: 'prm_0', response: 'x' })).statusCode).toBe(409)
})

test('a client that goes away for an hour in the middle ends what waits for it', async () => {
  const { ends } = await relayScan('x')
  await next()
  api.clock.nowMs += 3_600_000
  await api.relay.sweep()
  expect(await ends[0]).toMatchObject({ code: 'target_client_missing' })
})

test('a cancelled relay scan tells its client to stop', async () => {
  await relayScan('x')
  expect((await api.call('POST', `/scans/${id}/cancel`, { key })).statusCode).toBe(202)
  expect((await next()).statusCode).toBe(410)
})

test('while all traffic is stopped nothing is handed out and nothing is started', async () => {
  await relayScan('x')
  expect((await api.call('POST', '/admin/stop-all')).json()).toMatchObject({ status: 'stopped', scans_cancelled: 0 })
  expect((await next()).json()).toMatchObject({ status: 503, code: 'traffic_stopped' })
  expect((await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/' } })).statusCode).toBe(503)
  expect((await api.call('POST', '/admin/resume')).json()).toEqual({ status: 'flowing' })
  expect((await next()).statusCode).toBe(200)
})
