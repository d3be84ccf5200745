import { type Problem, toProblem } from '../../domain/problem.ts'
import type { NetResponse, ProfileProblem } from '../../domain/target.ts'
import { readBody } from '../protocols/body.ts'
import { isObject, member, parseJson } from '../protocols/parse-json.ts'
import { excerpt, messageOf, readFilter, readWall } from '../protocols/read-status.ts'

/** Why there is nobody to talk to, as far as we can tell. */
export type Failure = Readonly<{
  code: ProfileProblem
  message: string
  /** The best guess of a request, for the operator to correct. */
  request?: unknown
  /** How it wants to be shown who we are. */
  scheme?: 'bearer' | 'basic' | 'header' | 'cookie'
  /** It only wants fewer requests. */
  isLimited?: boolean
}>

/** A status that ends the search whatever else is sent; undefined when it says nothing final. */
export function readFailure(response: NetResponse): Failure | undefined {
  const { status, headers } = response
  const wall = readWall(response)
  if (wall)
    return {
      code: 'blocked',
      message: `${wall} stands in front of the endpoint and refused our request (HTTP ${status}). Allow this scanner there, or scan from inside.`,
    }
  if (isSortie(response))
    return {
      code: 'not_an_ai_endpoint',
      message: 'Another Sortie answers here, and it lets nobody scan it. Give the URL of the endpoint itself.',
    }
  if (status === 401 || status === 407) return authRequired(response)
  if (status === 403 && !readFilter(response)) {
    if (/missing authentication token/i.test(response.text))
      return {
        code: 'not_found',
        message: 'The API gateway has no route at this path (it says “Missing Authentication Token” for unknown routes). Check the URL.',
      }
    return authRequired(response)
  }
  if (status >= 300 && status < 400) {
    const to = headers['location'] ?? ''
    if (/log-?in|sign-?in|oauth|\bsso\b|\bauth\b|\/auth/i.test(to))
      return {
        code: 'auth_required',
        scheme: 'cookie',
        message: `The endpoint redirects to a login (${excerpt(to, 120)}). Give a cookie or a token in target_config.headers.`,
      }
    return {
      code: 'error',
      message: `The endpoint redirects${to ? ` to ${excerpt(to, 120)}` : ''}; redirects are not followed. Give that URL instead.`,
    }
  }
  if (status === 402) return { code: 'error', message: `The endpoint wants to be paid first (HTTP 402): ${saying(response)}` }
  if ((status === 400 || status === 422 || (status >= 200 && status < 300)) && saysUnauthorised(response)) return authRequired(response)
  return undefined
}

/** Our own kind: its refusals are no sign of a missing credential. */
function isSortie({ status, headers, text }: NetResponse): boolean {
  if (![403, 421].includes(status) || !/problem\+json/i.test(headers['content-type'] ?? '')) return false
  const value = parseJson(text.slice(0, 5000))
  return (
    isObject(value) &&
    /^(?:target_forbidden|local_only|insufficient_scope|misdirected)$/.test(String(value['code'])) &&
    value['code'] === value['error']
  )
}

function authRequired(response: NetResponse): Failure {
  const scheme = response.headers['www-authenticate']
  const hint = scheme
    ? ` It asks for: ${excerpt(scheme, 160)}.`
    : /x-api-key|api[ -]?key/i.test(response.text)
      ? ' It speaks of an API key.'
      : ''
  const said = response.text.slice(0, 1000)
  const isHeader = /x-api-key|api[ _-]?key/i.test(said) && !/bearer|authorization/i.test(`${scheme} ${said}`)
  return {
    code: 'auth_required',
    scheme: /^\s*basic/i.test(scheme ?? '') ? 'basic' : isHeader ? 'header' : 'bearer',
    message: `The endpoint wants credentials (HTTP ${response.status}: ${saying(response)}).${hint} Give them in target_config.auth or target_config.headers.`,
  }
}

/** A validation error that names a header for credentials. */
export const wantsHeader = (name: string, status: number): Failure => ({
  code: 'auth_required',
  scheme: /authorization/i.test(name) ? 'bearer' : 'header',
  message: `The endpoint wants the header ${name} (HTTP ${status}). Give it in target_config.headers.`,
})

