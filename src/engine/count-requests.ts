import type { ScanRun } from './scan-run.ts'

/**
 * Makes `requests_sent` what really went out. Results count what was said; opening sessions, polling for an answer and attempts that
 * were cut off are requests as well, and only the way out has seen them all.
 */
export async function countRequests(run: ScanRun): Promise<void> {
  if (!run.requestsSent) return
  const now = await run.scans.get(run.scan.id)
  const counted = (now?.requestsSent ?? 0) - run.scan.requestsSent
  // Fewer: what is said over one socket is one request on the wire.
  const missed = run.requestsSent() - counted
  if (missed > 0) await run.scans.update(run.lease, { requestsSent: missed })
}
