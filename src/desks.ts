import { randomBytes } from 'node:crypto'
import { checkCatalog } from './attacks/check.ts'
import { loadCatalog, ownPacks } from './attacks/load.ts'
import { transforms } from './attacks/transforms/index.ts'
import type { CatalogDesk, KeyDesk, ScanDesk, ScanRecords } from './cli/deps.ts'
import { type Core, openStoreIn, systemClock } from './compose.ts'
import type { Config } from './config.ts'
import { Problem } from './domain/problem.ts'
import { detectors, detectorsWith } from './judge/index.ts'
import { createJudge } from './judge/judge.ts'
import { openSemanticJudge } from './judge/model/semantic-judge.ts'
import { rememberReadings } from './judge/reading/remember-readings.ts'
import { wait } from './lib/wait.ts'
import { defaultLeaseMs, leaseHolder } from './queue/hold-lease.ts'
import { cancelScan } from './service/cancel-scan.ts'
import { createKey } from './service/create-key.ts'
import { createScan } from './service/create-scan.ts'
import { getScan } from './service/get-scan.ts'
import { listAttacks } from './service/list-attacks.ts'
import { listCategories } from './service/list-categories.ts'
import { listFindings } from './service/list-findings.ts'
import { listKeys } from './service/list-keys.ts'
import { listScans } from './service/list-scans.ts'
import { probeTarget } from './service/probe-target.ts'
import { revokeKey } from './service/revoke-key.ts'
import { watchScan } from './service/watch-scan.ts'
import { startDemoTarget } from './targets/demo/start-demo-target.ts'

/** Scans of the command line: the same engine and the same database as the service's, leased to this process. */
export function openScanDesk(core: Core): ScanDesk {
  const { scans } = core.store
  const holder = leaseHolder({ scans, clock: core.clock, log: core.log })
  const stop = new AbortController()
  const work: Promise<unknown>[] = []
  return {
    async start(input) {
      const call = { createdBy: 'cli', lease: { owner: core.owner, untilMs: core.clock.now() + defaultLeaseMs } }
      const { scan, lease } = await createScan(core.forCreateScan, input, call)
      // A new scan that asks for a lease gets one: only a replay has none, and the command line never replays.
      const over = new AbortController()
      work.push(
        holder.hold({ lease: lease!, scan }, stop.signal, core.runJob).then((end) => {
          // Taken over by another process, or the storage failed: nothing more will happen here.
          if (end !== 'done') over.abort()
        }),
      )
      const watching = { scans, clock: core.clock, wait, pollMs: 100, beatMs: 5000, isDraining: () => false }
      return {
        id: scan.id,
        events: watchScan(watching, scan.id, 0, AbortSignal.any([stop.signal, over.signal])),
        cancel: async () => void (await cancelScan({ scans, clock: core.clock }, scan.id)),
        document: () => getScan(scans, scan.id),
        findings: () => listFindings(scans, scan.id),
      }
    },
    probe: async (target, config, signal) =>
      probeTarget(
        { judgeUrl: core.egress.judgeUrl, assertRunning: core.killSwitch.assertRunning, detect: core.detect },
        { target, target_config: config },
        signal,
      ),
    async startDemo({ hardened, seed }) {
      const demo = await startDemoTarget({ kind: hardened ? 'hardened' : 'demo', seed })
      core.egress.allowExact([{ host: demo.host, port: demo.port }])
      return demo
    },
    async close() {
      stop.abort(new Problem('unavailable', 'The command ends.'))
      await Promise.all(work)
      await core.close()
    },
  }
}

/** Scans of the past, straight from the database. */
export async function openScanRecords(config: Config): Promise<ScanRecords> {
  const store = await openStoreIn(config)
  const { scans } = store
  return {
    latest: async (limit) => (await listScans(scans, { limit })).items,
    document: (id) => getScan(scans, id),
    findings: (id) => listFindings(scans, id),
    close: () => store.close(),
  }
}

/** Keys straight on the database: whoever can run the command owns it. */
export async function openKeyDesk(config: Config): Promise<KeyDesk> {
  const store = await openStoreIn(config)
  return {
    create: (input) =>
      createKey({ keys: store.keys, clock: systemClock, random: randomBytes }, input, [
        'scans:read',
        'scans:write',
        'keys:read',
        'keys:write',
      ]),
    list: () => listKeys(store.keys),
    revoke: (id) =>
      revokeKey(store.keys, id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'not_found') return false
          throw error
        },
      ),
    close: () => store.close(),
  }
}

export async function openCatalogDesk(config: Config): Promise<CatalogDesk> {
  const catalog = await loadCatalog([ownPacks, ...config.packs], detectors)
  const attacks = catalog.attacks.map((entry) => entry.attack)
  const byId = new Map(catalog.attacks.map((entry) => [entry.attack.id, entry]))
  const distinct = (of: (attack: (typeof attacks)[number]) => string) => new Set(attacks.map(of)).size
  return {
    version: catalog.version,
    categories: listCategories(catalog),
    attacks: listAttacks(catalog),
    find: (id) => byId.get(id),
    // The judge of a scan, networks and all: what it would report is what is checked.
    check: async (prefix = '') => {
      const reader = rememberReadings(openSemanticJudge())
      try {
        const complaints = await checkCatalog(catalog, createJudge(detectorsWith(reader)), ({ id }) => id.startsWith(prefix))
        return complaints.map(({ attackId, detail }) => ({ file: byId.get(attackId)?.file ?? attackId, detail: `${attackId}: ${detail}` }))
      } finally {
        await reader.close()
      }
    },
    stats: () => [
      { name: 'categories', count: distinct((attack) => attack.category) },
      { name: 'weaknesses', count: distinct((attack) => attack.weakness) },
      { name: 'techniques', count: distinct((attack) => attack.technique) },
      { name: 'transforms', count: transforms.size },
      { name: 'languages', count: distinct((attack) => attack.language) },
      { name: 'attack files', count: new Set(catalog.attacks.map((entry) => entry.file)).size },
      { name: 'attacks', count: attacks.length },
      { name: 'probes', count: attacks.reduce((sum, attack) => sum + attack.transforms.length, 0) },
    ],
  }
}
