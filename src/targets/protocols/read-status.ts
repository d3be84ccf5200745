import { Problem } from '../../domain/problem.ts'
import type { NetResponse, Reply } from '../../domain/target.ts'
import { readBody } from './body.ts'
import { isObject, listAt, parseJson, stringAt } from './parse-json.ts'

/**
 * Reads what an HTTP status says, the same way for every protocol. Undefined: go on and read the answer.
 * A content filter that refuses with an error status has answered, so it comes back as a Reply; everything else is thrown.
 */
export function readStatus(response: NetResponse): Reply | undefined {
  const { status } = response
  if (status >= 200 && status < 300) return undefined
  const filtered = readFilter(response)
  if (filtered) return { text: '', refusal: { layer: 'filter', reason: filtered } }
  const extra = { targetStatus: status, excerpt: excerpt(response.text) }
  const said = sayWhat(response)
  const wall = readWall(response)
  if (wall) throw new Problem('target_blocked', `${wall} stands in front of the target and refused the request (HTTP ${status}).`, extra)
  if (status === 401 || status === 403)
    throw new Problem('target_auth_failed', `The target answered HTTP ${status}${said}. Give working credentials in target_config.`, extra)
  if (status === 404 || status === 410)
    throw new Problem('target_not_found', `The target answered HTTP ${status}${said}. Check the path of the URL.`, extra)
  if (status === 429 || (status === 503 && response.headers['retry-after'] !== undefined)) {
    const retryAfterMs = readRetryAfter(response.headers)
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    throw new Problem('target_rate_limited', `The target answered HTTP ${status}${said}: it wants fewer requests.`, { ...extra, ...wait })
  }
  if (status === 408) throw new Problem('target_timeout', `The target answered HTTP 408${said}.`, extra)
  if (status >= 500) throw new Problem('target_server_error', `The target answered HTTP ${status}${said}.`, extra)
  if (status >= 300 && status < 400)
    throw new Problem('target_rejected', `The target redirects${toWhere(response)}; redirects are not followed. Give the final URL.`, extra)
  throw new Problem('target_rejected', `The target answered HTTP ${status}${said}.`, extra)
}

/** Codes by which servers say "our content filter said no", each read from the vendor's own documentation. */
const filterCode =
  /^(?:content_filter(?:ed)?|content_policy_violation|invalid_prompt|ResponsibleAIPolicyViolation|guardrail_intervened|guardrails?_(?:blocked|violation|triggered)|moderation_blocked|content_blocked|PROHIBITED_CONTENT|SAFETY|sensitive_content|prompt_blocked|bio_policy)$/i
const filterWords =
  /content (?:management|filtering|moderation) (?:policy|system)|violated (?:\w+ )?guardrail|blocked by (?:the |our |a )?(?:content|safety|guardrail|moderation)|flagged by (?:our |the )?moderation|(?:content|safety) (?:filter|policy) (?:triggered|violation)|input (?:was )?flagged/i

/** The reason a content filter gives for an error status, if it was one. */
export function readFilter(response: Pick<NetResponse, 'status' | 'text'>): string | undefined {
  if (![400, 403, 406, 422, 446, 451].includes(response.status) || response.text.length > 100_000) return undefined
  const value = parseJson(response.text)
  if (!isObject(value)) return undefined
  const error = isObject(value['error']) ? value['error'] : value
  const codes = [
    stringAt(error, 'code'),
    stringAt(error, 'type'),
    stringAt(error, 'innererror', 'code'),
    stringAt(error, 'status'),
    stringAt(value, 'code'),
  ]
  const code = codes.find((name) => name !== undefined && filterCode.test(name))
  if (code) return code
  const message = messageOf(value)
  if (message && filterWords.test(message)) return message.slice(0, 200)
  return listAt(error, 'metadata', 'reasons').length > 0
    ? `moderation: ${listAt(error, 'metadata', 'reasons').join(', ').slice(0, 180)}`
    : undefined
}

/** Which firewall wrote this page, in words. Undefined: none that we know. */
export function readWall(response: Pick<NetResponse, 'status' | 'headers' | 'text'>): string | undefined {
  const { headers, status } = response
  if (headers['cf-mitigated'] !== undefined) return 'Cloudflare'
  if (headers['x-amzn-waf-action'] !== undefined) return 'AWS WAF'
  if (![401, 403, 405, 406, 409, 418, 429, 493, 501, 503, 999].includes(status)) return undefined
  const page = response.text.slice(0, 50_000)
  if (/attention required!? \| cloudflare|cf-error-details|cf-browser-verification|just a moment\.\.\.|challenge-platform/i.test(page))
    return 'Cloudflare'
  if (/incapsula incident|_incapsula_resource|imperva/i.test(page)) return 'Imperva'
  if (
    /reference&?#?\S{0,12}\s?#?\d+\.[0-9a-f]+\.\d+|akamaighost|errors\.edgesuite\.net/i.test(page) ||
    /akamai/i.test(headers['server'] ?? '')
  )
    return 'Akamai'
  if (/the requested url was rejected\. please consult with your administrator/i.test(page)) return 'F5 BIG-IP'
  if (/sucuri website firewall|access denied - sucuri/i.test(page)) return 'Sucuri'
  if (/mod_security|modsecurity|not acceptable!/i.test(page)) return 'ModSecurity'
  if (/generated by wordfence|fortigate|fortiweb|barracuda|web application firewall|\bWAF\b/i.test(page))
    return 'A web application firewall'
  if (
    /request (?:has been |was |is )?blocked|you have been blocked|ddos protection|checking your browser|perimeterx|px-captcha|datadome|access denied.{0,80}(?:security|firewall)|blocked (?:by|for) (?:our |your )?(?:security|protection)|unusual traffic|are you (?:a )?(?:human|robot)|captcha/i.test(
      page,
    )
  )
    return 'A firewall or bot filter'
  return undefined
}

/** `Retry-After` in either form, or the millisecond variants some gateways send; at most ten minutes. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, nowMs = Date.now()): number | undefined {
  const ms = headers['retry-after-ms']
  const after = headers['retry-after']
  const wait =
    ms !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(ms)
      ? Number(ms)
      : after === undefined
        ? Number.NaN
        : /^\d{1,7}(?:\.\d+)?$/.test(after)
          ? Number(after) * 1000
          : Date.parse(after) - nowMs
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(Math.ceil(wait), 0), 600_000)
}

/** The sentence inside an error body, wherever the framework puts it. */
export function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  for (const path of [
    ['error', 'message'],
    ['message'],
    ['error', 'msg'],
    ['error'],
    ['detail'],
    ['detail', 'message'],
    ['msg'],
    ['title'],
    ['Message'],
  ]) {
    const found = stringAt(value, ...path)
    if (found) return found
  }
  return stringAt(value, 'errors', 0, 'message') ?? stringAt(value, 'message', 0) ?? stringAt(value, 'detail', 0, 'msg')
}

function sayWhat(response: NetResponse): string {
  const body = readBody(response)
  const message = body.kind === 'json' ? messageOf(body.value) : body.kind === 'text' ? body.text : undefined
  return message?.trim() ? ` (“${excerpt(message.trim(), 160)}”)` : ''
}

const toWhere = (response: NetResponse) => (response.headers['location'] ? ` to ${excerpt(response.headers['location'], 200)}` : '')

/** Text of a target for people: one line, cut short, no control characters. */
export function excerpt(text: string, most = 300): string {
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
