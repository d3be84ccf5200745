import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Where an address lies. `shared` is carrier-grade NAT space (RFC 6598), which overlay networks such as Tailscale use. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'shared'
export type AddressVerdict = Readonly<{ kind: AddressKind } | { denied: string }>

/**
 * Says where an IP address lies, or why nothing may ever be sent to it. The forbidden list comes first and no
 * allow-list is consulted here: fd00:ec2::254 lies inside fc00::/7, which people allow without a second thought.
 */
export function classifyAddress(address: string): AddressVerdict {
  if (isIP(address) === 0) return { denied: 'it is not an IP address' }
  if (address.includes('%')) return { denied: 'it carries a zone id' }
  const parsed = parse(address)
  const forbidden = parsed.kind() === 'ipv4' ? forbidden4 : forbidden6
  for (const { block, why } of forbidden) if (matches(parsed, block)) return { denied: why }
  return parsed.kind() === 'ipv4' ? judge4(parsed.range()) : judge6(parsed as ipaddr.IPv6)
}

/** One spelling per address: IPv4-mapped forms become IPv4, IPv6 is compressed. */
export function canonicalAddress(address: string): string {
  return isIP(address) === 0 ? address : parse(address).toString()
}

/** A parsed block of addresses; a single address is a block of one. */
export type AddressBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Reads `10.0.0.0/8`, `fd12::/16` or one address. Undefined when it is neither. */
export function parseBlock(text: string): AddressBlock | undefined {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return undefined
  const parsed = parse(address)
  const most = parsed.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [parsed, most]
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return undefined
  return [parsed, Number(bits)]
}

export const isInBlock = (address: string, block: AddressBlock): boolean => matches(parse(address), block)

/** ipaddr.js throws on a mix of families; for us the answer is no. The cast names one of two overloads that do the same. */
const matches = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: AddressBlock): boolean =>
  address.kind() === network.kind() && address.match(network as ipaddr.IPv4, bits)

const ranges = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([cidr, why]) => ({ block: parseBlock(cidr)!, why }))

const metadata = 'it is a cloud metadata address'
/** What ipaddr.js would call ordinary unicast or private, and what is worth naming in the message. */
const forbidden4 = ranges({
  '169.254.0.0/16': 'it is link-local, where cloud metadata lives',
  '168.63.129.16/32': metadata,
  '100.100.100.200/32': metadata,
  '192.0.0.0/24': metadata,
  '0.0.0.0/8': 'it means this host',
})
const forbidden6 = ranges({
  'fd00:ec2::/32': metadata,
  'fd20:ce::/32': metadata,
  'fd00:c1::/32': metadata,
  'fe80::/10': 'it is link-local',
  '3fff::/20': 'it is reserved',
  '64:ff9b::/96': 'it is a NAT64 address',
  '64:ff9b:1::/48': 'it is a NAT64 address',
  '2002::/16': 'it is a 6to4 address',
  '2001::/32': 'it is a Teredo address',
})

function judge4(range: string): AddressVerdict {
  if (range === 'unicast') return { kind: 'public' }
  if (range === 'loopback') return { kind: 'loopback' }
  if (range === 'private') return { kind: 'private' }
  if (range === 'carrierGradeNat') return { kind: 'shared' }
  return { denied: `it is ${range === 'multicast' ? 'multicast' : 'reserved'}` }
}

function judge6(address: ipaddr.IPv6): AddressVerdict {
  const range = address.range()
  if (range === 'loopback') return { kind: 'loopback' }
  if (range === 'uniqueLocal') return { kind: 'private' }
  // Only 2000::/3 is handed out. The rest holds IPv4-compatible, SIIT and site-local forms, and nothing worth scanning.
  const isGlobal = (address.parts[0]! & 0xe000) === 0x2000
  // ISATAP puts an IPv4 address behind 0:5efe; a tunnel would unwrap it behind our back.
  const isIsatap = (address.parts[4]! & 0xfdff) === 0 && address.parts[5] === 0x5efe
  if (range === 'unicast' && isGlobal && !isIsatap) return { kind: 'public' }
  return { denied: `it is ${range === 'multicast' ? 'multicast' : 'reserved or a tunnel'}` }
}

/** An address as it is dialled: IPv4-mapped forms are IPv4. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const parsed = ipaddr.parse(address.includes(':') ? address.replace(/[\d.]+\.\d+$/, toHex) : address)
  if (parsed.kind() === 'ipv4') return parsed
  const six = parsed as ipaddr.IPv6
  return six.isIPv4MappedAddress() ? six.toIPv4Address() : six
}

/** ipaddr.js reads `::127.0.0.1` as IPv4-mapped, which it is not; in hexadecimal there is one way to read it. */
function toHex(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
