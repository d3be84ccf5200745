import type { ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Scan } from '../domain/scan.ts'

/** The scan, or the one 404 for ids that are unknown and ids that never were any. */
export async function findScan(scans: ScanStore, id: string): Promise<Scan> {
  const scan = /^scn_[0-9a-f]{32}$/.test(id) ? await scans.get(id) : undefined
  if (!scan) throw new Problem('not_found', 'There is no such scan.')
  return scan
}
