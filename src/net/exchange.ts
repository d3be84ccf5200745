import type { Dispatcher } from 'undici'
import { Problem } from '../domain/problem.ts'
import type { NetResponse } from '../domain/target.ts'
import { toNetProblem } from './net-problem.ts'
import { type BodyOwner, BodyReader } from './read-body.ts'

export type ExchangeOptions = Readonly<{
  dispatcher: Dispatcher
  /** For messages. */
  host: string
  path: string
  method: string
  /** Name, value, name, value: undici's fastest form. */
  headers: string[]
  body: string | Uint8Array | null
  timeoutMs: number
  maxBytes: number
  isDone: ((textSoFar: string) => boolean) | undefined
  /** Where this exchange can be ended from: the kill switch, and the caller's signal. */
  ends: readonly EndGroup[]
}>

/**
 * One request and its answer under every cap there is: a deadline over the whole of it (an idle timer does not stop a
 * dripping target), a size, and the right to be ended from outside. Redirects are answers like any other.
 */
export function exchange(options: ExchangeOptions): Promise<NetResponse> {
  return new Promise((resolve, reject) => new Exchange(options, resolve, reject).start())
}

// At most this many 1xx answers before the real one; 103 Early Hints comes once or twice in real life.
const maxInformational = 10

/** Something that runs and can be ended from outside. */
export interface Endable {
  end(reason: unknown): void
}
export type EndGroup = Set<Endable>

const bySignal = new WeakMap<AbortSignal, EndGroup>()

/** What ends with a signal: one listener for all of it, since a listener for each costs more than the rest of the guard. */
export function endsWith(signal: AbortSignal): EndGroup {
  let group = bySignal.get(signal)
  if (!group) {
    const members: EndGroup = new Set()
    signal.addEventListener('abort', () => endAll(members, signal.reason), { once: true })
    bySignal.set(signal, members)
    group = members
  }
  return group
}

export function endAll(group: EndGroup, reason: unknown): void {
  for (const member of [...group]) member.end(reason)
}

/** Undici's handler interface, driven directly: `request()` would put a stream and two promises in between. */
class Exchange implements Dispatcher.DispatchHandler, BodyOwner, Endable {
  readonly #options: ExchangeOptions
  readonly #resolve: (answer: NetResponse) => void
  readonly #reject: (error: unknown) => void
  readonly #startedMs = performance.now()
  #controller: Dispatcher.DispatchController | undefined
  #timer: NodeJS.Timeout | undefined
  #status = 0
  #headers: Record<string, string> = {}
  #body: BodyReader | undefined
  #informational = 0
  #isSettled = false

  constructor(options: ExchangeOptions, resolve: (answer: NetResponse) => void, reject: (error: unknown) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
  }

  start(): void {
    const { dispatcher, timeoutMs, ends, path, method, headers, body } = this.#options
    this.#timer = setTimeout(onDeadline, timeoutMs, this)
    for (const group of ends) group.add(this)
    try {
      dispatcher.dispatch({ path, method, headers, body }, this)
    } catch (error) {
      this.#fail(error)
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isSettled) controller.abort(ended)
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, string | string[] | undefined>): void {
    if (this.#isSettled) return
    if (status < 200) {
      if (++this.#informational > maxInformational) this.#fail(unreadable(this.#options.host, 'it sends endless 1xx answers'))
      return
    }
    this.#status = status
    this.#headers = joinHeaders(headers)
    const { maxBytes, isDone, host } = this.#options
    try {
      this.#body = new BodyReader({ headers: this.#headers, maxBytes, isDone, host }, this)
    } catch (error) {
      this.#fail(error)
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isSettled) this.#body?.write(chunk)
  }

  onResponseEnd(): void {
    if (this.#isSettled || !this.#body) return
    const ended = this.#body.end()
    if (ended) ended.then(() => this.#finish(false))
    else this.#finish(false)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#isSettled) return
    // What a stream said before it broke off is an answer; half a JSON document is not.
    if (this.#body?.isStream && this.#body.size > 0) this.#finish(true)
    else this.#fail(error)
  }

  onEnough(truncated: boolean): void {
    this.#finish(truncated)
  }

  onError(error: Error): void {
    this.#fail(error)
  }

  /** Ends it now, for a reason that is not the target's. */
  end(reason: unknown): void {
    this.#fail(reason, true)
  }

  onDeadline(): void {
    if (this.#body?.isStream && this.#body.size > 0) this.#finish(true)
    else this.#fail(new Problem('target_timeout', `${this.#options.host} did not answer within ${this.#options.timeoutMs / 1000} s.`))
  }

  #finish(truncated: boolean): void {
    if (this.#isSettled || !this.#body) return
    try {
      const { text, malformed } = this.#body.text()
      const ms = performance.now() - this.#startedMs
      this.#settle()
      if (truncated || this.#body.isCut) this.#controller?.abort(ended)
      // Undici lets a connection be used again one turn of the event loop after its answer ended. Waiting for that keeps
      // connections as few as requests in flight; without it a target sees up to twice as many.
      process.nextTick(setImmediate, this.#resolve, { status: this.#status, headers: this.#headers, text, truncated, malformed, ms })
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown, isOurs = false): void {
    if (this.#isSettled) return
    this.#settle()
    this.#controller?.abort(ended)
    this.#body?.destroy()
    this.#reject(isOurs ? error : toNetProblem(error, this.#options.host))
  }

  #settle(): void {
    this.#isSettled = true
    clearTimeout(this.#timer)
    for (const group of this.#options.ends) group.delete(this)
  }
}

const onDeadline = (exchange: Exchange) => exchange.onDeadline()
const ended = new Error('the exchange is over')

const unreadable = (host: string, why: string) => new Problem('target_unreadable', `${host}: ${why}.`)

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  // No prototype: a header may be called __proto__.
  const joined: Record<string, string> = Object.create(null)
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) joined[name] = typeof value === 'string' ? value : value.join(name === 'set-cookie' ? '\n' : ', ')
  }
  return joined
}
