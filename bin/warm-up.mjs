// Runs after `npm install`: loads everything once, so that the first start is as quick as the second.
import module from 'node:module'
import { useCompileCache } from './compile-cache.mjs'

useCompileCache()
await Promise.all(['main', 'compose', 'serve', 'desks'].map((name) => import(`../src/${name}.ts`)))
module.flushCompileCache?.()
