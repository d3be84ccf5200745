import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('what npm start has started ends with it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sortie-npm-'))
  const npm = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, SORTIE_PORT: '0', SORTIE_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const url = await readyAt(npm.stdout.setEncoding('utf8'))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  npm.kill('SIGTERM')
  await once(npm, 'exit')
  await expect.poll(() => isUp(url), { timeout: 30_000, interval: 100 }).toBe(false)
  rmSync(dataDir, { recursive: true, force: true })
})

async function readyAt(output: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += piece
    const url = /ready at (\S+)/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`it never became ready: ${text}`)
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )
