import type { Clock, Store } from '../domain/ports.ts'
import type { ScanPlan } from '../domain/scan.ts'
import type { Log } from '../lib/log.ts'
import type { Secret } from '../lib/secret.ts'
import type { KillSwitch } from '../service/kill-switch.ts'
import type { DetectTarget } from '../service/probe-target.ts'
import type { RelayDesk } from '../service/relay/relay-desk.ts'
import type { ServiceCatalog } from '../service/service-catalog.ts'
import type { RateLimits } from './rate-limit.ts'

/** Everything the HTTP face needs, chosen by main.ts. Nothing here opens a socket or reads the environment. */
export type ApiDeps = Readonly<{
  store: Store
  clock: Clock
  log: Log
  /** Shown by /healthz and in the OpenAPI document. */
  version: string

  /** `local`: keys are managed without a credential from this machine. `token`: with the admin token or a key's scope. */
  mode: 'local' | 'token'
  /** A container whose port is published on loopback only: lifts the check of the peer's address in local mode, nothing else. */
  publishedOnLoopback: boolean
  /** Manages keys; sent in X-API-Key. */
  adminToken?: Secret
  /** Addresses and CIDRs whose X-Forwarded-For is believed. Used for limiting failed log-ins in token mode, never for the local door. */
  trustedProxies: readonly string[]

  /** Throws `target_forbidden` when a URL (literal address, known name, our own listener) may not be scanned. Must not resolve names. */
  judgeUrl: (url: string) => void
  /** Throws `invalid_request` for a target header that may not be set, such as Host. */
  judgeHeaders: (headers: Readonly<Record<string, string>>) => void
  /** Seals target_config as JSON text, bound to the scan's id: `Sealer.seal`. The worker opens it with the same id. */
  seal: (plain: string, scanId: string) => Uint8Array
  catalog: ServiceCatalog
  /** How many attacks a plan will come to; without it `max_attacks` is reported until the worker knows better. */
  estimate?: (plan: ScanPlan) => number
  /** Names of judges that POST /scans may ask for. */
  judges?: readonly string[]
  /** Says that a scan may be waiting: wakes an idle worker at once. */
  wake: () => void
  /** Looks at a target with harmless requests, through the egress guard. */
  detect: DetectTarget

  /** Relay scans: hands out prompts and takes answers. */
  relay: Pick<RelayDesk, 'next' | 'answer'>
  /** Stops everything that is sent to targets. */
  killSwitch: Pick<KillSwitch, 'stoppedAt' | 'assertRunning' | 'stop' | 'resume'>

  /** True from the moment a shutdown begins: new scans get 503, event streams end. */
  isDraining: () => boolean
  /** Instead of the limits that belong to the mode. */
  rateLimits?: RateLimits
  /** How often an event stream looks at the store. Default 500 ms. */
  pollMs?: number
}>
