import { Problem } from '../domain/problem.ts'
import type { ScanEnd } from '../domain/scan.ts'
import { attackInRounds } from './attack-in-rounds.ts'
import { conclude, failedEnd } from './conclude.ts'
import { countRequests } from './count-requests.ts'
import { prepare } from './prepare.ts'
import type { ScanRun } from './scan-run.ts'

/**
 * One scan from its first request to its end. May be called again after a crash: what is recorded is never repeated.
 * Returns undefined when the scan is no longer ours; throws only what the worker must know about (shutdown, lost store).
 */
export async function runScan(run: ScanRun): Promise<ScanEnd | undefined> {
  const ready = await prepare(run).catch(toFailure(run))
  if (ready instanceof Problem) {
    await countRequests(run)
    return failedEnd(run, ready)
  }
  const failure = await attackInRounds(run, ready).catch(toFailure(run))
  if (failure === 'lost') return undefined
  await countRequests(run)
  return conclude(run, ready, failure)
}

/** A named failure of the scan becomes its end; anything else is the worker's. */
function toFailure(run: ScanRun): (error: unknown) => Problem {
  return (error) => {
    const reason: unknown = run.signal.aborted ? run.signal.reason : error
    if (reason instanceof Problem && reason.endsScan) return reason
    throw reason
  }
}
