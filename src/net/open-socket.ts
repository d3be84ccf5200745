import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'
import { Problem } from '../domain/problem.ts'
import { canonicalAddress } from './address.ts'
import { type EgressProxy, openTunnel } from './proxy-tunnel.ts'
import type { TargetOrigin } from './target-url.ts'

export type OpenSocketOptions = Readonly<{
  url: TargetOrigin
  /** Judged addresses, tried in this order. The name is not looked up again: this is the pin. */
  addresses: readonly string[]
  /** Judges the address that was really reached; throws when it may not be spoken to. */
  judge: (address: string) => void
  timeoutMs: number
  trust?: () => SecureContext
  proxy?: EgressProxy
  /** Sees every socket at birth, so that the kill switch can end those that are still connecting. */
  track: (socket: Socket) => void
  session?: { get: (host: string) => Buffer | undefined; set: (host: string, session: Buffer) => void }
}>

/** Opens a connection to one of the pinned addresses, encrypted where the URL says so, within the time given. */
export async function openSocket(options: OpenSocketOptions): Promise<Socket | TLSSocket> {
  const endMs = performance.now() + options.timeoutMs
  const tcp = options.proxy
    ? await openTunnel(options.proxy, options.url, options.timeoutMs, options.track)
    : await openFirst(options, endMs)
  if (!options.url.secure) return tcp
  return encrypt(tcp, options, Math.max(1, endMs - performance.now()))
}

async function openFirst(options: OpenSocketOptions, endMs: number): Promise<Socket> {
  let failure: unknown
  for (const [index, address] of options.addresses.entries()) {
    const leftMs = endMs - performance.now()
    if (leftMs <= 0) break
    try {
      // Every address gets its share of what is left: a dead first one must not eat the second one's time.
      return await openTcp(address, options, leftMs / (options.addresses.length - index))
    } catch (error) {
      if (error instanceof Problem && error.code === 'target_forbidden') throw error
      failure = error
    }
  }
  throw failure ?? new Problem('target_timeout', `${options.url.hostname} took no connection in time.`)
}

function openTcp(address: string, { url, judge, track }: OpenSocketOptions, timeoutMs: number): Promise<Socket> {
  // Judged once more at the last moment: listeners of our own may have been added since the name was resolved.
  judge(address)
  const socket = connectTcp({ host: address, port: url.port, noDelay: true })
  track(socket)
  return whenReady(socket, 'connect', timeoutMs, url).then(() => {
    const reached = socket.remoteAddress
    try {
      // A connection that was reset meanwhile has no other end any more, and is nobody's trick.
      if (reached === undefined) throw new Problem('target_unreachable', `${url.hostname} took the connection and closed it at once.`)
      if (canonicalAddress(reached) !== canonicalAddress(address)) {
        throw new Problem('target_forbidden', `${url.hostname} was dialled at ${address} but answered from elsewhere.`)
      }
      judge(reached)
    } catch (error) {
      socket.destroy()
      throw error
    }
    return socket
  })
}

async function encrypt(tcp: Socket, { url, trust, session, track }: OpenSocketOptions, timeoutMs: number): Promise<TLSSocket> {
  const options: ConnectionOptions = { socket: tcp, host: url.hostname, ALPNProtocols: ['http/1.1'] }
  const known = session?.get(url.origin)
  if (known) options.session = known
  if (trust) options.secureContext = trust()
  // For a literal there is no SNI, and the certificate must name the address.
  if (isIP(url.hostname) === 0) options.servername = url.hostname
  const socket = connectTls(options)
  track(socket)
  socket.on('session', (ticket) => session?.set(url.origin, ticket))
  try {
    await whenReady(socket, 'secureConnect', timeoutMs, url)
  } catch (error) {
    tcp.destroy()
    throw error
  }
  return socket
}

/** Waits for a socket's first good event, and leaves no listener of its own behind. */
function whenReady(socket: Socket, event: 'connect' | 'secureConnect', timeoutMs: number, url: TargetOrigin): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      socket.off(event, onReady).off('error', settle).off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onReady = () => settle()
    const onClose = () => settle(new Problem('target_unreachable', `${url.hostname} closed the connection at once.`))
    const timer = setTimeout(() => socket.destroy(timeout(url)), timeoutMs)
    socket.once(event, onReady).once('error', settle).once('close', onClose)
  })
}

const timeout = (url: TargetOrigin) => new Problem('target_timeout', `${url.hostname} took no connection in time.`)
