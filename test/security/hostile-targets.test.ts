import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { type HostileTarget, hostileTargets } from './hostile-targets.ts'
import { serveHttp } from './loopback-server.ts'

type Faced = Readonly<{ outcomes: readonly (number | string)[]; largest: number; ms: number }>
type Report = Readonly<{
  results: readonly Faced[]
  before: { files: number; rss: number }
  after: { files: number; rss: number }
  inFlight: number
  openSockets: number
}>
const maxBytes = 1024 * 1024
/** Short for those that only a deadline ends; long for the others, so that a busy machine does not make them late. */
const timeoutOf = (target: HostileTarget) =>
  target.expect.includes('target_timeout') || target.name.includes('event stream') ? 400 : 15_000
let report: Report

beforeAll(async () => {
  const servers = await Promise.all(hostileTargets.map((target) => target.start()))
  const friendly = await serveHttp((request, response) => void request.resume().on('end', () => response.end('x'.repeat(100_000))))
  const targets = hostileTargets.map((target, i) => ({
    url: `${servers[i]!.url.replace('http', target.scheme ?? 'http')}/v1/chat`,
    timeoutMs: timeoutOf(target),
  }))
  const ca = readFileSync(new URL('certificates/ca.pem', import.meta.url), 'utf8')
  const script = fileURLToPath(new URL('face-hostile-targets.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    script,
    JSON.stringify({ targets, ca, warmUp: friendly.url }),
  ])
  report = JSON.parse(stdout)
  for (const server of [...servers, friendly]) await server.close()
}, 60_000)

test('there are at least forty', () => {
  expect(new Set(hostileTargets.map((target) => target.name)).size).toBeGreaterThanOrEqual(40)
})

describe('every request ends in time, bounded, with a status or a reason', () => {
  test.for(hostileTargets.map((target, index) => ({ ...target, index })))('$name', (target) => {
    const faced = report.results[target.index]!
    for (const outcome of faced.outcomes) expect(target.expect).toContain(outcome)
    expect(faced.largest).toBeLessThanOrEqual(maxBytes)
    expect(faced.ms).toBeLessThan(timeoutOf(target) + 3000)
  })
})

test('nothing is left behind, and memory rose by no more than 64 MB', () => {
  expect([report.inFlight, report.openSockets]).toEqual([0, 0])
  expect(report.after.files).toBeLessThanOrEqual(report.before.files)
  expect(report.after.rss - report.before.rss).toBeLessThan(64 * 1024 * 1024)
})
