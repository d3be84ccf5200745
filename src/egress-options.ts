import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { Problem } from './domain/problem.ts'
import type { EgressOptions } from './net/egress.ts'
import { version } from './version.ts'

/** What the settings say about the way out: the same for scans and for the relay client. */
export const egressOptions = (config: Config): EgressOptions => ({
  mode: config.auth,
  allowTargets: config.allowTargets,
  proxy: config.egressProxy ?? undefined,
  ca: config.egressCa === null ? undefined : readCertificates(config.egressCa),
  version,
})

function readCertificates(file: string): string {
  try {
    const pem = readFileSync(file, 'utf8')
    // Reads the first of them: a key or a certificate in another format is noticed now and not in the first scan.
    new X509Certificate(pem)
    return pem
  } catch (cause) {
    throw new Problem('invalid_config', `SORTIE_EGRESS_CA: ${file} can not be read as PEM certificates.`, { cause })
  }
}
