import { Problem } from '../domain/problem.ts'

/** Turns a failed connection or a broken answer into a Problem. Answers with an HTTP status never come here. */
export function toNetProblem(error: unknown, host: string): Problem {
  if (error instanceof Problem) return error
  const { code, message } = describe(error)
  const extra = { cause: error }
  if (timeouts.has(code)) return new Problem('target_timeout', `${host} did not answer in time.`, extra)
  if (isTlsError(code, message)) return new Problem('target_tls', `${host}: ${tlsReason(code)}.`, extra)
  const isGarbage = code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError')
  const unreadable = unreadableReasons[code] ?? (isGarbage ? 'what came back is not HTTP' : undefined)
  if (unreadable) return new Problem('target_unreadable', `${host}: ${unreadable}.`, extra)
  const reason = unreachableReasons[code] ?? 'the connection failed'
  return new Problem('target_unreachable', `${host}: ${reason}.`, extra)
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const nested = code === '' && error.cause !== undefined ? describe(error.cause) : undefined
  return nested?.code ? nested : { code, message: error.message }
}

const timeouts: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

const unreachableReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this port',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  EADDRNOTAVAIL: 'this address does not exist here',
  EMFILE: 'this machine has no free file handles',
}

const unreadableReasons: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'the headers are larger than 16 KiB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  Z_DATA_ERROR: 'the answer is not compressed the way it says',
  Z_BUF_ERROR: 'the compressed answer is cut short',
  ERR_PADDING_2: 'the answer is not compressed the way it says',
}

const isTlsError = (code: string, message: string) =>
  code.startsWith('ERR_TLS') ||
  code.startsWith('ERR_SSL') ||
  code.startsWith('CERT_') ||
  code.startsWith('UNABLE_TO_') ||
  code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ||
  code === 'SELF_SIGNED_CERT_IN_CHAIN' ||
  code === 'EPROTO' ||
  message.startsWith('Client network socket disconnected before secure TLS')

function tlsReason(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another name'
  if (code.includes('SELF_SIGNED') || code.startsWith('UNABLE_TO_')) {
    return 'its certificate is signed by nobody this machine trusts; SORTIE_EGRESS_CA can name an authority of your own'
  }
  return 'the TLS handshake failed'
}
