#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what is wrong.
import v8 from 'node:v8'
import { useCompileCache } from './compile-cache.mjs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Sortie runs on Node 24 or newer, this is ${process.version}: start it with "npm start" or "npx sortie", which use the Node that npm ci installed, or install Node 24.`,
  )
  process.exit(2)
}
useCompileCache()
// Loading modules makes garbage once: without this the young generation grows for it and 30 MB stay taken.
v8.setFlagsFromString('--semi-space-growth-factor=1')
const { main } = await import('../src/main.ts')
v8.setFlagsFromString('--semi-space-growth-factor=2')
await main(process.argv.slice(2))
