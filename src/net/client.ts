import { Problem } from '../domain/problem.ts'
import type { Net, NetRequest, NetResponse, NetSocket, TargetAuth } from '../domain/target.ts'
import { counted } from '../lib/counted.ts'
import { createPace, type Feedback, type Pace } from '../lib/pace.ts'
import { parseRetryAfter } from '../lib/pace-retry-after.ts'
import { createRedactor, type Redactor } from '../lib/redact.ts'
import { createCredentials } from './credentials.ts'
import { enterAll } from './enter-all.ts'
import { type EndGroup, endsWith, exchange } from './exchange.ts'
import { judgeHeaders } from './header-rules.ts'
import { createHeaders, flatten, identify } from './outgoing-headers.ts'
import type { Route, Routes } from './routes.ts'
import { secretsOf } from './target-secrets.ts'
import { isSameOrigin, parseTargetUrl, type TargetUrl } from './target-url.ts'

/** What one scan may do on the network. */
export type ClientOptions = Readonly<{
  scanId: string
  /** The target's URL: its origin is the only one this client speaks to. */
  target: string
  auth?: TargetAuth | undefined
  headers?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string>> | undefined
  limits?: Readonly<{ requestTimeoutMs?: number; maxBytes?: number }>
  requestsPerSecond?: number | null | undefined
  concurrency?: number | undefined
  maxRequests?: number | null | undefined
  /** Taught this scan's secrets, for those who need to know them before the client exists. */
  redactor?: Redactor
  /** Called for every request that goes out, retries and WebSockets included. */
  onRequest?: () => void
}>

/** The `Net` of one scan, and what the scan needs to know about it. */
export interface EgressClient extends Net {
  /** Knows this scan's secrets, those fetched on the way included. To be applied to everything that is kept. */
  readonly redactor: Redactor
  readonly requestsSent: number
}

/** What clients share: the guard, the kill switch, the clock. */
export type ClientBase = Readonly<{
  routes: Routes
  version: string
  now: () => number
  monotonicMs: () => number
  /** Throws while traffic is stopped. */
  assertRunning: () => void
  /** Everything that runs, for the kill switch. */
  running: EndGroup
  /** A pace of a scan's own: those who wait at it are turned away when traffic stops. Forgotten with its scan. */
  adopt: (pace: Pace) => void
}>

const defaultTimeoutMs = 60_000
const defaultMaxBytes = 1024 * 1024

