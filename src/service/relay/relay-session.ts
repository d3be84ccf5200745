import type { Clock } from '../../domain/ports.ts'
import { Problem } from '../../domain/problem.ts'
import type { Message, Reply, ToolSpec } from '../../domain/target.ts'
import type { RelayAbility, RelayAnswer, RelayPrompt } from './relay-prompt.ts'

/** What the scan wants to have said. */
export type Errand = Readonly<{
  session: string
  turn: number
  prompt: string
  messages: readonly Message[]
  tools?: readonly ToolSpec[]
}>

/** Where one running relay scan and its clients meet: the scan asks, clients fetch and answer. Nothing in it outlives the process. */
export interface RelaySession {
  /** What the first client said it can do. */
  readonly can: readonly RelayAbility[]
  /** Aborted when there is no use in asking any more. */
  readonly signal: AbortSignal
  readonly lastSeenMs: number
  /** Resolves with a client's answer. Throws a Problem `target_…` when the client reports one, or does not answer in time. */
  ask(errand: Errand, signal: AbortSignal): Promise<Reply>
  /** The next prompt that nobody carries, or undefined when there was none for so long. */
  next(waitMs: number, signal: AbortSignal): Promise<RelayPrompt | undefined>
  /** The first answer wins. `late`: there was one already, or nobody waits for it any more. `unknown`: never handed out here. */
  answer(answer: RelayAnswer): 'taken' | 'late' | 'unknown'
  close(why: Problem): void
}

export type RelaySessionDeps = Readonly<{
  clock: Clock
  random: (size: number) => Uint8Array
  can: readonly RelayAbility[]
  /** How long a client has for a prompt before it is handed out again. */
  leaseMs: number
}>

// Twice: a client that died is forgiven, a prompt that kills every client is not.
const mostHandOuts = 2
const mostClients = 128

type Open = {
  readonly id: string
  readonly errand: Errand
  handOuts: number
  timer: NodeJS.Timeout | undefined
  readonly settle: (end: () => void) => void
  readonly resolve: (reply: Reply) => void
  readonly reject: (reason: unknown) => void
}

export function openRelaySession({ clock, random, can, leaseMs }: RelaySessionDeps): RelaySession {
  // Ids count up behind a random part, so an id that was handed out is known for ever without remembering it.
  const prefix = `prm_${Buffer.from(random(8)).toString('hex')}`
  const open = new Map<string, Open>()
  const waiting: Open[] = []
  const clients: ((prompt: RelayPrompt | undefined) => void)[] = []
  const over = new AbortController()
  let issued = 0
  let lastSeenMs = clock.now()

  function handOut(one: Open): RelayPrompt {
    one.handOuts += 1
    one.timer = setTimeout(() => expire(one), leaseMs)
    return {
      prompt_id: one.id,
      session: one.errand.session,
      turn: one.errand.turn,
      prompt: one.errand.prompt,
      messages: one.errand.messages.map((message) => ({ ...message })),
      ...(one.errand.tools ? { tools: one.errand.tools.map((tool) => ({ ...tool, parameters: { ...tool.parameters } })) } : {}),
      expires_at: new Date(clock.now() + leaseMs).toISOString(),
    }
  }

  function expire(one: Open): void {
    if (one.handOuts < mostHandOuts) {
      offer(one, 'first')
      return
    }
    const detail = `A relay client took the prompt ${mostHandOuts} times and brought no answer within ${Math.round(leaseMs / 1000)} seconds.`
    one.settle(() => one.reject(new Problem('target_timeout', detail)))
  }

  /** To whoever waits; otherwise into the queue, in front when it had its turn before. */
  function offer(one: Open, place: 'first' | 'last'): void {
    const client = clients.shift()
    if (client) client(handOut(one))
    else if (place === 'first') waiting.unshift(one)
    else waiting.push(one)
  }

  return {
    can,
    signal: over.signal,
    get lastSeenMs() {
      return clients.length > 0 ? clock.now() : lastSeenMs
    },

    ask: (errand, signal) =>
      new Promise((resolve, reject) => {
        const stop = AbortSignal.any([signal, over.signal])
        if (stop.aborted) return reject(stop.reason)
        const onStop = () => one.settle(() => reject(stop.reason))
        const one: Open = {
          id: prefix + (issued++).toString(16).padStart(8, '0'),
          errand,
          handOuts: 0,
          timer: undefined,
          resolve,
          reject,
          settle(end) {
            clearTimeout(one.timer)
            stop.removeEventListener('abort', onStop)
            open.delete(one.id)
            const place = waiting.indexOf(one)
            if (place >= 0) waiting.splice(place, 1)
            end()
          },
        }
        stop.addEventListener('abort', onStop, { once: true })
        open.set(one.id, one)
        offer(one, 'last')
      }),

    next: async (waitMs, signal) => {
      lastSeenMs = clock.now()
      const one = waiting.shift()
      if (one) return handOut(one)
      if (waitMs <= 0 || over.signal.aborted || signal.aborted) return undefined
      if (clients.length >= mostClients) throw new Problem('rate_limited', `At most ${mostClients} requests may wait for a prompt at once.`)
      return new Promise((resolve) => {
        const client = (prompt: RelayPrompt | undefined) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', leave)
          lastSeenMs = clock.now()
          resolve(prompt)
        }
        const leave = () => {
          clients.splice(clients.indexOf(client), 1)
          client(undefined)
        }
        const timer = setTimeout(leave, waitMs)
        signal.addEventListener('abort', leave, { once: true })
        clients.push(client)
      })
    },

    answer(answer) {
      lastSeenMs = clock.now()
      const one = open.get(answer.prompt_id)
      if (one && one.handOuts > 0) {
        one.settle(() => give(answer, one))
        return 'taken'
      }
      const wasIssued = answer.prompt_id.startsWith(prefix) && Number.parseInt(answer.prompt_id.slice(prefix.length), 16) < issued
      return wasIssued ? 'late' : 'unknown'
    },

    close(why) {
      over.abort(why)
      for (const client of clients.splice(0)) client(undefined)
    },
  }
}

function give(answer: RelayAnswer, one: Pick<Open, 'resolve' | 'reject'>): void {
  const { error, response, tool_calls, reasoning, refusal, truncated } = answer
  if (error === undefined) {
    one.resolve({
      text: response ?? '',
      ...(tool_calls && { toolCalls: tool_calls.map((call) => ({ name: call.name, arguments: call.arguments })) }),
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(refusal && { refusal }),
      ...(truncated && { truncated }),
    })
    return
  }
  const { code, message, status } = typeof error === 'string' ? ({ code: 'target_server_error', message: error } as const) : { ...error }
  one.reject(new Problem(code, message, status === undefined ? {} : { targetStatus: status }))
}
