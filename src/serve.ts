import type { AddressInfo } from 'node:net'
import { createServer } from './api/server.ts'
import { type Core, loadOrCreateAdminToken } from './compose.ts'
import { Problem } from './domain/problem.ts'
import { Secret } from './lib/secret.ts'
import { trimAfter, trimMemory } from './lib/trim-memory.ts'
import { dropOldScans } from './service/drop-old-scans.ts'
import { version } from './version.ts'

/** A service that takes requests and works on scans. */
export type Service = Readonly<{
  url: string
  mode: 'local' | 'token'
  /** Where the generated admin token lies, in token mode. Its path, never its value. */
  adminTokenFile?: string
  /** Stops taking work, lets requests end, gives scans back. */
  close: () => Promise<void>
}>

export async function serve(core: Core): Promise<Service> {
  const { config } = core
  const admin = config.auth === 'token' || config.adminToken ? loadOrCreateAdminToken(config) : undefined
  let isDraining = false
  const server = await createServer({
    store: core.store,
    clock: core.clock,
    log: core.log,
    version,
    mode: config.auth,
    publishedOnLoopback: config.publishedOnLoopback,
    ...(admin && { adminToken: new Secret(admin.token) }),
    trustedProxies: config.trustedProxies,
    judgeUrl: core.egress.judgeUrl,
    judgeHeaders: core.egress.judgeHeaders,
    seal: core.sealer.seal,
    catalog: core.catalog,
    judges: core.forCreateScan.judges,
    estimate: core.forCreateScan.estimate,
    wake: () => core.queue.wake(),
    detect: core.detect,
    relay: core.relay,
    killSwitch: core.killSwitch,
    isDraining: () => isDraining,
  })
  await server.listen({ host: config.host, port: config.port, backlog: 4096 }).catch((error: NodeJS.ErrnoException) => {
    throw new Problem('invalid_config', whyNot(error, config.host, config.port), { cause: error })
  })
  const listeners = (server.addresses() as AddressInfo[]).map(({ address, port }) => ({ host: address, port }))
  core.doors.open(listeners)
  const worker = await core.queue.work(trimAfter(core.runJob))
  const sweeping = setInterval(
    () => void core.relay.sweep().catch((err: unknown) => core.log.warn({ err }, 'relay scans could not be looked after')),
    15_000,
  ).unref()
  setTimeout(trimMemory, 500).unref()
  const retention = keepRetention(core)
  const { host, port } = listeners[0]!
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    mode: config.auth,
    ...(admin?.file && { adminTokenFile: admin.file }),
    close: async () => {
      isDraining = true
      clearInterval(retention)
      clearInterval(sweeping)
      // Whoever waits for a prompt is told now; otherwise closing would wait for them.
      await Promise.all([worker.stop(), core.relay.close()])
      await server.close()
      await core.close()
    },
  }
}

/** Old scans go at the start and then every hour. A failure is logged and tried again. */
function keepRetention(core: Core): NodeJS.Timeout {
  const drop = () =>
    dropOldScans({ scans: core.store.scans, clock: core.clock }, core.config.retentionDays).then(
      (count) => count > 0 && core.log.info({ count }, 'scans past the retention time were deleted'),
      (error: unknown) => core.log.warn({ err: error }, 'old scans could not be deleted'),
    )
  void drop()
  return setInterval(drop, 3_600_000)
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken: stop what listens there, or set SORTIE_PORT (0 picks a free one).`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}: set SORTIE_PORT to one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is no address of this machine: check SORTIE_HOST.`
  return `Could not listen on ${host}:${port}: ${error.code ?? 'unknown reason'}.`
}
