import { createRequire } from 'node:module'
import type { Pool } from 'undici'

const require = createRequire(import.meta.url)
let loaded: typeof import('undici') | undefined

/** Opens a pool of undici's. Its hundred files are loaded by the first request that goes out: a service that waits needs none of them. */
export function openPool(origin: string, options: Pool.Options): Pool {
  loaded ??= require('undici') as typeof import('undici')
  return new loaded.Pool(origin, options)
}
