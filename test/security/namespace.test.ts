import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listen, serveHttp } from './loopback-server.ts'
import { type RebindingResult, tryRebinding } from './rebinding.ts'

const run = promisify(execFile)

const expectNoLeaks = (result: RebindingResult) => {
  expect(result.tries).toBeGreaterThanOrEqual(1000)
  expect(result.guardLeaks).toBe(0)
  // The test can fail: good answers do come through, bad ones are met, and the usual mistake falls for them.
  expect(result.guardReached).toBeGreaterThan(100)
  expect(result.guardRefused).toBeGreaterThan(100)
  expect(result.naiveLeaks).toBeGreaterThan(50)
}

test('names that change their address never lead the guard astray', async () => {
  // Loopback only, so that it runs anywhere: 127.0.0.1 is allowed, 127.0.0.2 is not and holds the secret.
  const good = await serveHttp((_, response) => response.end('public'))
  const hidden = await listen(
    createServer((_, response) => response.end('SECRET')),
    '127.0.0.2',
    good.port,
  )
  let question = 0
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1', '127.0.0.2'], ['127.0.0.1', '::ffff:127.0.0.2']]
  const result = await tryRebinding({
    tries: 1000,
    port: good.port,
    egress: { mode: 'token', allowTargets: ['127.0.0.1'], lookup: async () => answers[Math.imul(++question, 0x9e3779b1) >>> 30]! },
    isBad: (address) => address.endsWith('127.0.0.2'),
  })
  await hidden.close()
  await good.close()
  expectNoLeaks(result)
})

/** Nothing but a loopback that answers to every address there is, and a resolver of our own. */
const setUp =
  'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo && mount --bind "$0" /etc/resolv.conf'
const canUnshare = process.getuid?.() === 0 && spawnSync('unshare', ['-n', '-m', 'sh', '-c', setUp, '/dev/null']).status === 0

// Needs root and Linux. Elsewhere the test above and ssrf-spellings.test.ts cover the same ground without dialling.
if (canUnshare) {
  test('where every address answers, nothing forbidden is reached and nothing good is blocked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sortie-namespace-'))
    const resolvers = join(folder, 'resolv.conf')
    writeFileSync(resolvers, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
    const script = fileURLToPath(new URL('in-namespace.ts', import.meta.url))
    const { stdout } = await run('unshare', ['-n', '-m', 'sh', '-c', `${setUp} && exec "$1" "$2"`, resolvers, process.execPath, script])
    rmSync(folder, { recursive: true })
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ through: 0, hitsWhileForbidden: 0, good: 50 })
    expect(result.spellings).toBeGreaterThan(500)
    expectNoLeaks(result.rebinding)
  }, 90_000)
}
