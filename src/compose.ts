import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadedCatalog, loadCatalog, ownPacks } from './attacks/load.ts'
import { selectAttacks } from './attacks/select.ts'
import type { Config } from './config.ts'
import type { Clock, Queue, Store } from './domain/ports.ts'
import { Problem } from './domain/problem.ts'
import type { Scan, ScanPlan } from './domain/scan.ts'
import type { Ask } from './domain/strategy.ts'
import { TargetConfig } from './domain/target.ts'
import { type Doors, doorsIn } from './doors.ts'
import { egressOptions } from './egress-options.ts'
import { countProbes } from './engine/plan/rounds.ts'
import { tentativeAt } from './judge/detectors/refusal.ts'
import { detectors, detectorsWith } from './judge/index.ts'
import { createJudge } from './judge/judge.ts'
import { measuredError } from './judge/measured-error.ts'
import { openSemanticJudge } from './judge/model/semantic-judge.ts'
import { refusalScore } from './judge/refusal/score.ts'
import type { Log } from './lib/log.ts'
import { makeFolder } from './lib/make-folder.ts'
import { createRedactor, type Redactor } from './lib/redact.ts'
import { SealError, type Sealer } from './lib/seal.ts'
import { createEgress, type Egress } from './net/egress.ts'
import { redactRecords } from './net/redact-records.ts'
import { redactReplies } from './net/redact-replies.ts'
import { openSealer } from './open-sealer.ts'
import { defaultLeaseMs, leaseHolder } from './queue/hold-lease.ts'
import { leaseQueue } from './queue/leases.ts'
import { newOwner, ownerIsAlive } from './queue/owner.ts'
import { askModel } from './service/ask-model.ts'
import type { CreateScanDeps } from './service/create-scan.ts'
import { type KillSwitch, openKillSwitch } from './service/kill-switch.ts'
import type { DetectTarget } from './service/probe-target.ts'
import { openRelayDesk, type RelayDesk } from './service/relay/relay-desk.ts'
import { relayWay } from './service/relay/relay-way.ts'
import { type JobDeps, llmJudge, runJob, type Way } from './service/run-job.ts'
import { stopMarkIn } from './stop-mark.ts'
import { openStore } from './store/open.ts'
import { connectTarget as connect } from './targets/connect.ts'
import { detect } from './targets/detect/detect.ts'
import { protocols } from './targets/index.ts'

export const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() }

// Waiting scans cost a row each; running ones cost sockets and memory.
const MOST_SCANS_AT_ONCE = 64

/** Everything that a process of ours is made of, whether it serves or runs one scan from the command line. */
export type Core = Readonly<{
  config: Config
  log: Log
  clock: Clock
  owner: string
  store: Store
  egress: Egress
  sealer: Sealer
  catalog: LoadedCatalog
  /** What admitting a scan needs, whoever asks for it. */
  forCreateScan: CreateScanDeps
  detect: DetectTarget
  /** Carries out claimed scans; not working until asked to. */
  queue: Queue
  /** Relay scans, worked on while their client is here. */
  relay: RelayDesk
  killSwitch: KillSwitch
  /** Where this process and its like on the same data folder listen: never to be scanned. */
  doors: Doors
  runJob: (...args: Parameters<typeof runJob> extends [JobDeps, ...infer Rest] ? Rest : never) => Promise<void>
  close: () => Promise<void>
}>

export async function openCore(config: Config, log: Log): Promise<Core> {
  const [catalog, store] = await Promise.all([loadCatalog([ownPacks, ...config.packs], detectors), openStoreIn(config)])
  try {
    await store.scans.releaseDead(ownerIsAlive)
    return openCoreOver(config, log, catalog, store, await openSealer(config, store.seals))
  } catch (error) {
    await store.close()
    throw error
  }
}

