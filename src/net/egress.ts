import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Clock } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Log } from '../lib/log.ts'
import type { Pace } from '../lib/pace.ts'
import { type ClientOptions, createClient, type EgressClient } from './client.ts'
import { type EndGroup, endAll } from './exchange.ts'
import { judgeHeaders } from './header-rules.ts'
import { type Caps, createHostGates, defaultCaps } from './host-gates.ts'
import { createPolicy, type Listener } from './policy.ts'
import { parseProxy } from './proxy-tunnel.ts'
import { createResolve, type Lookup } from './resolve.ts'
import { createRoutes } from './routes.ts'
import { parseTargetUrl } from './target-url.ts'

export type { ClientOptions, EgressClient } from './client.ts'
export type { Listener } from './policy.ts'

/** The only way out of this process. Whatever is sent passes here: resolved, judged, pinned, capped and paced. */
export interface Egress {
  /** The network of one scan. */
  client(options: ClientOptions): EgressClient
  /** What can be said of a URL without DNS: throws `target_forbidden` or `invalid_request`. */
  judgeUrl(url: string): void
  /** Throws `invalid_request` for headers that a caller may not set. */
  judgeHeaders(headers: Readonly<Record<string, string>>): void
  /** Names our own listeners, as soon as they are known: they are refused at every address of this machine. */
  denyOwn(listeners: readonly Listener[]): void
  /** Lets exactly these through in every mode (the demo target). Replaces what was said before. */
  allowExact(listeners: readonly Listener[]): void
  /** The kill switch: ends all traffic at once and refuses new until `resume`. */
  stopAll(): void
  resume(): void
  readonly isStopped: boolean
  counters(): Readonly<{ inFlight: number; openSockets: number }>
  close(): Promise<void>
}

export type EgressOptions = Readonly<{
  mode: 'local' | 'token'
  allowTargets?: readonly string[]
  /** `http://host:port` of a proxy of the operator's. Nothing is read from the environment. */
  proxy?: string | undefined
  /** PEM certificates of authorities to trust besides the usual ones. */
  ca?: string | undefined
  caps?: Caps
  version?: string
  log?: Log
  clock?: Clock
  connectTimeoutMs?: number
  /** Replaces the system's resolver. */
  lookup?: Lookup
  /** How long resolved addresses are kept. */
  dnsTtlMs?: number
  /** Replaces the list of this machine's addresses. */
  localAddresses?: () => readonly string[]
}>

/** Made once and on first use: reading some 140 certificates takes a tenth of a second and megabytes. */
function createTrust(ca: string): () => SecureContext {
  let context: SecureContext | undefined
  return () => (context ??= createSecureContext({ ca: [...rootCertificates, ca] }))
}

const systemClock: Clock = { now: () => Date.now(), monotonicMs: () => performance.now() }

export function createEgress(options: EgressOptions): Egress {
  const clock = options.clock ?? systemClock
  const monotonicMs = () => clock.monotonicMs()
  const policy = createPolicy({
    mode: options.mode,
    ...(options.allowTargets ? { allowTargets: options.allowTargets } : {}),
    ...(options.localAddresses ? { localAddresses: options.localAddresses } : {}),
  })
  const resolve = createResolve({
    nowMs: monotonicMs,
    ...(options.lookup ? { lookup: options.lookup } : {}),
    ...(options.dnsTtlMs === undefined ? {} : { ttlMs: options.dnsTtlMs }),
  })
  const gates = createHostGates(options.caps ?? defaultCaps, monotonicMs)
  const routes = createRoutes({
    policy,
    resolve,
    gates,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    ...(options.ca ? { trust: createTrust(options.ca) } : {}),
    ...(options.proxy ? { proxy: parseProxy(options.proxy) } : {}),
  })
  const running: EndGroup = new Set()
  let scanPaces: WeakRef<Pace>[] = []
  let stopped: Problem | undefined

  const end = (reason: Problem) => {
    stopped = reason
    gates.turnAway(reason)
    for (const pace of scanPaces) pace.deref()?.turnAway(reason)
    endAll(running, reason)
  }

  const base = {
    routes,
    version: options.version ?? 'dev',
    now: () => clock.now(),
    monotonicMs,
    assertRunning: () => {
      if (stopped) throw stopped
    },
    running,
    adopt: (pace: Pace) => {
      if (scanPaces.length >= 1000) scanPaces = scanPaces.filter((known) => known.deref() !== undefined)
      scanPaces.push(new WeakRef(pace))
    },
  }

  return {
    client: (clientOptions) => createClient(base, clientOptions),
    judgeUrl: (url) => policy.judgeUrl(parseTargetUrl(url)),
    judgeHeaders,
    denyOwn(listeners) {
      policy.denyOwn(listeners)
      // Connections that were opened before this was known do not outlive it.
      const ports = new Set(listeners.map((listener) => listener.port))
      routes.cut(new Problem('target_forbidden', 'This is an address of this service itself: it does not scan itself.'), ports)
    },
    allowExact: (listeners) => policy.allowExact(listeners),
    stopAll() {
      options.log?.warn({}, 'all traffic to targets is stopped')
      const reason = new Problem('cancelled', 'All traffic was stopped by the operator.')
      end(reason)
      routes.cut(reason)
    },
    resume() {
      stopped = undefined
    },
    get isStopped() {
      return stopped !== undefined
    },
    counters: () => ({ inFlight: running.size, openSockets: routes.openSockets }),
    async close() {
      end(new Problem('cancelled', 'The service is shutting down.'))
      await routes.close()
    },
  }
}
