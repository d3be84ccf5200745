import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { ApiDeps } from '../../src/api/deps.ts'
import { createServer } from '../../src/api/server.ts'
import type { Scope } from '../../src/domain/key.ts'
import type { Clock, Lease, Store } from '../../src/domain/ports.ts'
import { Problem } from '../../src/domain/problem.ts'
import { silentLog } from '../../src/lib/log.ts'
import { leaseHolder } from '../../src/queue/hold-lease.ts'
import { createKey } from '../../src/service/create-key.ts'
import { openKillSwitch } from '../../src/service/kill-switch.ts'
import { openRelayDesk, type RelayDesk, type RelayDeskDeps } from '../../src/service/relay/relay-desk.ts'
import { openStore } from '../../src/store/open.ts'
import { smallCatalog } from './small-catalog.ts'

export type TestClock = Clock & { nowMs: number }

export type Api = Readonly<{
  app: FastifyInstance
  store: Store
  clock: TestClock
  relay: RelayDesk
  woken: () => number
  /** A new key's secret. */
  key: (scopes?: readonly Scope[], expiresAt?: string) => Promise<string>
  call: (method: string, url: string, options?: Call) => Promise<LightMyRequestResponse>
  /** Takes the oldest waiting scan, as a worker would. */
  claim: () => Promise<Lease>
  close: () => Promise<void>
}>
export type Call = Readonly<{ key?: string; body?: unknown; headers?: Record<string, string>; remoteAddress?: string; payload?: string }>

/** The whole API over a real store in a folder of its own, without a port. */
export async function openApi(change: Partial<ApiDeps> = {}, relaying: Partial<RelayDeskDeps> = {}): Promise<Api> {
  const folder = mkdtempSync(join(tmpdir(), 'sortie-api-'))
  const store = await openStore({ file: join(folder, 'sortie.db') })
  const clock: TestClock = { nowMs: Date.parse('2026-11-15T12:00:00.000Z'), now: () => clock.nowMs, monotonicMs: () => performance.now() }
  let wakes = 0
  let stopped: string | null = null
  const mark = {
    read: () => stopped,
    write: (at: string) => {
      stopped = at
    },
    remove: () => {
      stopped = null
    },
  }
  const killSwitch = openKillSwitch({ scans: store.scans, clock, traffic: { stopAll: () => {}, resume: () => {} }, mark })
  const relay = openRelayDesk({
    scans: store.scans,
    clock,
    log: silentLog,
    random: randomBytes,
    owner: 'test-worker',
    scanLeaseMs: 15_000,
    hold: leaseHolder({ scans: store.scans, clock, log: silentLog }).hold,
    run: untilStopped,
    assertRunning: killSwitch.assertRunning,
    ...relaying,
  })
  const app = await createServer({
    store,
    clock,
    log: silentLog,
    version: '0.0.0-test',
    mode: 'local',
    publishedOnLoopback: false,
    trustedProxies: [],
    judgeHeaders: (headers) => {
      if ('host' in headers) throw new Problem('invalid_request', 'host may not be set.')
    },
    judgeUrl: (url) => {
      if (new URL(url).hostname === '169.254.169.254') throw new Problem('target_forbidden', 'Link-local addresses may never be scanned.')
    },
    seal: (plain) => Buffer.from(plain).map((byte) => byte ^ 0x5a),
    catalog: smallCatalog,
    wake: () => {
      wakes += 1
    },
    detect: async () => ({
      protocol: 'openai-chat',
      confidence: 0.9,
      conversation: 'history',
      streaming: false,
      model: 'tiny',
      tools: [],
      requests_used: 1,
      sample: { sent: 'Hello', received: 'Hi' },
      notes: ['It answers like a chat completion.'],
      settings: { authorization: 'must-not-leave' },
    }),
    relay,
    killSwitch,
    isDraining: () => false,
    pollMs: 5,
    ...change,
  })
  await app.ready()

  const call: Api['call'] = (method, url, { key, body, headers, remoteAddress, payload } = {}) =>
    app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { host: '127.0.0.1:4100', ...(key === undefined ? {} : { 'x-api-key': key }), ...headers },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      ...(payload === undefined ? {} : { payload }),
      ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    })

  return {
    app,
    store,
    clock,
    relay,
    woken: () => wakes,
    call,
    key: async (scopes, expiresAt) =>
      (
        await createKey(
          { keys: store.keys, clock, random: (size) => crypto.getRandomValues(new Uint8Array(size)) },
          { ...(scopes ? { scopes: [...scopes] } : {}), ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) },
          ['scans:read', 'scans:write', 'keys:read', 'keys:write'],
        )
      ).key,
    claim: async () => (await store.scans.claim('test-worker', clock.now(), clock.now() + 60_000))!.lease,
    close: async () => {
      await relay.close()
      await app.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Work that goes on until it is told to stop. */
const untilStopped: RelayDeskDeps['run'] = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
