import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'sortie-data-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'a-file'), '')

// Killed and not asked to leave: one that is stuck would not listen.
const serve = (env: Record<string, string>) =>
  spawnSync(process.execPath, ['bin/sortie.mjs', 'serve'], {
    env: { ...process.env, SORTIE_PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 25_000,
    killSignal: 'SIGKILL',
  })

const badStarts: readonly { what: string; env: Record<string, string> }[] = [
  { what: 'a file', env: { SORTIE_DATA_DIR: join(folder, 'a-file') } },
  { what: 'below a file', env: { SORTIE_DATA_DIR: join(folder, 'a-file', 'below') } },
  ...(process.platform === 'linux' ? [{ what: 'below /proc', env: { SORTIE_DATA_DIR: '/proc/sortie' } }] : []),
  { what: 'no certificates', env: { SORTIE_DATA_DIR: join(folder, 'new'), SORTIE_EGRESS_CA: join(folder, 'a-file') } },
]

test.for(badStarts)('a start that can not work says so in a sentence and ends with 2: $what', ({ env }) => {
  const { status, stderr, stdout } = serve(env)
  const named = expect.stringContaining(Object.keys(env).at(-1)!)
  expect({ status, stdout, lines: stderr.trim().split('\n') }).toEqual({ status: 2, stdout: '', lines: [named] })
})
