import { Problem } from '../../domain/problem.ts'
import type { NetRequest, NetResponse } from '../../domain/target.ts'
import { excerpt, readRetryAfter, readWall } from '../protocols/read-status.ts'
import { readIssues } from './issues.ts'

/** Tells what an endpoint says about a request from what only befell it: a rate limit, a moment's failure, a connection that was cut. */
export type Patience = Readonly<{
  /** How long to wait before the same request is sent again; undefined: the answer counts. `tries` is how often it was sent. */
  afterAnswer: (request: NetRequest, response: NetResponse, tries: number) => number | undefined
  /** The same when no answer came at all; undefined: it counts. */
  afterError: (error: unknown, tries: number) => number | undefined
}>

const mostWhenLimited = 4
const mostWhenCut = 3
/** Failing so often in a row is no chance any more where nothing else was seen to fail by chance. */
const mostTries = { unheard: 3, heard: 4, flaky: 5, failsByRule: 2 }

export function createPatience(): Patience {
  let hasAnswered = false
  let isFlaky = false
  let isHeld = false
  const confirmed = new Map<string, number>()
  const bodiesConfirmed = () => [...confirmed.values()].reduce((sum, count) => sum + count, 0)
  return {
    afterAnswer(request, response, tries) {
      if (readWall(response)) return undefined
      if (isLimited(response)) {
        isHeld = false
        return tries < mostWhenLimited ? (readRetryAfter(response.headers) ?? 500 * 2 ** tries) : undefined
      }
      if (!isFailing(response)) {
        if (isHeld && tries > 1) isFlaky = true
        isHeld = false
        hasAnswered ||= response.status < 300
        return undefined
      }
      isHeld = true
      // Who looks around by GET may find nothing: only what was said is worth saying again.
      if (request.method === 'GET' && !isFlaky && !hasAnswered) return undefined
      const mark = `${response.status} ${response.text.slice(0, 500)}`
      if (!isFlaky && !hasAnswered && (confirmed.has(mark) || readIssues(response).length > 0)) return undefined
      const { flaky, failsByRule, heard, unheard } = mostTries
      const most = isFlaky ? flaky : bodiesConfirmed() >= 2 ? failsByRule : hasAnswered ? heard : unheard
      if (tries < most) return 100 * 2 ** tries
      confirmed.set(mark, (confirmed.get(mark) ?? 0) + 1)
      return undefined
    },
    afterError(error, tries) {
      const isCut =
        error instanceof Problem &&
        error.code === 'target_unreachable' &&
        (hasAnswered || /connection was (?:cut|closed)/.test(error.detail))
      return isCut && tries < mostWhenCut ? 100 * 2 ** tries : undefined
    },
  }
}

/** It wants fewer requests, or is only waking up. */
export const isLimited = ({ status, headers, text }: NetResponse): boolean =>
  status === 429 ||
  status === 529 ||
  (status === 503 && (headers['retry-after'] !== undefined || /loading|warming|starting/i.test(text.slice(0, 500))))

/** 408, and the server errors that speak of a moment. Not 501: it does not know the method, now or later. */
const isFailing = ({ status }: NetResponse): boolean => [408, 425, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 527)

/** Why there is no use in waiting any longer. */
export function tooLimited({ status, headers }: NetResponse, tries: number): Problem {
  const after = headers['retry-after']
  const how =
    tries > 1 || after === undefined
      ? `answered HTTP ${status} ${tries} times in a row${after === undefined ? '' : `, the last time with Retry-After: ${excerpt(after, 40)}`}`
      : `answered HTTP ${status} with Retry-After: ${excerpt(after, 40)}, which is longer than detection may take`
  const code = status === 503 && after === undefined ? 'target_server_error' : 'target_rate_limited'
  return new Problem(code, `The endpoint ${how}. Try again later, or let this scanner send more.`, { targetStatus: status })
}
