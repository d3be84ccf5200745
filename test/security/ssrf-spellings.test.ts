import { expect, test } from 'vitest'
import { Problem } from '../../src/domain/problem.ts'
import { createHostGates, defaultCaps } from '../../src/net/host-gates.ts'
import { createPolicy } from '../../src/net/policy.ts'
import { createResolve } from '../../src/net/resolve.ts'
import { createRoutes } from '../../src/net/routes.ts'
import { parseTargetUrl } from '../../src/net/target-url.ts'
import { addressInName, goodTargets, namesOf, near6, nearAddresses, never6, neverAddresses, spellingsOf } from './ssrf-spellings.ts'

// Judging alone dials nothing, so that these addresses are safe to use here; namespace.test.ts dials them for real.
const nowMs = () => performance.now()
const lookup = async (name: string) => [addressInName(name) ?? '93.184.216.34']
const routesOf = (mode: 'local' | 'token', allowTargets: readonly string[] = []) =>
  createRoutes({
    policy: createPolicy({ mode, allowTargets }),
    resolve: createResolve({ lookup, nowMs }),
    gates: createHostGates(defaultCaps, nowMs),
    connectTimeoutMs: 1,
  })
const judge = async (routes: ReturnType<typeof routesOf>, url: string) => {
  try {
    await routes.to(parseTargetUrl(url))
    return 'through'
  } catch (error) {
    return error instanceof Problem ? error.code : error
  }
}
const leaks = async (routes: ReturnType<typeof routesOf>, spellings: readonly { url: string }[]) => {
  const through: string[] = []
  for (const { url } of spellings) {
    const verdict = await judge(routes, url)
    if (verdict !== 'target_forbidden' && verdict !== 'invalid_request') through.push(`${url}: ${verdict}`)
  }
  return through
}

const never = [...spellingsOf(neverAddresses, never6), ...namesOf([...neverAddresses, 'fd00:ec2::254', '::ffff:169.254.169.254'])]
const near = [...spellingsOf(nearAddresses, near6), ...namesOf([...nearAddresses, '::1', 'fd12::1'])]

test('there are enough of them', () => {
  expect(never.length + near.length).toBeGreaterThan(2000)
  expect(new Set(goodTargets).size).toBe(50)
})

test('no spelling of a forbidden address gets through in local mode', async () => {
  expect(await leaks(routesOf('local'), never)).toEqual([])
})

test('no spelling of a forbidden or private address gets through in token mode', async () => {
  expect(await leaks(routesOf('token'), [...never, ...near])).toEqual([])
})

test('no allow-list opens what is forbidden', async () => {
  const everything = ['0.0.0.0/0', '::/0', ...neverAddresses, ...never6]
  for (const mode of ['local', 'token'] as const) expect(await leaks(routesOf(mode, everything), never)).toEqual([])
})

test('fifty good targets are not blocked in either mode', async () => {
  for (const mode of ['local', 'token'] as const) {
    const routes = routesOf(mode)
    for (const url of goodTargets) expect([url, await judge(routes, url)]).toEqual([url, 'through'])
    await routes.close()
  }
})

test('local targets are welcome in local mode, however they are written', async () => {
  const routes = routesOf('local')
  let welcome = 0
  for (const { url } of near) if ((await judge(routes, url)) === 'through') welcome++
  // The rest are credentials in the URL, backslashes and tunnel forms, which nobody means.
  expect(welcome).toBeGreaterThan(300)
  await routes.close()
})
