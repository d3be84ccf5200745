import { Problem } from '../../domain/problem.ts'
import type { Net, NetRequest, NetResponse } from '../../domain/target.ts'
import { type Wait, wait } from '../../lib/wait.ts'
import { readBody } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { createPatience, type Next } from './patience.ts'
import type { Dice } from './task.ts'

/** One request of a detection, as it is told to people. */
export type Trace = Readonly<{ what: string; status: number | null; said: string }>

/** What a request is for. A guess may well be wrong: a server error to it is an answer, and is hardly asked again. */
export type Label = Readonly<{ what: string; isGuess: boolean }>

/** The way out for one detection: counts, keeps to the budget, remembers the last answer. */
export type Prober = Readonly<{
  url: string
  net: Net
  dice: Dice
  signal: AbortSignal
  /** Sends and reads whatever comes, without judging the status. */
  send: (request: NetRequest, what: string) => Promise<Answer>
  /** Names what the requests of the following call are for. */
  label: (label: string | Label) => void
  used: () => number
  /** How many requests may still be sent, in view of the time that they took so far. */
  mayAsk: () => number
  timeLeftMs: () => number
  last: () => NetResponse | undefined
  /** What came over a socket since something was last sent. */
  frames: () => readonly string[]
  trace: readonly Trace[]
}>

/** 25: enough for every ladder we know, small enough to bother nobody. */
const mostRequests = 25
const mostMs = 60_000
/** One slow answer must not eat the whole time. */
const requestMs = 45_000
/** Descriptions of interfaces are long; an answer to a question is not. */
const mostBytes = { GET: 512 * 1024, other: 256 * 1024 }

/** What time it is, and how to let some pass. */
export type Timing = Readonly<{ nowMs: () => number; wait: Wait }>
const realTime: Timing = { nowMs: () => performance.now(), wait }

/** Opens it. All chance comes from `dice`, so that a test can draw the same again. */
export function openProber(url: string, net: Net, outer: AbortSignal, dice: Dice, { nowMs, wait: pass }: Timing = realTime): Prober {
  const patience = createPatience()
  const started = nowMs()
  const trace: Trace[] = []
  let used = 0
  let what = ''
  let isGuess = false
  let last: NetResponse | undefined
  let frames: string[] = []
  const signal = AbortSignal.any([outer, AbortSignal.timeout(mostMs)])
  const timeLeftMs = () => Math.max(0, Math.floor(mostMs - (nowMs() - started)))
  const spend = () => {
    if (used >= mostRequests) throw new Problem('target_rejected', `Detection used up its ${mostRequests} requests.`)
    if (timeLeftMs() < 500) throw new Problem('target_timeout', 'Detection used up its 60 seconds.')
    used++
  }
  /** Whether the same request is to be sent again, and can be. */
  const mayRepeat = ({ pauseMs }: Next) => pauseMs !== undefined && used < mostRequests && pauseMs <= timeLeftMs() - 1000
  const once = async (request: NetRequest, own: AbortSignal, tries: number): Promise<NetResponse> => {
    spend()
    last = undefined
    const told = tries > 1 ? `${what} (again)` : what
    try {
      const timeoutMs = Math.min(request.timeoutMs ?? requestMs, timeLeftMs())
      const response = await net.request(
        { maxBytes: request.method === 'GET' ? mostBytes.GET : mostBytes.other, ...request, timeoutMs },
        own === signal ? signal : AbortSignal.any([signal, own]),
      )
      last = response
      trace.push({ what: told, status: response.status, said: response.text })
      return response
    } catch (error) {
      trace.push({ what: told, status: null, said: error instanceof Problem ? error.detail : 'the request failed' })
      if (signal.aborted && !outer.aborted) throw new Problem('target_timeout', 'Detection used up its 60 seconds.', { cause: error })
      throw error
    }
  }
  const counting: Net = {
    /** What may pass is asked again: a moment's failure says nothing about what was sent. */
    async request(request, own) {
      const asking = patience(request, isGuess)
      for (let tries = 1; ; tries++) {
        let response: NetResponse | undefined
        let next: Next
        try {
          response = await once(request, own, tries)
          next = asking.afterAnswer(response)
        } catch (error) {
          next = asking.afterError(error)
          if (signal.aborted || !mayRepeat(next)) throw error
        }
        if (!mayRepeat(next)) {
          if (!next.giveUp) return response!
          last = undefined
          throw next.giveUp
        }
        await pass(next.pauseMs!, signal)
      }
    },
    async socket(request) {
      spend()
      trace.push({ what: `${what} (opened a socket)`, status: null, said: 'opened' })
      const socket = await net.socket(request, signal)
      return {
        send(text) {
          spend()
          frames = []
          trace.push({ what, status: null, said: 'sent a frame' })
          socket.send(text)
        },
        async next(timeoutMs) {
          const frame = await socket.next(Math.min(timeoutMs, timeLeftMs()), signal)
          if (frame !== undefined) frames.push(frame)
          return frame
        },
        close: () => socket.close(),
      }
    },
  }
  return {
    url,
    net: counting,
    dice,
    signal,
    async send(request, label) {
      what = label
      isGuess = false
      const response = await counting.request(request, signal)
      return { response, body: readBody(response) }
    },
    label: (label) => {
      what = typeof label === 'string' ? label : label.what
      isGuess = typeof label !== 'string' && label.isGuess
    },
    used: () => used,
    mayAsk: () =>
      Math.min(mostRequests - used, Math.floor((timeLeftMs() - 500) / Math.max(1, (mostMs - timeLeftMs()) / Math.max(1, used)))),
    timeLeftMs,
    last: () => last,
    frames: () => frames,
    trace,
  }
}
