import { Problem } from '../domain/problem.ts'

/** Whom a URL leads to. */
export type TargetOrigin = Readonly<{
  /** `http://host:port`, also for ws: what HTTP is spoken to. */
  origin: string
  secure: boolean
  /** Lower-case, without brackets and without a closing dot. */
  hostname: string
  port: number
}>

/** A target's address, parsed once. Everything later uses these parts and never the raw string again. */
export type TargetUrl = TargetOrigin & Readonly<{ /** Path and query. */ path: string }>

const schemes: Readonly<Record<string, { secure: boolean; port: number; http: string }>> = {
  'http:': { secure: false, port: 80, http: 'http' },
  'ws:': { secure: false, port: 80, http: 'http' },
  'https:': { secure: true, port: 443, http: 'https' },
  'wss:': { secure: true, port: 443, http: 'https' },
}

// Controls, spaces, backslashes, and characters that can't be seen: none of them belongs in an address somebody means.
const suspicious =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points on purpose, the joiner among them
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff0-\ufffd\\]/

/** Reads a target's URL, or says in one sentence what is wrong with it. WHATWG parsing folds every IPv4 spelling. */
export function parseTargetUrl(raw: string): TargetUrl {
  if (raw.length > 2048) throw invalid('The target must be at most 2,048 characters long.')
  if (suspicious.test(raw)) throw invalid('The target must not contain spaces, backslashes, control or invisible characters.')
  if (!/^(?:https?|wss?):\/\//i.test(raw)) throw invalid('The target must start with http://, https://, ws:// or wss://.')
  const authority = raw.slice(raw.indexOf('//') + 2).split(/[/?#]/, 1)[0]!
  if (authority.includes('@')) throw invalid('The target must not contain credentials: put them into target_config.auth.')
  const url = URL.parse(raw)
  const scheme = url ? schemes[url.protocol] : undefined
  if (!url || !scheme || url.hostname === '') throw invalid('The target is not a valid URL.')
  const port = url.port === '' ? scheme.port : Number(url.port)
  if (port === 0) throw invalid('Port 0 can not be connected to.')
  if (badPorts.has(port)) throw new Problem('target_forbidden', `Port ${port} belongs to another protocol than HTTP.`)
  return {
    origin: `${scheme.http}://${url.host.replace(/\.(?=:\d+$|$)/, '')}`,
    secure: scheme.secure,
    hostname: url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, ''),
    port,
    path: url.pathname + url.search,
  }
}

/** Two URLs of one origin: same host, same port, both or neither encrypted. */
export const isSameOrigin = (a: TargetUrl, b: TargetUrl): boolean => a.hostname === b.hostname && a.port === b.port && a.secure === b.secure

const invalid = (detail: string) => new Problem('invalid_request', detail, { errors: [{ pointer: '/target', detail }] })

// The "bad ports" of the Fetch standard: a POST to one of them can be mistaken for mail, chat or a print job.
const badPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
