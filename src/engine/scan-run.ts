import type { Catalog, CatalogAttack, Probe, Script } from '../domain/attack.ts'
import type { Clock, Lease, ScanStore } from '../domain/ports.ts'
import type { JudgeError, Scan } from '../domain/scan.ts'
import type { Ask, Strategy } from '../domain/strategy.ts'
import type { Detect, Net, Target, TargetConfig, TargetProfile } from '../domain/target.ts'
import type { Judge, JudgeAid } from '../domain/verdict.ts'
import type { Wait } from '../lib/wait.ts'

/** Everything a scan needs: the engine itself knows no SQL, no HTTP, no clock and no dice. */
export type ScanRun = Readonly<{
  scan: Scan
  lease: Lease
  scans: ScanStore
  net: Net
  /** How many requests went out on it so far, where that is known. */
  requestsSent?: () => number
  config: TargetConfig
  catalog: Catalog
  detect: Detect
  connect: (url: string, profile: TargetProfile, net: Net) => Target
  writeScript: (probe: Probe) => Script
  fill: (text: string, script: Script) => string
  strategies: ReadonlyMap<string, Strategy>
  select: (target: Target) => Readonly<{ chosen: readonly CatalogAttack[]; untested: readonly string[] }>
  judge: Judge
  /** Told when judging an answer failed: our fault, and one answer's, not the scan's. */
  onJudgeFailure: (error: unknown, probeId: string) => void
  /** How often the judge's readings are wrong, where that was measured. */
  judgeError?: JudgeError
  /** As sure of a refusal as the judge must be to call an attack resisted. */
  declines: (text: string) => boolean
  isRefusal: (text: string) => boolean
  /** A refusal and nothing else: no word on what it would help with. */
  isFlatRefusal: (text: string) => boolean
  known: NonNullable<JudgeAid['known']>
  ask?: Ask
  clock: Clock
  wait: Wait
  /** A number in [0, 1) for spreading retries. */
  jitter: () => number
  signal: AbortSignal
}>
