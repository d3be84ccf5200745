/** Every failure that has a name, and all that follows from it: this is the only table of codes. */
const catalogue = {
  invalid_request: { status: 400, title: 'The request is not valid', isMisuse: true },
  unauthenticated: { status: 401, title: 'A valid API key is required' },
  api_key_expired: { status: 401, title: 'The API key has expired' },
  insufficient_scope: { status: 403, title: 'The API key may not do this', isMisuse: true },
  local_only: { status: 403, title: 'Only local clients may do this without a credential' },
  target_forbidden: { status: 403, title: 'The target may not be scanned from here', isMisuse: true, isFinal: true, endsScan: true },
  not_found: { status: 404, title: 'Not found', isMisuse: true },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  conflict: { status: 409, title: 'The current state does not allow this' },
  scan_ended: { status: 410, title: 'The scan has ended' },
  payload_too_large: { status: 413, title: 'The request is too large', isMisuse: true },
  uri_too_long: { status: 414, title: 'The URL is too long' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  misdirected: { status: 421, title: 'The request is for another host' },
  idempotency_mismatch: { status: 422, title: 'The Idempotency-Key was used with another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'The service can not take this right now' },
  traffic_stopped: { status: 503, title: 'The operator has stopped all traffic' },
  storage_full: { status: 503, title: 'The storage is full' },

  // Set-up mistakes: never on the wire, the command line answers them with exit 2.
  invalid_config: { status: 500, title: 'The configuration is not valid', isMisuse: true },
  invalid_pack: { status: 500, title: 'An attack pack is not valid', isMisuse: true },

  // What can go wrong with a target. They end up in a scan's `error` or in a result's reason.
  target_unreachable: { status: 502, title: 'The target could not be reached', retryable: true, endsScan: true },
  target_timeout: { status: 504, title: 'The target did not answer in time', retryable: true, endsScan: true },
  target_tls: { status: 502, title: 'The TLS connection to the target failed', endsScan: true },
  target_rate_limited: { status: 502, title: 'The target limits our rate', retryable: true, endsScan: true },
  target_server_error: { status: 502, title: 'The target answered with a server error', retryable: true, endsScan: true },
  target_auth_failed: { status: 502, title: 'The target wants other credentials', endsScan: true },
  target_not_found: { status: 502, title: 'There is nothing at this path of the target', endsScan: true },
  target_rejected: { status: 502, title: 'The target rejected the request', endsScan: true },
  target_unreadable: { status: 502, title: 'The answer of the target could not be read', endsScan: true },
  target_blocked: { status: 502, title: 'A filter in front of the target blocked the request', endsScan: true },
  target_not_ai: { status: 502, title: 'This does not look like an AI endpoint', endsScan: true },
  target_config_lost: { status: 500, title: 'The sealed credentials of the target can not be read', endsScan: true },
  target_opted_out: { status: 502, title: 'The target asks not to be scanned', isFinal: true, endsScan: true },
  target_client_missing: { status: 504, title: 'No relay client carried the prompts', endsScan: true },
  too_many_errors: { status: 502, title: 'Too many attacks ended without a usable answer', endsScan: true },
  nothing_tested: { status: 502, title: 'Nothing could be tested', endsScan: true },
  deadline_exceeded: { status: 504, title: 'The scan ran out of time', isFinal: true, endsScan: true },
  request_limit: { status: 502, title: 'The scan used up its requests', isFinal: true, endsScan: true },
  cancelled: { status: 409, title: 'The scan was cancelled', isFinal: true, endsScan: true },
} as const satisfies Record<string, Entry>
type Entry = {
  /** Of the HTTP answer. */
  status: number
  title: string
  /** The same request may succeed a moment later. */
  retryable?: true
  /** A mistake of whoever typed a command, as opposed to something that kept us from finishing. */
  isMisuse?: true
  /** A scan may fail with it: it says something about the target, the plan or the operator, and not about us. */
  endsScan?: true
  /** No further attack can get around it: the scan ends at the first one. */
  isFinal?: true
}

export type ProblemCode = keyof typeof catalogue
/** The table above for people: the documentation lists it. */
export const problemCodes: readonly Readonly<{ code: ProblemCode; status: number; title: string }>[] = Object.entries(catalogue).map(
  ([code, { status, title }]) => ({ code: code as ProblemCode, status, title }),
)

export type FieldError = Readonly<{ pointer: string; detail: string }>
export type ProblemExtra = Readonly<{
  cause?: unknown
  errors?: readonly FieldError[]
  /** How long the caller (or, for a target's problem, the engine) should wait. */
  retryAfterMs?: number
  /** The HTTP status a target answered with. */
  targetStatus?: number
  /** What the target said, cut short: for people, never parsed. */
  excerpt?: string
}>

/** The one error this code base throws on purpose. `detail` is for the caller; `cause` is for the log. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly detail: string
  readonly extra: ProblemExtra

  constructor(code: ProblemCode, detail: string, extra: ProblemExtra = {}) {
    super(`${code}: ${detail}`, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.code = code
    this.detail = detail
    this.extra = extra
  }

  get status(): number {
    return this.#entry.status
  }

  get title(): string {
    return this.#entry.title
  }

  get retryable(): boolean {
    return this.#entry.retryable === true
  }

  get isMisuse(): boolean {
    return this.#entry.isMisuse === true
  }

  get endsScan(): boolean {
    return this.#entry.endsScan === true
  }

  get isFinal(): boolean {
    return this.#entry.isFinal === true
  }

  get #entry(): Entry {
    return catalogue[this.code]
  }
}

/** Any thrown value as a Problem; what nobody named becomes `internal`, with the original as its cause. */
export function toProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem('internal', 'Something unexpected happened.', { cause: error })
}
