import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Pool } from 'undici'
import { Problem } from '../domain/problem.ts'
import type { Pace } from '../lib/pace.ts'
import type { AddressKind } from './address.ts'
import type { HostGates } from './host-gates.ts'
import { openPool } from './http-pool.ts'
import { toNetProblem } from './net-problem.ts'
import { openSocket } from './open-socket.ts'
import type { Policy } from './policy.ts'
import type { EgressProxy } from './proxy-tunnel.ts'
import type { Resolve } from './resolve.ts'
import type { TargetOrigin } from './target-url.ts'

/** A judged way to a target, pinned to its addresses. It stays good while somebody waits for a turn. */
export type Route = Readonly<{ url: TargetOrigin; addresses: readonly string[]; key: string; kind: AddressKind }>

export interface Routes {
  to(url: TargetOrigin): Route | Promise<Route>
  /** The paces to pass, asked for right before they are entered. */
  gates(route: Route): readonly Pace[]
  /** The connections kept open to it, asked for right before one is used. */
  pool(route: Route): Pool
  /** A connection of one's own (WebSockets). */
  dial(route: Route): Promise<Socket>
  /** Ends every connection at once, or those to some ports only. */
  cut(reason: Error, ports?: ReadonlySet<number>): void
  close(): Promise<void>
  readonly openSockets: number
}

export type RoutesOptions = Readonly<{
  policy: Policy
  resolve: Resolve
  gates: HostGates
  connectTimeoutMs: number
  /** Whom to trust, where that differs from the usual. */
  trust?: () => SecureContext
  proxy?: EgressProxy
}>

/** 16 KiB of response headers, whatever they are made of. */
export const maxHeaderBytes = 16_384
const maxIdlePools = 128

export function createRoutes(options: RoutesOptions): Routes {
  const { policy, resolve, gates } = options
  const pools = new Map<string, Kept>()
  const sockets = new Set<Socket>()
  const sessions = new Map<string, Buffer>()

  const track = (socket: Socket) => {
    sockets.add(socket)
    // An error without a listener ends the process; whoever uses the socket hears of it besides.
    socket.on('error', () => sockets.delete(socket)).once('close', () => sockets.delete(socket))
  }

  const open = (url: TargetOrigin, addresses: readonly string[]) =>
    openSocket({
      url,
      addresses,
      judge: (address) => void policy.judgeAddress(url, address),
      timeoutMs: options.connectTimeoutMs,
      track,
      session: { get: (host) => sessions.get(host), set: (host, ticket) => remember(sessions, host, ticket) },
      ...(options.trust ? { trust: options.trust } : {}),
      ...(options.proxy && !isNear(url, addresses, policy) ? { proxy: options.proxy } : {}),
    })

  const poolTo = ({ key, url, addresses }: Route) => {
    let pool = pools.get(key)?.pool
    if (!pool || pool.closed || pool.destroyed) {
      if (pools.size >= maxIdlePools) closeIdle(pools)
      pool = openPool(url.origin, {
        connections: null,
        pipelining: 1,
        allowH2: false,
        maxHeaderSize: maxHeaderBytes,
        // Our own deadline covers the whole exchange; undici's timers would only add to the cost of each request.
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveMaxTimeout: 60_000,
        connect: (_, callback) => {
          open(url, addresses).then(
            (socket) => callback(null, socket),
            (error: unknown) => callback(toNetProblem(error, url.hostname), null),
          )
        },
      })
      pools.set(key, { pool, port: url.port })
    }
    return pool
  }

  const known = new Map<string, { route: Route; version: number }>()
  const judge = (url: TargetOrigin, addresses: readonly string[]): Route => {
    const old = known.get(url.origin)
    // The same addresses under the same rules: judged before, nothing has changed.
    if (old && old.route.addresses === addresses && old.version === policy.version) return old.route
    const route = judgeAnew(url, addresses)
    if (known.size >= 1000) known.clear()
    known.set(url.origin, { route, version: policy.version })
    return route
  }
  const judgeAnew = (url: TargetOrigin, addresses: readonly string[]): Route => {
    policy.judgeUrl(url)
    // Every address has to pass, not only the one that is dialled first: an answer that mixes good and bad is an attack.
    const kinds = addresses.map((address) => policy.judgeAddress(url, address))
    const kind = kinds.includes('public') ? 'public' : kinds[0]!
    return { url, addresses, key: `${url.origin} ${addresses.join(' ')}`, kind }
  }

  const lastGates = new WeakMap<Route, { gates: readonly Pace[]; version: number }>()
  const gatesOf = (route: Route) => {
    const last = lastGates.get(route)
    if (last?.version === gates.version) return last.gates
    const list = gates.of(route.url, route.addresses[0] ?? route.url.hostname, route.kind)
    lastGates.set(route, { gates: list, version: gates.version })
    return list
  }

  return {
    to(url) {
      if (!known.has(url.origin)) policy.judgeUrl(url)
      const addresses = resolve(url.hostname)
      if (!(addresses instanceof Promise)) return judge(url, addresses)
      return addresses.then(
        (list) => judge(url, list),
        (error: unknown) => {
          // Behind a proxy a name may be unknown here and known there.
          if (!options.proxy) throw error
          return { url, addresses: [], key: url.origin, kind: 'public' as const }
        },
      )
    },
    gates: gatesOf,
    pool: poolTo,
    dial: (route) => open(route.url, route.addresses),
    cut(reason, ports) {
      for (const [key, { pool, port }] of pools) {
        if (ports && !ports.has(port)) continue
        pools.delete(key)
        pool.destroy(reason).catch(() => pools.delete(key))
      }
      for (const socket of sockets) {
        // A connection that is still being made does not say where to: better one too many.
        if (ports && socket.remotePort !== undefined && !ports.has(socket.remotePort)) continue
        socket.destroy()
        sockets.delete(socket)
      }
    },
    async close() {
      const ending = [...pools.values()].map(({ pool }) => pool.destroy(new Problem('cancelled', 'The service is shutting down.')))
      pools.clear()
      await Promise.allSettled(ending)
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    get openSockets() {
      return sockets.size
    },
  }
}

/** Our own machines are reached directly: a proxy is the way to the outside, and may mean another machine by the same address. */
const isNear = (url: TargetOrigin, addresses: readonly string[], policy: Policy) =>
  addresses.length > 0 && addresses.every((address) => policy.judgeAddress(url, address) !== 'public')

type Kept = Readonly<{ pool: Pool; port: number }>

function closeIdle(pools: Map<string, Kept>): void {
  for (const [key, { pool }] of pools) {
    const { running, pending, size } = pool.stats
    if (running + pending + size > 0) continue
    pools.delete(key)
    pool.close().catch(() => pool.destroy())
  }
}

function remember(sessions: Map<string, Buffer>, host: string, ticket: Buffer): void {
  if (sessions.size >= 256) sessions.delete(sessions.keys().next().value!)
  sessions.set(host, ticket)
}
