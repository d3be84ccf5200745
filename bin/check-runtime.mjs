// Runs after `npm install`. The per-platform Node packages put a Node 24 into node_modules/.bin; where that binary
// can't start (musl), it would hide a good host Node, so it is taken out of the way again.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const suffix = process.platform === 'win32' ? '.cmd' : ''
const bundled = fileURLToPath(new URL(`../node_modules/.bin/node${suffix}`, import.meta.url))
const starts = existsSync(bundled) && spawnSync(bundled, ['--version'], { shell: process.platform === 'win32' }).status === 0

if (!starts) {
  for (const name of ['node', 'node.cmd', 'node.ps1']) {
    rmSync(fileURLToPath(new URL(`../node_modules/.bin/${name}`, import.meta.url)), { force: true })
  }
  if (Number(process.versions.node.split('.')[0]) < 24) {
    console.error('Sortie runs on Node 24 or newer, and no ready-made one exists for this platform: install Node 24 and run npm ci again.')
  }
}
