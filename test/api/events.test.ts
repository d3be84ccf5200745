import { afterEach, expect, test } from 'vitest'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'
import { attemptOf } from './small-catalog.ts'

let api: Api
afterEach(() => api.close())

type Event = { id?: string; event: string; data: Record<string, unknown> }

/** Reads server-sent events as the specification says, as far as we use it. */
function parseEvents(text: string): readonly Event[] {
  return text
    .split('\n\n')
    .map((block) =>
      Object.fromEntries(block.split('\n').flatMap((line) => (/^\w+: /.test(line) ? [line.split(/: (.*)/s).slice(0, 2)] : []))),
    )
    .filter((fields) => fields.event !== undefined)
    .map((fields) => ({ ...fields, event: fields.event, data: JSON.parse(fields.data) }))
}

async function runningScan() {
  api = await openApi()
  const key = await api.key()
  const { id } = (await api.call('POST', '/scans', { key, body: { target: 'http://127.0.0.1:9/', max_attacks: 4 } })).json()
  const lease = await api.claim()
  return { key, id, lease, at: '2026-11-15T12:00:01.000Z' }
}
const end = { status: 'completed', completedAt: '2026-11-15T12:00:02.000Z', error: null, score: null, warnings: [] } as const

test('a stream tells every result once, then the end, and closes', async () => {
  const { key, id, lease, at } = await runningScan()
  await api.store.scans.record(lease, [attemptOf(0, 'resisted'), attemptOf(1, 'succeeded')], at)
  const stream = api.call('GET', `/scans/${id}/events`, { key })
  await api.store.scans.record(lease, [attemptOf(2, 'error'), attemptOf(3, 'blocked')], at)
  await api.store.scans.finish(lease, end)
  const answer = await stream
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  const events = parseEvents(answer.body)
  const results = events.filter(({ event }) => event === 'result')
  expect(results.map(({ data }) => data.outcome)).toEqual(['resisted', 'succeeded', 'error', 'blocked'])
  expect(events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed', total_attacks: 4 } })
  expect(answer.body).not.toContain('response 1')
})

test('Last-Event-ID continues after what was seen', async () => {
  const { key, id, lease, at } = await runningScan()
  await api.store.scans.record(lease, [attemptOf(0, 'resisted'), attemptOf(1, 'succeeded'), attemptOf(2, 'error')], at)
  await api.store.scans.finish(lease, end)
  const resultsAfter = async (place?: string) => {
    const headers = place === undefined ? {} : { 'last-event-id': place }
    return parseEvents((await api.call('GET', `/scans/${id}/events`, { key, headers })).body).filter(({ event }) => event === 'result')
  }
  const all = await resultsAfter()
  expect(all).toHaveLength(3)
  expect(await resultsAfter(all[1]!.id)).toEqual(all.slice(2))
  expect(await resultsAfter('not ours')).toEqual(all)
})

test('an unknown scan is 404 before any stream begins', async () => {
  api = await openApi()
  expect((await api.call('GET', '/scans/nope/events', { key: await api.key() })).statusCode).toBe(404)
})
