import type { Clock, Lease, ScanStore } from '../domain/ports.ts'
import { Problem, toProblem } from '../domain/problem.ts'
import type { Scan } from '../domain/scan.ts'
import type { Log } from '../lib/log.ts'

export type Claim = Readonly<{ lease: Lease; scan: Scan }>
export type Run = (claim: Claim, signal: AbortSignal) => Promise<void>
export type HoldingDeps = Readonly<{ scans: ScanStore; clock: Clock; log: Log; leaseMs?: number; heartbeatMs?: number }>

/** How work on a scan ended, for the worker: whether to go on claiming at once. */
export type Ended = 'done' | 'lost' | 'given_back' | 'storage_trouble'

/** Keeps leases alive while work goes on under them. One per process: all its leases are renewed together, in one commit. */
export interface LeaseHolder {
  /**
   * Works on a claimed scan and sees to its end. The signal's reason tells why to stop: a Problem `cancelled` (somebody asked),
   * `conflict` (another worker has the scan) or whatever `stop` was aborted with (the scan is given back for the next worker).
   */
  hold(claim: Claim, stop: AbortSignal, run: Run): Promise<Ended>
}

// Three missed beats and some patience for a slow disk. A dead process on the same machine is noticed at start-up, long before.
export const defaultLeaseMs = 15_000
// Also the longest that cancelling takes to be heard.
const defaultHeartbeatMs = 1_000

export function leaseHolder({ scans, clock, log, leaseMs = defaultLeaseMs, heartbeatMs = defaultHeartbeatMs }: HoldingDeps): LeaseHolder {
  const held = new Map<Lease, Held>()
  let timer: NodeJS.Timeout | undefined
  let beating = false

  async function beat(): Promise<void> {
    if (beating) return
    beating = true
    await Promise.all([...held].map(([lease, one]) => renew(lease, one)))
    beating = false
  }

  async function renew(lease: Lease, one: Held): Promise<void> {
    try {
      const { held: stillHeld, cancelRequested } = await scans.renew(lease, clock.now() + leaseMs)
      // It may have ended while we asked; then there is nobody left to tell.
      if (!held.has(lease)) return
      one.renewedMs = clock.monotonicMs()
      if (!stillHeld) one.abort(new Problem('conflict', 'Another worker has taken the scan over.'))
      else if (cancelRequested) one.abort(cancelled())
    } catch (error) {
      log.warn({ scan: lease.scanId, err: error }, 'a lease could not be renewed')
      // From here on somebody else may hold it: going on would send everything twice.
      if (clock.monotonicMs() - one.renewedMs > leaseMs) one.abort(new Problem('conflict', 'The lease ran out while the storage failed.'))
    }
  }

  async function hold(claim: Claim, stop: AbortSignal, run: Run): Promise<Ended> {
    const { lease, scan } = claim
    const controller = new AbortController()
    const onStop = () => controller.abort(stop.reason)
    stop.addEventListener('abort', onStop, { once: true })
    if (stop.aborted) onStop()
    if (scan.cancelRequested) controller.abort(cancelled())
    held.set(lease, { abort: (reason) => controller.abort(reason), renewedMs: clock.monotonicMs() })
    timer ??= setInterval(beat, heartbeatMs)
    try {
      const failure = controller.signal.aborted ? undefined : await failureOf(() => run(claim, controller.signal))
      return await settle(lease, controller.signal, failure)
    } catch (error) {
      log.error({ scan: lease.scanId, err: error }, 'the end of the work on a scan could not be stored; its lease will run out')
      return 'storage_trouble'
    } finally {
      held.delete(lease)
      stop.removeEventListener('abort', onStop)
      if (held.size === 0) {
        clearInterval(timer)
        timer = undefined
      }
    }
  }

  /** Sees to it that the scan has an end or goes back, whatever the work did about it. Where it has ended, all of this writes nothing. */
  async function settle(lease: Lease, signal: AbortSignal, failure: Problem | undefined): Promise<Ended> {
    const reason = signal.aborted ? toProblem(signal.reason) : undefined
    if (reason?.code === 'conflict') return 'lost'
    if (reason?.code === 'cancelled') {
      await fail(lease, reason)
      return 'done'
    }
    if (reason) {
      await scans.release(lease)
      return 'given_back'
    }
    if (failure?.code === 'storage_full' || failure?.code === 'unavailable') {
      log.warn({ scan: lease.scanId, err: failure }, 'the storage failed; the scan will go on when it works again')
      await scans.release(lease)
      return 'storage_trouble'
    }
    if (failure) log.error({ scan: lease.scanId, err: failure }, 'the work on a scan failed')
    await fail(lease, failure ?? new Problem('internal', 'The work on the scan stopped before its end.'))
    return 'done'
  }

  async function fail(lease: Lease, problem: Problem): Promise<void> {
    const scan = await scans.get(lease.scanId)
    await scans.finish(lease, {
      status: 'failed',
      completedAt: new Date(clock.now()).toISOString(),
      error: { code: problem.code, message: problem.detail },
      score: null,
      warnings: scan?.warnings ?? [],
    })
  }

  return { hold }
}

type Held = { readonly abort: (reason: Problem) => void; renewedMs: number }

const cancelled = () => new Problem('cancelled', 'The scan was cancelled.')

/** Also of work that throws before its first wait. */
async function failureOf(work: () => Promise<void>): Promise<Problem | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return toProblem(error)
  }
}
