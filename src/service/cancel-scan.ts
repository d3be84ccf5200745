import type { Clock, ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { isTerminal } from '../domain/scan.ts'
import { findScan } from './find-scan.ts'
import type { ScanView } from './scan-view.ts'
import { toScanView } from './scan-view.ts'

/** Asks a scan to stop. One that nobody works on fails at once; a worker stops its own within a heartbeat and keeps what it has. */
export async function cancelScan(deps: Readonly<{ scans: ScanStore; clock: Clock }>, id: string): Promise<ScanView> {
  const { scans, clock } = deps
  const before = await findScan(scans, id)
  if (isTerminal(before.status) || !(await scans.requestCancel(id))) {
    throw new Problem('conflict', 'The scan has ended already: there is nothing to cancel.')
  }
  await scans.failUnheld(id, { code: 'cancelled', message: 'The scan was cancelled.' }, new Date(clock.now()).toISOString())
  return toScanView(await findScan(scans, id))
}
