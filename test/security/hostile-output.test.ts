import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeText } from '../../src/lib/escape-text.ts'
import { fromText } from '../../src/store/text.ts'
import { chatting, type LocalTarget, polite, serveTarget } from '../e2e/local-target.ts'
import { newKey, startService, type WireScan } from '../e2e/service.ts'
import { hostileOutputs } from './hostile-outputs.ts'

/** Everything a terminal might obey, or a reader might not see. Line feeds are layout. */
const inert = /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]*$/u

test('there are at least three hundred', () => {
  expect(new Set(hostileOutputs).size).toBeGreaterThanOrEqual(300)
})

test('escaped, every one of them is inert', () => {
  for (const output of hostileOutputs) expect([output, inert.test(escapeText(output))]).toEqual([output, true])
})

describe('scanned from the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sortie-hostile-output-'))
  let target: LocalTarget
  let answered = 0
  const run = (...args: string[]) =>
    new Promise<{ stdout: Buffer; stderr: Buffer }>((resolve) => {
      const env = { ...process.env, SORTIE_DATA_DIR: folder, SORTIE_LOG_LEVEL: 'debug', FORCE_COLOR: '0', NO_COLOR: '1' }
      execFile(
        process.execPath,
        ['bin/sortie.mjs', ...args],
        { env, encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
        (_, stdout, stderr) => resolve({ stdout, stderr }),
      )
    })
  const scan = (...more: string[]) => run('scan', target.url, '--max-attacks', '40', '--fail-on', 'critical', ...more)
  const responsesOf = (results: readonly { response: string }[]) => results.map((one) => one.response).join('\n')
  /** Exactly what was said; half a character is no text, and is marked by U+FFFD. */
  const expectKept = (said: string) => {
    for (const output of hostileOutputs) expect([output, said.includes(output.toWellFormed())]).toEqual([output, true])
  }

  beforeAll(async () => {
    // Thirty in each answer, so that a scan hears each of them several times.
    const next = () => Array.from({ length: 30 }, () => hostileOutputs[answered++ % hostileOutputs.length]).join(' ')
    target = await serveTarget(chatting((text) => `${polite(text)} ${next()}`))
  })
  afterAll(async () => {
    await target.close()
    rmSync(folder, { recursive: true })
  })

  test('for people: nothing but printable characters reaches the terminal or the log', async () => {
    const { stdout, stderr } = await scan()
    expect(stdout.length).toBeGreaterThan(100)
    expect(stdout.toString('utf8')).toMatch(inert)
    expect(stderr.toString('utf8')).toMatch(inert)
  })

  test('for programs: the JSON holds exactly what was said, and no control byte', async () => {
    const { stdout } = await scan('--json')
    const result = JSON.parse(stdout.toString('utf8'))
    expect(result.results.length).toBeGreaterThan(35)
    expectKept(responsesOf(result.results))
    expect(stdout.toString('utf8')).toMatch(inert)
  })

  test('from the API: the same, as data that no browser takes for a page, and nothing of it in the log', async () => {
    const service = await startService({ dataDir: folder, env: { SORTIE_LOG_LEVEL: 'debug' } })
    try {
      const key = await newKey(service)
      const { body: scans } = await service.get<readonly WireScan[]>('/scans', key)
      const paths = [`/scans/${scans[0]!.id}`, `/scans/${scans[0]!.id}/results?limit=100`, `/scans/${scans[0]!.id}/findings`, '/scans']
      for (const path of paths) {
        const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } })
        const bytes = Buffer.from(await answer.arrayBuffer())
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
        expect([path, bytes.findIndex((byte) => byte < 0x20 && byte !== 0x0a)]).toEqual([path, -1])
        if (path.includes('results')) expectKept(responsesOf(JSON.parse(bytes.toString('utf8'))))
      }
    } finally {
      await service.stop()
    }
    expect(service.stderr()).toMatch(inert)
    expect(service.stderr()).not.toMatch(/pwned|OVERWRITTEN|onerror|HYPERLINK/)
  })

  test('in the database: as text that is bound and never run, and the file is whole', () => {
    const database = new DatabaseSync(join(folder, 'sortie.db'), { readOnly: true })
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const rows = database.prepare('select response, typeof(response) as type from attempts').all() as { response: string; type: string }[]
    expect(new Set(rows.map((row) => row.type))).toEqual(new Set(['text']))
    expectKept(responsesOf(rows.map(({ response }) => ({ response: fromText(response) }))))
    database.close()
  })
})
