import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access } from '../../src/api/access.ts'
import { scopes } from '../../src/domain/key.ts'
import type { Api } from './open-api.ts'
import { openApi } from './open-api.ts'

// Generated from the routes themselves: a route that is added tomorrow is in here without anybody remembering it.
let api: Api
let credentials: Record<string, string | undefined>
beforeAll(async () => {
  api = await openApi({ mode: 'token' })
  const revoked = await api.key()
  await api.store.keys.revoke((await api.store.keys.list())[0]!.id)
  const expired = await api.key(scopes, '2026-11-15T12:00:01Z')
  api.clock.nowMs += 1_000
  const good = await api.key(scopes)
  credentials = {
    none: undefined,
    empty: '',
    garbage: 'x',
    'a mistyped key': good.slice(0, -1) + (good.endsWith('0') ? '1' : '0'),
    'a key of the right form that nobody made': 'sortie_00000000000000000000000000000000000000000000000000',
    'two keys': `${good}, ${good}`,
    revoked,
    expired,
  }
})
afterAll(() => api.close())

const publicPaths = ['/', '/docs', '/openapi.json', '/healthz', '/readyz']
const pathOf = (url: string) => url.replace(/:\w+/g, 'scn_00000000000000000000000000000000')

test('exactly the routes that the contract opens are open', () => {
  const open = api.app.routeTable.filter(({ access }) => access === 'open').map(({ url }) => url)
  expect([...new Set(open)].toSorted()).toEqual(publicPaths.toSorted())
})

test('every other route refuses every bad credential with 401, whatever else is wrong with the request', async () => {
  const wrong: unknown[] = []
  const guarded = api.app.routeTable.filter(({ access }) => access !== 'open')
  expect(guarded.length).toBeGreaterThan(15)
  for (const { method, url } of guarded) {
    for (const [name, key] of Object.entries(credentials)) {
      const answer = await api.call(method, pathOf(url), {
        ...(key === undefined ? {} : { key }),
        ...(method === 'POST' ? { payload: '{not json', headers: { 'content-type': 'text/plain' } } : {}),
      })
      if (answer.statusCode !== 401) wrong.push([method, url, name, answer.statusCode])
    }
  }
  expect(wrong).toEqual([])
})

test('every other route refuses every key without its scope with 403, and no other', async () => {
  const wrong: unknown[] = []
  for (const { method, url, access } of api.app.routeTable) {
    if (access === 'open') continue
    const needed = (access as Exclude<Access, 'open'>).scope
    const without = await api.key(scopes.filter((scope) => scope !== needed))
    const having = await api.key([needed])
    const refused = await api.call(method, pathOf(url), { key: without })
    const mayAsk = url === '/auth/api-keys' && method === 'POST' ? { body: { scopes: [needed] } } : {}
    const allowed = await api.call(method, pathOf(url), { key: having, ...mayAsk })
    if (refused.statusCode !== 403 || [401, 403].includes(allowed.statusCode))
      wrong.push([method, url, refused.statusCode, allowed.statusCode])
  }
  expect(wrong).toEqual([])
})