export function createClient(base: ClientBase, options: ClientOptions): EgressClient {
  const target = parseTargetUrl(options.target)
  judgeHeaders(options.headers ?? {})
  const redactor = options.redactor ?? createRedactor([])
  for (const secret of secretsOf(options)) redactor.add(secret)
  const scanPace = createPace({
    maxInFlight: options.concurrency ?? Number.POSITIVE_INFINITY,
    nowMs: base.monotonicMs,
    ...(options.requestsPerSecond ? { perSecond: options.requestsPerSecond } : {}),
  })
  base.adopt(scanPace)
  const timeoutMs = options.limits?.requestTimeoutMs ?? defaultTimeoutMs
  const maxBytes = options.limits?.maxBytes ?? defaultMaxBytes
  const identity = identify(base.version, options.scanId)
  const headersOf = createHeaders(identity, options.headers ?? {})
  const parsed = new Map<string, TargetUrl>()
  let requestsSent = 0

  const urlOf = (raw: string): TargetUrl => {
    let url = parsed.get(raw)
    if (!url) {
      url = parseTargetUrl(raw)
      if (!isSameOrigin(url, target)) {
        throw new Problem('target_forbidden', `${url.hostname}:${url.port} is not the target: a scan speaks to its target's origin only.`)
      }
      if (parsed.size >= 256) parsed.clear()
      parsed.set(raw, url)
    }
    return url
  }

  const countRequest = () => {
    if (options.maxRequests != null && requestsSent >= options.maxRequests) {
      throw new Problem('request_limit', `The scan has sent the ${counted(options.maxRequests, 'request')} it was allowed.`)
    }
    requestsSent++
    options.onRequest?.()
  }

  const leave = (gates: readonly Pace[], startedMs: number, feedback: Feedback, pauseMs?: number) => {
    scanPace.leave('none', startedMs)
    for (const gate of gates) gate.leave(feedback, startedMs, pauseMs)
  }

  const attempt = async (request: NetRequest, signal: AbortSignal): Promise<NetResponse> => {
    signal.throwIfAborted()
    base.assertRunning()
    const url = urlOf(request.url)
    if (request.headers) judgeHeaders(request.headers)
    const path = credentials.path(url.path)
    const ready = base.routes.to(url)
    const route = ready instanceof Promise ? await untilAborted(ready, signal) : ready
    const headers = headersOf(request.headers)
    const body = request.body ?? null
    const pending = credentials.apply?.({ url, path, method: request.method, headers, body }, signal)
    if (pending) await pending
    const gates = base.routes.gates(route)
    const waiting = enterAll([scanPace, ...gates], signal)
    if (waiting) await waiting
    const startedMs = base.monotonicMs()
    let feedback: Feedback = 'none'
    let pauseMs: number | undefined
    // The requests that a held stream waits for need its place.
    if (request.held) leave(gates, startedMs, feedback)
    try {
      base.assertRunning()
      countRequest()
      const answer = await exchange({
        dispatcher: base.routes.pool(route),
        host: url.hostname,
        path,
        method: request.method,
        headers: flatten(headers),
        body,
        timeoutMs: request.timeoutMs ?? timeoutMs,
        maxBytes: request.maxBytes ?? maxBytes,
        isDone: request.isDone,
        ends: [base.running, endsWith(signal)],
      })
      feedback = feedbackOf(answer.status)
      if (feedback !== 'fine') pauseMs = parseRetryAfter(answer.headers['retry-after'], base.now())
      if (saysOptOut(answer.headers)) throw optedOut(url)
      return answer
    } catch (error) {
      if (error instanceof Problem && error.code === 'target_timeout') feedback = 'busy'
      throw error
    } finally {
      if (!request.held) leave(gates, startedMs, feedback, pauseMs)
    }
  }

  const credentials = createCredentials(options, {
    now: base.now,
    onSecret: redactor.add,
    post: async (url, headers, body, signal) => {
      const tokenUrl = parseTargetUrl(url)
      const route = await base.routes.to(tokenUrl)
      const request: NetRequest = { method: 'POST', url, body, timeoutMs: Math.min(timeoutMs, 30_000), maxBytes: 65_536 }
      return exchangeAlone(base, route, tokenUrl.path, request, { ...identity, ...headers }, signal)
    },
  })

  return {
    redactor,
    get requestsSent() {
      return requestsSent
    },
    // Most credentials do not change: their requests are spared the second look.
    request: credentials.renew ? withRenewal(attempt, credentials.renew) : attempt,
    async socket(request, signal): Promise<NetSocket> {
      signal.throwIfAborted()
      base.assertRunning()
      const url = urlOf(request.url)
      if (request.headers) judgeHeaders(request.headers)
      const path = credentials.path(url.path)
      // Few scans need it, and it brings a library along.
      const { openWebSocket } = await import('./web-socket.ts')
      const route = await untilAborted(Promise.resolve(base.routes.to(url)), signal)
      const headers = headersOf(request.headers)
      await credentials.apply?.({ url, path, method: 'GET', headers, body: null }, signal)
      const gates = base.routes.gates(route)
      await enterAll([scanPace, ...gates], signal)
      const ending = new AbortController()
      const member = { end: (reason: unknown) => ending.abort(reason) }
      base.running.add(member)
      const startedMs = base.monotonicMs()
      let isLeft = false
      let feedback: Feedback = 'none'
      let pauseMs: number | undefined
      const leaveOnce = () => {
        if (isLeft) return
        isLeft = true
        base.running.delete(member)
        leave(gates, startedMs, feedback, pauseMs)
      }
      const onAnswer = (status: number, answered: NetResponse['headers']) => {
        if (feedbackOf(status) !== 'fine') {
          feedback = feedbackOf(status)
          pauseMs = parseRetryAfter(answered['retry-after'], base.now())
        }
        return saysOptOut(answered) ? optedOut(url) : undefined
      }
      try {
        base.assertRunning()
        countRequest()
        const both = AbortSignal.any([signal, ending.signal])
        const connection = await base.routes.dial(route)
        return await openWebSocket({ url, path, connection, headers, timeoutMs, maxBytes, signal: both, onAnswer, onClose: leaveOnce })
      } catch (error) {
        leaveOnce()
        throw error
      }
    },
  }
}

/** Asks once more with a fresh token when the target no longer takes the old one. */
const withRenewal =
  (attempt: Net['request'], renew: () => void): Net['request'] =>
  async (request, signal) => {
    const answer = await attempt(request, signal)
    if (answer.status !== 401) return answer
    renew()
    return attempt(request, signal)
  }

/** For the token endpoint: the same guard and gates, none of the scan's own counting. */
async function exchangeAlone(
  base: ClientBase,
  route: Route,
  path: string,
  request: NetRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<NetResponse> {
  const { method, body, timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = request
  const gates = base.routes.gates(route)
  await enterAll(gates, signal)
  try {
    base.assertRunning()
    const flat = flatten(headers)
    const { url } = route
    const dispatcher = base.routes.pool(route)
    const ends = [base.running, endsWith(signal)]
    const rest = { body: body ?? null, timeoutMs, maxBytes, isDone: undefined, ends }
    return await exchange({ dispatcher, host: url.hostname, path, method, headers: flat, ...rest })
  } finally {
    for (const gate of gates) gate.leave('none', 0)
  }
}

function feedbackOf(status: number): Feedback {
  if (status === 429) return 'limited'
  if (status === 503) return 'busy'
  return status >= 500 ? 'failing' : 'fine'
}

const optedOut = (url: TargetUrl) => new Problem('target_opted_out', `${url.hostname} answers with X-Scan-Opt-Out: it is not scanned.`)

const saysOptOut = (headers: NetResponse['headers']) =>
  headers['x-scan-opt-out'] !== undefined && /^(?:1|true|yes)$/i.test(headers['x-scan-opt-out'])

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
