import { z } from 'zod'
import { Category } from '../domain/category.ts'
import type { AttemptSummary, Clock, ScanStore } from '../domain/ports.ts'
import { isTerminal } from '../domain/scan.ts'
import { Severity } from '../domain/severity.ts'
import { outcomes } from '../domain/verdict.ts'
import type { Wait } from '../lib/wait.ts'
import { everySummary } from './collect-proofs.ts'
import { findScan } from './find-scan.ts'
import type { ScanView } from './scan-view.ts'
import { toScanView } from './scan-view.ts'

/** A result in short: what the target said is fetched from /results. */
export const ResultSummary = z
  .object({
    id: z.string(),
    attack_id: z.string(),
    attack_category: Category,
    technique: z.string(),
    outcome: z.enum(outcomes),
    success: z.boolean(),
    severity: Severity,
  })
  .meta({ id: 'ResultSummary' })
export type ResultSummary = z.infer<typeof ResultSummary>

export type ScanEvent = Readonly<
  | { type: 'scan'; scan: ScanView }
  | { type: 'result'; seq: number; result: ResultSummary }
  | { type: 'end'; scan: ScanView }
  | { type: 'beat' }
>
export type WatchDeps = Readonly<{
  scans: ScanStore
  clock: Clock
  wait: Wait
  pollMs: number
  beatMs: number
  /** True when the process is about to stop: the watcher comes back to the next one. */
  isDraining: () => boolean
}>

/** What happens to a scan until it ends: every result after `afterSeq` once, and the scan whenever it has changed. */
export async function* watchScan(deps: WatchDeps, id: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<ScanEvent> {
  let seen = ''
  let seq = afterSeq
  let lastMs = deps.clock.monotonicMs()
  while (!signal.aborted && !deps.isDraining()) {
    const scan = await findScan(deps.scans, id)
    const view = toScanView(scan)
    const text = JSON.stringify(view)
    if (text !== seen) {
      seen = text
      for await (const row of everySummary(deps.scans, id, seq)) {
        seq = row.seq
        yield { type: 'result', seq, result: toSummary(row) }
      }
      yield isTerminal(scan.status) ? { type: 'end', scan: view } : { type: 'scan', scan: view }
      lastMs = deps.clock.monotonicMs()
      if (isTerminal(scan.status)) return
    }
    if (deps.clock.monotonicMs() - lastMs >= deps.beatMs) {
      yield { type: 'beat' }
      lastMs = deps.clock.monotonicMs()
    }
    await pause(deps, signal)
  }
}

const toSummary = ({ id, attempt }: AttemptSummary): ResultSummary => ({
  id,
  attack_id: attempt.attackId,
  attack_category: attempt.category,
  technique: attempt.technique,
  outcome: attempt.verdict.outcome,
  success: attempt.verdict.outcome === 'succeeded',
  severity: attempt.severity,
})

/** Waits for the next look; being told to stop is an ordinary end. */
async function pause(deps: WatchDeps, signal: AbortSignal): Promise<void> {
  try {
    await deps.wait(deps.pollMs, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
