#!/usr/bin/env node
// The launcher: plain JavaScript, so that an old Node can still say what is wrong.
import { useCompileCache } from './compile-cache.mjs'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Sortie runs on Node 24 or newer, this is ${process.version}: start it with "npm start" or "npx sortie" after npm ci has finished, which brings the right Node on Linux and Windows, or install Node 24.`,
  )
  process.exit(2)
}
useCompileCache()
const { main } = await import('../src/main.ts')
await main(process.argv.slice(2))
