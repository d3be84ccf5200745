import type { ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { isTerminal } from '../domain/scan.ts'
import { findScan } from './find-scan.ts'

/** Deletes a scan that has ended, with all its results, for good. */
export async function deleteScan(scans: ScanStore, id: string): Promise<void> {
  const scan = await findScan(scans, id)
  if (!isTerminal(scan.status)) throw new Problem('conflict', 'The scan has not ended: cancel it first.')
  // False after a terminal state was read: somebody else deleted it in between.
  if (!(await scans.remove(id))) throw new Problem('not_found', 'There is no such scan.')
}
