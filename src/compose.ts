import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadedCatalog, loadCatalog, ownPacks } from './attacks/load.ts'
import { selectAttacks } from './attacks/select.ts'
import type { Config } from './config.ts'
import type { Clock, Queue, Store } from './domain/ports.ts'
import { Problem } from './domain/problem.ts'
import type { ScanPlan } from './domain/scan.ts'
import { type Doors, doorsIn } from './doors.ts'
import { egressOptions } from './egress-options.ts'
import { countProbes } from './engine/plan/rounds.ts'
import type { Log } from './lib/log.ts'
import { makeFolder } from './lib/make-folder.ts'
import { openOnce } from './lib/open-once.ts'
import type { Sealer } from './lib/seal.ts'
import { createEgress, type Egress } from './net/egress.ts'
import { openSealer } from './open-sealer.ts'
import { defaultLeaseMs, leaseHolder } from './queue/hold-lease.ts'
import { leaseQueue } from './queue/leases.ts'
import { newOwner, ownerIsAlive } from './queue/owner.ts'
import type { CreateScanDeps } from './service/create-scan.ts'
import { type KillSwitch, openKillSwitch } from './service/kill-switch.ts'
import { llmJudge } from './service/llm-judge.ts'
import type { DetectTarget } from './service/probe-target.ts'
import { openRelayDesk, type RelayDesk } from './service/relay/relay-desk.ts'
import { stopMarkIn } from './stop-mark.ts'
import { openStore } from './store/open.ts'
import type { Workshop } from './workshop.ts'

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
  runJob: Workshop['runJob']
  close: () => Promise<void>
}>

export async function openCore(config: Config, log: Log): Promise<Core> {
  const [catalog, store] = await Promise.all([loadCatalog([ownPacks, ...config.packs], loadDetectors), openStoreIn(config)])
  try {
    await store.scans.releaseDead(ownerIsAlive)
    return await openCoreOver(config, log, catalog, store, await openSealer(config, store.seals))
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openCoreOver(config: Config, log: Log, catalog: LoadedCatalog, store: Store, sealer: Sealer): Promise<Core> {
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
  const workshop = openOnce(async () => {
    const { openWorkshop } = await import('./workshop.ts')
    const relaySession = (scanId: string) => relay.session(scanId)
    return openWorkshop({ config, log, clock, scans: store.scans, egress, sealer, catalog, killSwitch, relaySession })
  })
  // Whoever configures a model wants to hear at once that its address can't be used.
  if (config.llmUrl !== null) await workshop.get()
  const runJob: Core['runJob'] = async (claim, signal) => (await workshop.get()).runJob(claim, signal)
  const queue = leaseQueue({ scans: store.scans, owner, clock, log, maxScans: MOST_SCANS_AT_ONCE })
  const relay = openRelayDesk({
    scans: store.scans,
    clock,
    log,
    random: randomBytes,
    owner,
    scanLeaseMs: defaultLeaseMs,
    hold: leaseHolder({ scans: store.scans, clock, log }).hold,
    run: runJob,
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
      judges: config.llmUrl === null ? [] : [llmJudge],
      estimate: (plan) => estimate(catalog, plan),
      wake: () => queue.wake(),
    },
    detect: async (...what) => (await workshop.get()).detect(...what),
    queue,
    relay,
    killSwitch,
    doors,
    runJob,
    close: async () => {
      clearInterval(looking)
      doors.close()
      await (await workshop.opened())?.close()
      await egress.close()
      await store.close()
    },
  }
}

/** Detectors are only needed to check packs that are not ours, and bring the whole judge with them. */
const loadDetectors = async () => (await import('./judge/index.ts')).detectors

/** The embedded database of a data folder; makes the folder where there is none. */
export function openStoreIn(config: Config): Promise<Store> {
  try {
    makeFolder(config.dataDir)
  } catch (error) {
    throw new Problem('invalid_config', `SORTIE_DATA_DIR: ${config.dataDir} can not be used as a folder.`, { cause: error })
  }
  return openStore({ file: join(config.dataDir, 'sortie.db') })
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
