import { Problem } from '../domain/problem.ts'

/** The parts of a request that the guards look at. */
export type Caller = Readonly<{ headers: Readonly<Record<string, string | string[] | undefined>>; peer: string | undefined }>

const isLoopbackV4 = (host: string): boolean =>
  /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) && host.split('.').every((part) => Number(part) <= 255)

/** The address of a socket's other end. */
export function isLoopbackPeer(address: string | undefined): boolean {
  if (address === undefined) return false
  return address === '::1' || isLoopbackV4(address.replace(/^::ffff:/i, ''))
}

/** A Host header that names this machine: what a DNS-rebinding page can not send. */
export function isLoopbackHost(host: string | undefined): boolean {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::\d{1,5})?$/i.exec(host ?? '')
  if (!match) return false
  const name = match[1]!.toLowerCase().replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || isLoopbackV4(name)
}

/** In local mode every route is for this machine's own names only. */
export function checkHost(mode: 'local' | 'token', caller: Caller): void {
  if (mode === 'token') return
  if (isLoopbackHost(single(caller.headers.host))) return
  throw new Problem('misdirected', 'In local mode the service answers to localhost and loopback addresses only.')
}

/** A scan of ours that found its way back (through NAT or a reverse proxy, where the egress guard can't see it). */
export function checkNoSelfScan(caller: Caller): void {
  if (caller.headers['x-sortie-scan'] === undefined) return
  throw new Problem('target_forbidden', 'This service does not scan itself or its like.')
}

/** What is wrong with the door being open to this caller, or undefined: it may manage keys without a credential. */
export function faultOfLocalDoor(caller: Caller, publishedOnLoopback: boolean): string | undefined {
  const { headers, peer } = caller
  if (!publishedOnLoopback && !isLoopbackPeer(peer)) return 'the request comes from another machine'
  const host = single(headers.host)
  if (!isLoopbackHost(host)) return 'the Host header names another machine'
  const origin = single(headers.origin)
  if (headers.origin !== undefined && origin?.toLowerCase() !== `http://${host?.toLowerCase()}`) return 'it was sent by a foreign web page'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'none' && site !== 'same-origin') return 'it was sent by a foreign web page'
  const proxied = Object.keys(headers).find((name) => /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/.test(name))
  return proxied === undefined ? undefined : `it came through a proxy (${proxied})`
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value)
