import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Problem } from '../domain/problem.ts'
import { createPace } from '../lib/pace.ts'
import { isLocalhost } from './policy.ts'

// Long enough that one scan asks once, short enough that a mended name is found by the next.
const failureTtlMs = 2000

/** All addresses of a name. Answers are kept for a short while; one question at a time per name. */
export type Resolve = (hostname: string) => readonly string[] | Promise<readonly string[]>
/** Asks the system. Injected in tests, so that no real name is ever looked up there. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

type Entry = { addresses?: readonly string[]; failure?: unknown; pending?: Promise<readonly string[]>; untilMs: number }

export function createResolve(options: Readonly<{ lookup?: Lookup; ttlMs?: number; timeoutMs?: number; nowMs: () => number }>): Resolve {
  const ask = options.lookup ?? systemLookup
  const ttlMs = options.ttlMs ?? 10_000
  const timeoutMs = options.timeoutMs ?? 10_000
  const known = new Map<string, Entry>()
  // getaddrinfo blocks one of libuv's four threads. Three dead names must not take the last one, which files and
  // decompression need.
  const turns = createPace({ maxInFlight: 3, nowMs: options.nowMs })
  const askInTurn = async (hostname: string) => {
    await turns.enter()
    try {
      return await withTimeout(ask(hostname), timeoutMs, hostname)
    } finally {
      turns.leave('none', 0)
    }
  }

  return (hostname) => {
    const entry = known.get(hostname)
    if (entry?.pending) return entry.pending
    if (entry && options.nowMs() < entry.untilMs) return entry.addresses ?? Promise.reject(entry.failure)
    const fixed = isIP(hostname) !== 0 ? [hostname] : isLocalhost(hostname) ? ['127.0.0.1', '::1'] : undefined
    if (fixed) known.set(hostname, { addresses: fixed, untilMs: Number.POSITIVE_INFINITY })
    if (fixed) return fixed
    if (known.size >= 1000) known.delete(known.keys().next().value!)
    const pending = askInTurn(hostname).then(
      (addresses) => {
        if (addresses.length === 0) throw unresolvable(hostname)
        known.set(hostname, { addresses, untilMs: options.nowMs() + ttlMs })
        return addresses
      },
      (cause: unknown) => {
        throw cause instanceof Problem ? cause : unresolvable(hostname, cause)
      },
    )
    known.set(hostname, { pending, untilMs: 0 })
    pending.catch((failure: unknown) => known.set(hostname, { failure, untilMs: options.nowMs() + failureTtlMs }))
    return pending
  }
}

// getaddrinfo rather than c-ares: it reads /etc/hosts, where containers keep the names of their neighbours.
const systemLookup: Lookup = async (hostname) => {
  const answers = await lookup(hostname, { all: true, order: 'ipv4first' })
  return answers.map((answer) => answer.address)
}

const unresolvable = (hostname: string, cause?: unknown) =>
  new Problem('target_unreachable', `The name ${hostname} could not be resolved.`, { cause })

function withTimeout<T>(promise: Promise<T>, timeoutMs: number, hostname: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unresolvable(hostname, new Error('the resolver did not answer in time'))), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
