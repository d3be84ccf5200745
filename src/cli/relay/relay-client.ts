import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import { parseRetryAfter } from '../../lib/pace-retry-after.ts'
import { wait } from '../../lib/wait.ts'
import { FindingView } from '../../service/list-findings.ts'
import { type RelayAbility, type RelayAnswer, RelayPrompt } from '../../service/relay/relay-prompt.ts'
import { ResultView } from '../../service/result-view.ts'
import { ScanView } from '../../service/scan-view.ts'
import { misuse } from '../exit-code.ts'

/** A scan with its results, once it has ended. */
export const WireScan = ScanView.extend({ results: z.array(ResultView).optional() })
export type WireScan = z.infer<typeof WireScan>

/** The part of the API that a relay client needs. */
export interface RelayClient {
  create(body: unknown): Promise<WireScan>
  scan(id: string, signal: AbortSignal): Promise<Readonly<{ scan: WireScan; text: string }>>
  findings(id: string): Promise<readonly FindingView[]>
  /** Undefined: nothing to do yet. */
  next(id: string, can: readonly RelayAbility[], signal: AbortSignal): Promise<RelayPrompt | 'ended' | undefined>
  /** An answer that nobody waits for any more is dropped: there is nothing to be done about it. */
  answer(id: string, answer: RelayAnswer, signal: AbortSignal): Promise<void>
  cancel(id: string): Promise<void>
}

export type RelayClientOptions = Readonly<{
  server: string
  key: string
  /** How long a server that does not answer is asked again: a restart must not end a scan. */
  patienceMs?: number
}>

type Answer = Readonly<{ status: number; text: string; retryAfter: string | null }>
const never = new AbortController().signal

export function openRelayClient({ server, key, patienceMs = 300_000 }: RelayClientOptions): RelayClient {
  const base = server.replace(/\/+$/, '')

  async function send(method: string, path: string, body: unknown, signal: AbortSignal): Promise<Answer> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { 'x-api-key': key, accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect could lead the key elsewhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]),
    })
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
  }

  /** Asks until the server answers with something else than "later". */
  async function call(method: string, path: string, body: unknown, signal: AbortSignal, patient = true): Promise<Answer> {
    const givenUpMs = performance.now() + (patient ? patienceMs : 0)
    for (let tries = 0; ; tries++) {
      const answer = await send(method, path, body, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        return error
      })
      const isAnswer = isSent(answer)
      if (isAnswer && ![429, 502, 503, 504].includes(answer.status)) return answer
      if (performance.now() >= givenUpMs) throw isAnswer ? refusal(answer) : unreachable(answer)
      const asked = isAnswer ? parseRetryAfter(answer.retryAfter ?? undefined, Date.now()) : undefined
      await wait(Math.min(asked ?? 250 * 2 ** Math.min(tries, 5), 10_000), signal)
    }
  }

  const unreachable = (cause: unknown) =>
    new Problem('unavailable', `The server at ${base} does not answer. Is it running, and is --server right?`, { cause })

  return {
    async create(body) {
      const answer = await call('POST', '/scans', body, never, false)
      if (answer.status !== 201) throw refusal(answer)
      return read(WireScan, answer.text)
    },
    async scan(id, signal) {
      const answer = await call('GET', `/scans/${encodeURIComponent(id)}`, undefined, signal)
      if (answer.status !== 200) throw refusal(answer)
      return { scan: read(WireScan, answer.text), text: answer.text }
    },
    async findings(id) {
      const answer = await call('GET', `/scans/${encodeURIComponent(id)}/findings`, undefined, never)
      if (answer.status !== 200) throw refusal(answer)
      return read(z.array(FindingView), answer.text)
    },
    async next(id, can, signal) {
      const query = can.length > 0 ? `?can=${can.join(',')}` : ''
      const answer = await call('GET', `/scans/${encodeURIComponent(id)}/next${query}`, undefined, signal)
      if (answer.status === 204) return undefined
      if (answer.status === 410) return 'ended'
      if (answer.status !== 200) throw refusal(answer)
      return read(RelayPrompt, answer.text)
    },
    async answer(id, answer, signal) {
      const { status, ...rest } = await call('POST', `/scans/${encodeURIComponent(id)}/responses`, answer, signal)
      if (![204, 404, 409].includes(status)) throw refusal({ status, ...rest })
    },
    async cancel(id) {
      const answer = await call('POST', `/scans/${encodeURIComponent(id)}/cancel`, undefined, never, false)
      if (answer.status !== 202 && answer.status !== 409) throw refusal(answer)
    },
  }
}

const isSent = (answer: unknown): answer is Answer => answer !== null && typeof answer === 'object' && 'retryAfter' in answer

/** What the server said no with, as a sentence. */
function refusal({ status, text }: Answer): Problem {
  const told = z.object({ detail: z.string() }).safeParse(parseJson(text))
  const detail = told.success ? told.data.detail.slice(0, 1_000) : `status ${status}`
  const sentence = `The server refused: ${detail}`
  return status < 500 ? misuse(sentence) : new Problem('unavailable', sentence)
}

function read<Shape>(schema: z.ZodType<Shape>, text: string): Shape {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new Problem(
    'unavailable',
    'The server answered in a way that this version does not understand. Is it Sortie, and of the same version?',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // which no schema takes
  }
}
