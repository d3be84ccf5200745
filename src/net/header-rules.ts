import { Problem } from '../domain/problem.ts'

/** Headers nobody but the HTTP client itself may set: they change where a request goes, where it ends, or who answers it. */
const refused: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'metadata',
  'via',
  'forwarded',
  'x-real-ip',
  'x-sortie-scan',
])
const refusedPrefixes = ['proxy-', 'metadata-', 'x-aws-ec2-metadata', 'x-google-metadata', 'x-forwarded-', 'sec-websocket-']

const printable = /^[\t\x20-\x7e\x80-\xff]*$/
/** Names that were found good before. Bounded: names come from code and operators, never from targets, but still. */
const known = new Set<string>()

/** Throws when a header may not be set by a caller. Names are compared without case. */
export function judgeHeaders(headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    if (!known.has(name)) judgeName(name)
    if (!printable.test(headers[name]!)) throw invalid(name, 'has a value that is not one line of printable text')
  }
}

function judgeName(name: string): void {
  const lower = name.toLowerCase()
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]{1,128}$/.test(lower)) throw invalid(name, 'is not an HTTP header name')
  if (refused.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix))) throw invalid(name, 'may not be set')
  if (known.size < 1000) known.add(name)
}

function invalid(name: string, why: string): Problem {
  const detail = `The header ${JSON.stringify(name.slice(0, 80))} ${why}.`
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/target_config/headers', detail }] })
}
