// Runs after `npm install`. The per-platform Node packages put a Node 24 into node_modules/.bin; where that binary
// can't start (musl), it would hide a good host Node, so it is taken out of the way again. Then everything is loaded once.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const suffix = process.platform === 'win32' ? '.cmd' : ''
const bundled = fileURLToPath(new URL(`../node_modules/.bin/node${suffix}`, import.meta.url))
const hostIsNew = Number(process.versions.node.split('.')[0]) >= 24
const starts = existsSync(bundled) && spawnSync(bundled, ['--version'], { shell: process.platform === 'win32' }).status === 0

if (!starts) {
  for (const name of ['node', 'node.cmd', 'node.ps1']) {
    rmSync(fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url)), { force: true })
  }
  if (!hostIsNew) {
    console.error('Sortie runs on Node 24 or newer, and no ready-made one exists for this platform: install Node 24 and run npm ci again.')
  }
}

// Only a matter of speed: a start without it works as well, so its failure is no failure of the installation.
if (starts || hostIsNew) {
  const warmUp = fileURLToPath(new URL('./warm-up.mjs', import.meta.url))
  spawnSync(starts ? bundled : process.execPath, [warmUp], { shell: process.platform === 'win32' && starts, timeout: 60_000 })
}
