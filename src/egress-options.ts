import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import type { EgressOptions } from './net/egress.ts'
import { version } from './version.ts'

/** What the settings say about the way out: the same for scans and for the relay client. */
export const egressOptions = (config: Config): EgressOptions => ({
  mode: config.auth,
  allowTargets: config.allowTargets,
  proxy: config.egressProxy ?? undefined,
  ca: config.egressCa === null ? undefined : readFileSync(config.egressCa, 'utf8'),
  version,
})
