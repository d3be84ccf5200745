import type { Category } from './category.ts'
import type { ApiKey } from './key.ts'
import type { Finding, Phase, Scan, ScanEnd, ScanError, ScanPlan, ScanStatus } from './scan.ts'
import type { Severity } from './severity.ts'
import type { TargetProfile } from './target.ts'
import type { Attempt, Outcome } from './verdict.ts'

/** Milliseconds since 1970, and a monotonic clock for durations. */
export interface Clock {
  now(): number
  monotonicMs(): number
}

export type NewScan = Readonly<{
  id: string
  target: string
  name: string | null
  status: 'pending' | 'running'
  plan: ScanPlan
  createdAt: string
  createdBy: string | null
  catalogVersion: string
  attacksPlanned: number
  /** The operator's target_config, sealed. */
  sealedConfig: Uint8Array | null
  /** Draws the canaries of this scan's probes. */
  canarySecret: Uint8Array
  idempotency?: Readonly<{ key: string; bodyHash: string; expiresAt: string }>
  /** Creates the scan already leased to this owner (the CLI's own scans), so that no server takes it. */
  lease?: Readonly<{ owner: string; untilMs: number }>
}>
export type Created = Readonly<
  /** `lease` is there when the scan was created already leased. */
  { kind: 'created'; scan: Scan; lease?: Lease } | { kind: 'replayed'; scan: Scan } | { kind: 'mismatch' }
>

/** The right to work on a scan. Every write of a worker carries the epoch; a stale one writes nothing. */
export type Lease = Readonly<{ scanId: string; owner: string; epoch: number }>

export type ScanCursor = Readonly<{ createdAt: string; id: string }>
export type AttemptRow = Readonly<{ seq: number; id: string; recordedAt: string; attempt: Attempt }>
/** An attempt without what was said: enough for lists, events and statistics, and small. */
export type AttemptSummary = Omit<AttemptRow, 'attempt'> & Readonly<{ attempt: Omit<Attempt, 'prompt' | 'response' | 'turns'> }>
export type AttemptFilter = Readonly<{ category?: Category; outcome?: Outcome; severity?: Severity; success?: boolean }>

/** Everything the service remembers about scans. Acknowledged means durable. */
export interface ScanStore {
  create(scan: NewScan): Promise<Created>
  get(id: string): Promise<Scan | undefined>
  list(query: Readonly<{ limit: number; status?: ScanStatus; after?: ScanCursor }>): Promise<readonly Scan[]>
  /** Deletes a terminal scan with its results. False: there is none, or it is not terminal. */
  remove(id: string): Promise<boolean>
  /** Deletes at most so many scans that ended before a time. Answers how many: as many as asked for means there may be more. */
  removeEndedBefore(at: string, most: number): Promise<number>
  /** Secrets of a scan, for the worker that holds it. */
  secrets(id: string): Promise<Readonly<{ sealedConfig: Uint8Array | null; canarySecret: Uint8Array }> | undefined>

  /** Takes the oldest scan that may start (running, or pending with its time come) and that nobody holds. Raises the epoch. */
  claim(owner: string, nowMs: number, leaseUntilMs: number): Promise<Readonly<{ lease: Lease; scan: Scan }> | undefined>
  /** Takes one scan that waits for its relay client, which is here now. Undefined: it has ended, or somebody holds it. */
  claimRelay(id: string, owner: string, nowMs: number, leaseUntilMs: number): Promise<Readonly<{ lease: Lease; scan: Scan }> | undefined>
  /** Relay scans that have not ended and that nobody works on: their client is not here. At most 100, oldest first. */
  unattended(nowMs: number): Promise<readonly Scan[]>
  /** Keeps a lease alive. `lost` when somebody else has it; tells whether cancelling was asked for. */
  renew(lease: Lease, leaseUntilMs: number): Promise<Readonly<{ held: boolean; cancelRequested: boolean }>>
  /** Gives a lease back without finishing, so that the next worker can go on at once. */
  release(lease: Lease): Promise<void>
  /** On the embedded database: frees every lease of processes that are gone. Called once at start. */
  releaseDead(isAlive: (owner: string) => boolean): Promise<number>
  requestCancel(id: string): Promise<boolean>

  /** Pending or running → running with start time, phase, and so on. Fenced: false means the lease was lost. */
  update(lease: Lease, change: ScanChange): Promise<boolean>
  /** One transaction: attempts, counters, findings. Idempotent by probe id, fenced by epoch: false means the lease was lost. */
  record(lease: Lease, attempts: readonly Attempt[], at: string): Promise<boolean>
  /** running → completed | failed, once. */
  finish(lease: Lease, end: ScanEnd): Promise<boolean>
  /** Fails a scan that nobody holds (cancelled while it waited). */
  failUnheld(id: string, error: ScanError, at: string): Promise<boolean>

  /** How every recorded probe ended: what a resumed scan starts from. */
  recordedOutcomes(scanId: string): Promise<ReadonlyMap<string, Outcome>>
  attempts(scanId: string, query: Readonly<{ limit: number; afterSeq?: number } & AttemptFilter>): Promise<readonly AttemptRow[]>
  /** The same page without what was said. */
  summaries(scanId: string, query: Readonly<{ limit: number; afterSeq?: number } & AttemptFilter>): Promise<readonly AttemptSummary[]>
  /** All attempts in the order they were recorded, a page at a time: never all in memory. */
  streamAttempts(scanId: string): AsyncIterable<AttemptRow>
  findings(scanId: string): Promise<readonly Finding[]>
  coverage(scanId: string): Promise<Readonly<Partial<Record<Category, Readonly<Record<Outcome, number>>>>>>
}

export type ScanChange = Readonly<{
  phase?: Phase
  startedAt?: string
  attacksPlanned?: number
  profile?: TargetProfile
  warnings?: readonly string[]
  /** Added to the count: detection, controls, retries, further turns. */
  requestsSent?: number
}>
export interface KeyStore {
  create(key: ApiKey): Promise<void>
  /** Newest first, revoked ones gone, expired ones kept. */
  list(): Promise<readonly ApiKey[]>
  findByHash(hash: string): Promise<ApiKey | undefined>
  revoke(id: string): Promise<boolean>
  touch(id: string, at: string): Promise<void>
}

/** Which key seals the credentials of targets, so that a lost or a wrong one is noticed. */
export interface SealStore {
  /** Names the key without telling it. Undefined in a database that no process has worked on yet. */
  keyId(): Promise<string | undefined>
  setKeyId(id: string): Promise<void>
  /** Whether anything is sealed. May read the whole table: for starts where something is amiss. */
  isUsed(): Promise<boolean>
}

export interface Store {
  readonly scans: ScanStore
  readonly keys: KeyStore
  readonly seals: SealStore
  /** Throws a Problem when the database can't be used right now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Delivers scans to workers, each at least once. */
export interface Queue {
  /** Says that there may be work: wakes an idle worker of this process at once. */
  wake(): void
  work(run: (claim: Readonly<{ lease: Lease; scan: Scan }>, signal: AbortSignal) => Promise<void>): Promise<{ stop(): Promise<void> }>
}