/** Some servers answer 200 or 400 and say in words that a credential is missing. */
function saysUnauthorised(response: NetResponse): boolean {
  const body = readBody(response)
  if (body.kind !== 'json' || !isObject(body.value) || response.text.length > 2000) return false
  const value = body.value
  const inError = member(value, 'error') ?? member(value, 'errors') ?? (response.status >= 400 || isErrorBody(response) ? value : undefined)
  if (inError === undefined || inError === null || inError === false) return false
  const said = `${messageOf(value) ?? ''} ${JSON.stringify(inError).slice(0, 600)}`
  return /\bunauthori[sz]ed\b|\bunauthenticated\b|not authenticated|authentication (?:required|failed|credentials)|(?:missing|invalid|incorrect|no|expired|provide (?:an?|your)) (?:valid )?(?:api[ _-]?key|access token|auth(?:entication|orization)? (?:token|header)|bearer token|credentials)|(?:missing|invalid|expired) or (?:missing|invalid|expired) (?:api[ _-]?key|(?:\w+ )?token|credentials)|invalid_api_key|(?:api[ _-]?key|access token|auth(?:entication|orization)? (?:token|header)|bearer token|credentials) (?:is |are |was |were )?(?:not valid|invalid|missing|required|expired|not provided|incorrect)|log ?in (?:first|required)/i.test(
    said,
  )
}

const saying = (response: NetResponse): string => {
  const body = readBody(response)
  const message = body.kind === 'json' ? messageOf(body.value) : body.kind === 'text' ? body.text : undefined
  return message?.trim() ? `“${excerpt(message, 140)}”` : 'no reason given'
}

/** Problems of ours or of the operator: no finding about the target. */
const notTheTargets: ReadonlySet<Problem['code']> = new Set([
  'internal',
  'target_forbidden',
  'cancelled',
  'invalid_request',
  'request_limit',
])

/** Whether a thrown thing says nothing about the target, so that it must not be read as an answer. */
export const isOurs = (error: unknown): boolean => notTheTargets.has(toProblem(error).code)

/** Whether a thrown thing ends the search: there is no use in another request. */
export const endsSearch = (error: unknown): boolean => isOurs(error) || toProblem(error).code === 'target_rate_limited'

/** A thrown Problem as a reason not to go on. */
export function toFailure(error: unknown): Failure {
  const problem: Problem = toProblem(error)
  if (isOurs(error)) throw error
  const codes: Partial<Record<Problem['code'], ProfileProblem>> = {
    target_unreachable: 'unreachable',
    target_tls: 'tls',
    target_timeout: 'timeout',
    deadline_exceeded: 'timeout',
    target_auth_failed: 'auth_required',
    target_blocked: 'blocked',
    target_not_found: 'not_found',
    target_not_ai: 'not_an_ai_endpoint',
  }
  const limited = problem.code === 'target_rate_limited' ? { isLimited: true } : {}
  return { code: codes[problem.code] ?? 'error', message: problem.detail, ...limited }
}

/** A 200 that is an error all the same: an error member and nothing like an answer. */
export function isErrorBody(response: NetResponse): boolean {
  const body = readBody(response)
  if (body.kind !== 'json' || !isObject(body.value)) return false
  const value = body.value
  const names = Object.keys(value)
  const error = value['error'] ?? value['errors']
  if (
    (typeof error === 'string' && error !== '') ||
    (isObject(error) && Object.keys(error).length > 0) ||
    (Array.isArray(error) && error.length > 0)
  )
    return !names.some(
      (name) =>
        /^(?:answer|reply|response|text|content|output|choices|candidates|result|data)$/i.test(name) &&
        value[name] !== null &&
        value[name] !== '',
    )
  const failed =
    value['success'] === false ||
    value['ok'] === false ||
    /^(?:error|fail(?:ed|ure)?)$/i.test(String(value['status'] ?? '')) ||
    (typeof value['code'] === 'number' && value['code'] >= 400 && value['code'] < 600) ||
    (typeof value['statusCode'] === 'number' && value['statusCode'] >= 400)
  return failed
}
