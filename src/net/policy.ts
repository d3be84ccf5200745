import { isIP } from 'node:net'
import { hostname as machineName, networkInterfaces } from 'node:os'
import { Problem } from '../domain/problem.ts'
import { type AddressBlock, type AddressKind, canonicalAddress, classifyAddress, isInBlock, parseBlock } from './address.ts'
import type { TargetOrigin } from './target-url.ts'

/** What may be dialled. The order is the promise: forbidden ranges, then our own listeners, then allow-lists and mode. */
export interface Policy {
  /** Judges what a URL alone tells: literals and names everybody knows. No DNS. */
  judgeUrl(url: TargetOrigin): void
  /** Judges one address that is about to be dialled, or that was dialled. */
  judgeAddress(url: TargetOrigin, address: string): AddressKind
  /** Our own listeners: never to be reached at any address of this machine. */
  denyOwn(listeners: readonly Listener[]): void
  /** Lets exactly these through in every mode: the demo target. */
  allowExact(listeners: readonly Listener[]): void
  /** Grows whenever an earlier judgement may no longer hold. */
  readonly version: number
}
export type Listener = Readonly<{ host: string; port: number }>

export type PolicyOptions = Readonly<{
  mode: 'local' | 'token'
  /** Hosts, `host:port` and CIDRs that may be scanned although they are private. */
  allowTargets?: readonly string[]
  /** The addresses of this machine. */
  localAddresses?: () => readonly string[]
}>

export function createPolicy(options: PolicyOptions): Policy {
  const rules = (options.allowTargets ?? []).map(parseAllowRule)
  const localAddresses = options.localAddresses ?? interfaceAddresses
  const exact = new Set<string>()
  let own: readonly Listener[] = []
  let version = 0

  const isOwn = (address: string, kind: AddressKind, port: number) => {
    const listeners = own.filter((listener) => listener.port === port)
    if (listeners.length === 0) return false
    const wanted = canonicalAddress(address)
    if (kind === 'loopback' || listeners.some((listener) => canonicalAddress(listener.host) === wanted)) return true
    return localAddresses().some((local) => canonicalAddress(local) === wanted)
  }

  const judgeAddress = (url: TargetOrigin, address: string): AddressKind => {
    const verdict = classifyAddress(address)
    const what = address === url.hostname ? address : `${url.hostname} (${address})`
    if ('denied' in verdict) throw new Problem('target_forbidden', `${what} may never be scanned: ${verdict.denied}.`)
    if (isOwn(address, verdict.kind, url.port)) throw forbiddenOwn()
    if (verdict.kind === 'public' || exact.has(`${canonicalAddress(address)}:${url.port}`)) return verdict.kind
    if (verdict.kind !== 'shared' && options.mode === 'local') return verdict.kind
    if (rules.some((rule) => rule(url, address))) return verdict.kind
    throw new Problem('target_forbidden', `${what} is not a public address: only what SORTIE_ALLOW_TARGETS names may be scanned there.`)
  }

  return {
    judgeAddress,
    judgeUrl(url) {
      if (isIP(url.hostname) !== 0) {
        judgeAddress(url, url.hostname)
        return
      }
      if (isMetadataName(url.hostname)) {
        throw new Problem('target_forbidden', `${url.hostname} may never be scanned: it is a cloud metadata service.`)
      }
      if (isLocalhost(url.hostname)) judgeAddress(url, '127.0.0.1')
      if (url.hostname === machineName().toLowerCase() && own.some((listener) => listener.port === url.port)) throw forbiddenOwn()
    },
    denyOwn(listeners) {
      own = listeners
      version++
    },
    allowExact(listeners) {
      version++
      exact.clear()
      for (const { host, port } of listeners) exact.add(`${canonicalAddress(host)}:${port}`)
    },
    get version() {
      return version
    },
  }
}

/** `localhost` and every name below it mean this machine (RFC 6761): they are never asked of a DNS server. */
export const isLocalhost = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')

const forbiddenOwn = () => new Problem('target_forbidden', 'This is an address of this service itself: it does not scan itself.')

const metadataNames = [
  'metadata',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.azure.internal',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]
const isMetadataName = (hostname: string) => metadataNames.some((name) => hostname === name || hostname.endsWith(`.${name}`))

type AllowRule = (url: TargetOrigin, address: string) => boolean

/** Reads one entry of the allow-list: `10.0.0.0/8`, `192.168.1.5`, `[fd12::1]:8080`, `llm.internal` or `llm.internal:8080`. */
export function parseAllowRule(entry: string): AllowRule {
  const text = entry.trim().toLowerCase()
  const whole = parseBlock(text)
  if (whole) return byBlock(whole)
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/[\]@]+))(?::(\d{1,5}))?$/.exec(text)
  const port = match?.[3] === undefined ? undefined : Number(match[3])
  if (!match || port === 0 || (port ?? 1) > 65_535) {
    throw new Problem('invalid_config', `SORTIE_ALLOW_TARGETS: "${entry}" is not a host, host:port or CIDR.`)
  }
  const host = (match[1] ?? match[2])!.replace(/\.$/, '')
  const block = parseBlock(host)
  const byHost: AllowRule = block ? byBlock(block) : (url) => url.hostname === host
  return (url, address) => (port === undefined || url.port === port) && byHost(url, address)
}

const byBlock =
  (block: AddressBlock): AllowRule =>
  (_, address) =>
    isInBlock(address, block)

const interfaceAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address.replace(/%.*$/, '')))
