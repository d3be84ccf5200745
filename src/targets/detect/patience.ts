import { Problem } from '../../domain/problem.ts'
import type { NetRequest, NetResponse } from '../../domain/target.ts'
import { excerpt, readRetryAfter, readWall } from '../protocols/read-status.ts'
import { readIssues } from './issues.ts'

/** To send it again after a pause, or else, or when there is no time for that, to give up. Neither: what came counts. */
export type Next = Readonly<{ pauseMs?: number; giveUp?: Problem }>
/** One request and its repetitions. */
export type Asking = Readonly<{
  afterAnswer: (response: NetResponse) => Next
  /** No answer came at all. */
  afterError: (error: unknown) => Next
}>

const mostLimits = 4
const mostCuts = { unheard: 4, heard: 5 }
/** Failing so often in a row is no chance any more. Of an endpoint that was seen to fail by chance, less is believed. */
const mostFailures = { unheard: 3, heard: 4, flaky: 5, failsByRule: 2, guess: 2 }
/** So many different requests that failed each time: this is how the endpoint says no. */
const enoughForARule = 2

/** Tells what an endpoint says about a request from what only befell it: a rate limit, a moment's failure, a connection that was cut. */
export function createPatience(): (request: NetRequest, isGuess?: boolean) => Asking {
  let hasAnswered = false
  let isFlaky = false
  let isUp = false
  const confirmed: string[] = []
  return (request, isGuess = false) => {
    const seen = { limits: 0, failures: 0, cuts: 0 }
    const afterFailure = (response: NetResponse): Next => {
      // Who looks around by GET may find nothing: only what was said is worth saying again.
      if (request.method === 'GET' && !isFlaky && !hasAnswered) return {}
      const mark = `${response.status} ${response.text.slice(0, 500)}`
      const failsByRule = confirmed.length >= enoughForARule
      if (!isFlaky && !hasAnswered && ((failsByRule && confirmed.includes(mark)) || readIssues(response).length > 0)) return {}
      const kind = isFlaky ? 'flaky' : isGuess ? 'guess' : failsByRule ? 'failsByRule' : hasAnswered ? 'heard' : 'unheard'
      if (seen.failures < mostFailures[kind]) return { pauseMs: 100 * 2 ** seen.failures }
      confirmed.push(mark)
      return {}
    }
    return {
      afterAnswer(response) {
        if (readWall(response)) return {}
        // 503 from the first request on is nobody's verdict: the service is down.
        if (isLimited(response) || (response.status === 503 && !isUp)) {
          const giveUp = tooLimited(response, ++seen.limits)
          return seen.limits < mostLimits ? { pauseMs: readRetryAfter(response.headers) ?? 500 * 2 ** seen.limits, giveUp } : { giveUp }
        }
        isUp = true
        if (isFailing(response)) {
          seen.failures++
          return afterFailure(response)
        }
        isFlaky ||= seen.failures > 0
        hasAnswered ||= response.status < 300
        return {}
      },
      afterError(error) {
        const isCut =
          error instanceof Problem &&
          error.code === 'target_unreachable' &&
          (hasAnswered || /connection was (?:cut|closed)/.test(error.detail))
        return isCut && ++seen.cuts < mostCuts[hasAnswered ? 'heard' : 'unheard'] ? { pauseMs: 100 * 2 ** seen.cuts } : {}
      },
    }
  }
}

/** It wants fewer requests, or is only waking up. */
const isLimited = ({ status, headers, text }: NetResponse): boolean =>
  status === 429 ||
  status === 529 ||
  (status === 503 && (headers['retry-after'] !== undefined || /loading|warming|starting/i.test(text.slice(0, 500))))

/** 408, and the server errors that speak of a moment. Not 501: it does not know the method, now or later. */
const isFailing = ({ status }: NetResponse): boolean => [408, 425, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 527)

/** Why there is no use in waiting any longer. */
function tooLimited({ status, headers }: NetResponse, tries: number): Problem {
  const after = headers['retry-after']
  const how =
    tries > 1 || after === undefined
      ? `answered HTTP ${status} ${tries} times in a row${after === undefined ? '' : `, the last time with Retry-After: ${excerpt(after, 40)}`}`
      : `answered HTTP ${status} with Retry-After: ${excerpt(after, 40)}, which is longer than detection may take`
  const code = status === 503 && after === undefined ? 'target_server_error' : 'target_rate_limited'
  const advice = code === 'target_rate_limited' ? 'Try again later, or let this scanner send more.' : 'Try again when it is up.'
  return new Problem(code, `The endpoint ${how}. ${advice}`, { targetStatus: status })
}
