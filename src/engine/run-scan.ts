import type { Catalog, CatalogAttack, Probe, Script } from '../domain/attack.ts'
import type { Clock, Lease, ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Scan, ScanEnd } from '../domain/scan.ts'
import type { Ask, Strategy } from '../domain/strategy.ts'
import type { Detect, Net, Target, TargetConfig, TargetProfile } from '../domain/target.ts'
import type { Judge, JudgeAid } from '../domain/verdict.ts'
import type { Wait } from '../lib/wait.ts'
import { attackInRounds } from './attack-in-rounds.ts'
import { conclude, failedEnd } from './conclude.ts'
import { prepare } from './prepare.ts'

/** Everything a scan needs: the engine itself knows no SQL, no HTTP, no clock and no dice. */
export type ScanRun = Readonly<{
  scan: Scan
  lease: Lease
  scans: ScanStore
  net: Net
  config: TargetConfig
  catalog: Catalog
  detect: Detect
  connect: (url: string, profile: TargetProfile, net: Net) => Target
  writeScript: (probe: Probe) => Script
  fill: (text: string, script: Script) => string
  strategies: ReadonlyMap<string, Strategy>
  select: (target: Target) => Readonly<{ chosen: readonly CatalogAttack[]; untested: readonly string[] }>
  judge: Judge
  isRefusal: (text: string) => boolean
  known: NonNullable<JudgeAid['known']>
  ask?: Ask
  clock: Clock
  wait: Wait
  /** A number in [0, 1) for spreading retries. */
  jitter: () => number
  signal: AbortSignal
}>

/**
 * One scan from its first request to its end. May be called again after a crash: what is recorded is never repeated.
 * Returns undefined when the scan is no longer ours; throws only what the worker must know about (shutdown, lost store).
 */
export async function runScan(run: ScanRun): Promise<ScanEnd | undefined> {
  const ready = await prepare(run).catch(toFailure(run))
  if (ready instanceof Problem) return failedEnd(run, ready)
  const failure = await attackInRounds(run, ready).catch(toFailure(run))
  if (failure === 'lost') return undefined
  return conclude(run, ready, failure)
}

/** A named failure of the scan becomes its end; anything else is the worker's. */
function toFailure(run: ScanRun): (error: unknown) => Problem {
  return (error) => {
    const reason: unknown = run.signal.aborted ? run.signal.reason : error
    if (reason instanceof Problem && isScanFailure(reason)) return reason
    throw reason
  }
}

const isScanFailure = ({ code }: Problem): boolean =>
  code.startsWith('target_') || ['cancelled', 'deadline_exceeded', 'request_limit', 'nothing_tested', 'too_many_errors'].includes(code)