function openCoreOver(config: Config, log: Log, catalog: LoadedCatalog, store: Store, sealer: Sealer): Core {
  const clock = systemClock
  const egress = createEgress({ ...egressOptions(config), log, clock })
  const killSwitch = openKillSwitch({ scans: store.scans, clock, traffic: egress, mark: stopMarkIn(config.dataDir) })
  const owner = newOwner()
  const doors = doorsIn(config.dataDir, owner, egress.denyOwn)
  doors.look()
  const lookAround = async () => {
    await killSwitch.look()
    doors.look()
  }
  // All processes of a data folder stop within a second of a stop in one of them, and know each other's doors as soon.
  const looking = setInterval(
    () => void lookAround().catch((err: unknown) => log.error({ err }, 'what other processes tell could not be read')),
    500,
  ).unref()
  const reader = openSemanticJudge()
  const ask = openAsk(config, egress)
  const job: Omit<JobDeps, 'scans' | 'openWay'> = {
    catalog,
    stopSignal: () => killSwitch.signal,
    unseal: (sealed, scanId) => TargetConfig.parse(JSON.parse(unsealed(sealer, sealed, scanId))),
    judge: createJudge(detectorsWith(reader)),
    judgeError: measuredError(),
    ...(ask && { ask }),
    declines: (text) => refusalScore(text).refused >= tentativeAt,
    isRefusal: (text) => refusalScore(text).refused >= 0.5,
    isFlatRefusal: (text) => {
      const { refused, kind, features } = refusalScore(text)
      return refused >= 0.8 && kind === 'refusal' && features.redirects === 0
    },
    clock,
    jitter: Math.random,
    log,
  }
  /** Each scan knows its own secrets, and takes them out of whatever it hears and writes down. */
  const carryOut: Core['runJob'] = (claim, signal) => {
    const redactor = createRedactor([])
    const openWay: JobDeps['openWay'] = (scan, target) =>
      scan.plan.mode === 'relay'
        ? relayWay(scan, relay.session(scan.id), clock)
        : { ...openNet(egress, scan, target, redactor), detect, connect }
    return runJob({ ...job, scans: redactRecords(store.scans, redactor), openWay }, claim, signal)
  }
  const queue = leaseQueue({ scans: store.scans, owner, clock, log, maxScans: MOST_SCANS_AT_ONCE })
  const relay = openRelayDesk({
    scans: store.scans,
    clock,
    log,
    random: randomBytes,
    owner,
    scanLeaseMs: defaultLeaseMs,
    hold: leaseHolder({ scans: store.scans, clock, log }).hold,
    run: carryOut,
    assertRunning: killSwitch.assertRunning,
  })
  return {
    config,
    log,
    clock,
    owner,
    store,
    egress,
    sealer,
    catalog,
    forCreateScan: {
      scans: store.scans,
      clock,
      random: randomBytes,
      judgeUrl: egress.judgeUrl,
      judgeHeaders: egress.judgeHeaders,
      assertRunning: killSwitch.assertRunning,
      seal: sealer.seal,
      catalog,
      judges: ask ? [llmJudge] : [],
      estimate: (plan) => estimate(catalog, plan),
      wake: () => queue.wake(),
    },
    detect: async (url, target, signal) => {
      const { auth, headers, query } = target
      const client = egress.client({ scanId: 'probe', target: url, auth, headers, query })
      return client.redactor.deep(await detect(url, target, redactReplies(client), signal))
    },
    queue,
    relay,
    killSwitch,
    doors,
    runJob: carryOut,
    close: async () => {
      clearInterval(looking)
      doors.close()
      await reader.close()
      await egress.close()
      await store.close()
    },
  }
}

/** The guarded way out for one scan: its credentials, its limits, its name. */
function openNet(
  egress: Egress,
  scan: Scan,
  { auth, headers, query }: TargetConfig,
  redactor: Redactor,
): Pick<Way, 'net' | 'requestsSent'> {
  const { maxRequests } = scan.plan
  const client = egress.client({
    scanId: scan.id,
    target: scan.target,
    auth,
    headers,
    query,
    limits: { requestTimeoutMs: scan.plan.requestTimeoutMs },
    requestsPerSecond: scan.plan.requestsPerSecond,
    concurrency: scan.plan.concurrency,
    // What an earlier process sent for this scan counts too.
    maxRequests: maxRequests === null ? null : Math.max(0, maxRequests - scan.requestsSent),
    redactor,
  })
  return { net: redactReplies(client), requestsSent: () => client.requestsSent }
}

/** The operator's language model, where one is configured. It is spoken to through the same guard as a target. */
function openAsk({ llmUrl: url, llmModel: model, llmKey: key }: Config, egress: Egress): Ask | undefined {
  if (url === null) return undefined
  const protocol = new URL(url).pathname.endsWith('/messages') ? 'anthropic-messages' : 'openai-chat'
  const headers =
    key === null ? {} : protocol === 'openai-chat' ? { authorization: `Bearer ${key.reveal()}` } : { 'x-api-key': key.reveal() }
  const net = egress.client({ scanId: 'model', target: url, headers })
  return askModel(protocols[protocol]!.connect(url, model === null ? {} : { model }, net))
}

/** The embedded database of a data folder; makes the folder where there is none. */
export function openStoreIn(config: Config): Promise<Store> {
  try {
    makeFolder(config.dataDir)
  } catch (error) {
    throw new Problem('invalid_config', `SORTIE_DATA_DIR: ${config.dataDir} can not be used as a folder.`, { cause: error })
  }
  return openStore({ file: join(config.dataDir, 'sortie.db') })
}

/** A scan's secrets, or the reason why they can't be read any more. */
function unsealed(sealer: Sealer, sealed: Uint8Array, scanId: string): string {
  try {
    return sealer.open(sealed, scanId)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new Problem('target_config_lost', `The target's credentials can not be read: ${error.message}`, { cause: error })
  }
}

/** How many attacks a plan comes to, before anything is known about the target. */
function estimate(catalog: LoadedCatalog, plan: ScanPlan): number {
  const { chosen } = selectAttacks(catalog, plan)
  return countProbes(
    chosen.map(({ attack }) => attack),
    plan.repeats,
    plan.maxAttacks,
  )
}

/** An unguessable token for the admin of token mode, in a file that only the owner can read. */
export function loadOrCreateAdminToken(config: Config): { token: string; file?: string } {
  if (config.adminToken) return { token: config.adminToken.reveal() }
  const file = join(config.dataDir, 'admin-token')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return { token: readFileSync(file, 'utf8').trim(), file }
}
