import { createHash } from 'node:crypto'
import { newId } from '../domain/ids.ts'
import type { Clock, Lease, NewScan, ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Scan, ScanPlan } from '../domain/scan.ts'
import { canonicalJson } from './canonical-json.ts'
import type { PlanDeps } from './plan-scan.ts'
import { toPlan } from './plan-scan.ts'
import type { ScanInput } from './scan-input.ts'
import type { ScanView } from './scan-view.ts'
import { toScanView } from './scan-view.ts'

export type CreateScanDeps = Readonly<{
  scans: ScanStore
  clock: Clock
  /** Throws `target_forbidden` for a URL that may not be scanned. No DNS: names are judged again when they are dialled. */
  judgeUrl: (url: string) => void
  /** Throws `invalid_request` for headers that nobody may set on a request of ours. */
  judgeHeaders: (headers: Readonly<Record<string, string>>) => void
  /** Throws while the operator has stopped all traffic. */
  assertRunning: () => void
  /** Seals the target's secrets, bound to the scan they belong to. */
  seal: (plain: string, scanId: string) => Uint8Array
  /** How many attacks the plan will come to. */
  estimate: (plan: ScanPlan) => number
  /** Says that there is work. */
  wake: () => void
}> &
  PlanDeps
export type CreateScanCall = Readonly<{
  createdBy: string | null
  idempotencyKey?: string | undefined
  /** Leases the new scan to the caller, so that no server takes it. */
  lease?: NewScan['lease']
}>

const idempotencyMs = 24 * 3600 * 1000

/** Admits a scan: `running` from now on, or `pending` until its time has come or its relay client is there. Nothing is dialled here. */
export async function createScan(
  deps: CreateScanDeps,
  input: ScanInput,
  call: CreateScanCall,
): Promise<Readonly<{ view: ScanView; scan: Scan; isReplay: boolean; lease?: Lease }>> {
  const plan = toPlan(deps, input)
  // The target of a relay scan is a label: nothing here ever dials it.
  if (plan.mode === 'direct') deps.judgeUrl(input.target)
  deps.judgeHeaders(input.target_config?.headers ?? {})
  deps.assertRunning()

  const nowMs = deps.clock.now()
  const id = newId('scn', nowMs)
  const config = input.target_config
  const created = await deps.scans.create({
    id,
    target: input.target,
    name: input.name ?? null,
    status: statusAtStart(plan, nowMs),
    plan,
    createdAt: new Date(nowMs).toISOString(),
    createdBy: call.createdBy,
    catalogVersion: deps.catalog.version,
    attacksPlanned: deps.estimate(plan),
    sealedConfig: config ? deps.seal(JSON.stringify(config), id) : null,
    canarySecret: deps.random(32),
    ...(call.lease ? { lease: call.lease } : {}),
    ...(call.idempotencyKey === undefined ? {} : { idempotency: toIdempotency(call.idempotencyKey, input, nowMs) }),
  })
  if (created.kind === 'mismatch') {
    throw new Problem('idempotency_mismatch', 'This Idempotency-Key was used with another request within the last 24 hours.')
  }
  if (created.kind === 'created' && !call.lease) deps.wake()
  return {
    view: toScanView(asCreated(created.scan, deps.estimate)),
    scan: created.scan,
    isReplay: created.kind === 'replayed',
    ...(created.kind === 'created' && created.lease ? { lease: created.lease } : {}),
  }
}

const statusAtStart = (plan: ScanPlan, nowMs: number): 'pending' | 'running' =>
  plan.mode === 'relay' || (plan.startAt !== null && Date.parse(plan.startAt) > nowMs) ? 'pending' : 'running'

const toIdempotency = (key: string, input: ScanInput, nowMs: number): NonNullable<NewScan['idempotency']> => ({
  key,
  bodyHash: createHash('sha256').update(canonicalJson(input)).digest('hex'),
  expiresAt: new Date(nowMs + idempotencyMs).toISOString(),
})

/** The scan as it was when it was admitted: a replayed request gets the first answer again, however far the scan has come. */
function asCreated(scan: Scan, estimate: CreateScanDeps['estimate']): Scan {
  const status = statusAtStart(scan.plan, Date.parse(scan.createdAt))
  return {
    ...scan,
    status,
    phase: status === 'pending' ? 'waiting' : 'queued',
    startedAt: null,
    completedAt: null,
    progress: 0,
    attacksPlanned: estimate(scan.plan),
    attacksDone: 0,
    requestsSent: 0,
    succeeded: 0,
    inconclusive: 0,
    errors: 0,
    blocked: 0,
    vulnerabilities: 0,
    profile: null,
    score: null,
    error: null,
    warnings: [],
  }
}
