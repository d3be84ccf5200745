import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeText } from '../../src/lib/escape-text.ts'
import { chatting, type LocalTarget, polite, serveTarget } from '../e2e/local-target.ts'
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

  beforeAll(async () => {
    // Ten in each answer, so that forty answers carry all of them.
    const next = () => Array.from({ length: 10 }, () => hostileOutputs[answered++ % hostileOutputs.length]).join(' ')
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
    const said = result.results.map((one: { response: string }) => one.response).join('\n')
    const kept = hostileOutputs.filter((output) => output.isWellFormed() && said.includes(output))
    expect(kept.length).toBeGreaterThan(200)
    for (const byte of [0x1b, 0x07, 0x08, 0x0d, 0x00]) expect([byte, stdout.includes(byte)]).toEqual([byte, false])
  })
})
