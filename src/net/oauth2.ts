import { Problem } from '../domain/problem.ts'
import type { NetResponse, TargetAuth } from '../domain/target.ts'

type Credentials = Extract<TargetAuth, { type: 'oauth2' }>
/** Sends one form to the token endpoint, under the same guard as everything else. */
export type PostForm = (headers: Record<string, string>, body: string, signal: AbortSignal) => Promise<NetResponse>

export interface TokenSource {
  /** The access token to use now. Fetched once for all who ask at the same time. */
  token(signal: AbortSignal): string | Promise<string>
  /** The target refused this token: the next one who asks gets a new one. */
  refuse(token: string): void
}

/** OAuth 2.0 client credentials (RFC 6749, 4.4): fetches a token, keeps it while it is good, renews it before it ends. */
export function createTokenSource(
  credentials: Credentials,
  post: PostForm,
  nowMs: () => number,
  onToken: (token: string) => void,
): TokenSource {
  let current: { token: string; untilMs: number } | undefined
  let pending: Promise<string> | undefined

  const fetchToken = async (signal: AbortSignal): Promise<string> => {
    const { token, expiresInMs } = await requestToken(credentials, post, signal)
    onToken(token)
    // Renewed 30 s early, or at half its life where that is shorter: clocks differ and requests take time.
    current = { token, untilMs: nowMs() + expiresInMs - Math.min(30_000, expiresInMs / 2) }
    return token
  }

  return {
    token(signal) {
      if (current && nowMs() < current.untilMs) return current.token
      pending ??= fetchToken(signal).finally(() => {
        pending = undefined
      })
      return pending
    },
    refuse(token) {
      if (current?.token === token) current = undefined
    },
  }
}

async function requestToken(credentials: Credentials, post: PostForm, signal: AbortSignal) {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(credentials.scope ? { scope: credentials.scope } : {}) })
  // The standard wants the secret in the Authorization header; many servers take it in the form only.
  const login = Buffer.from(`${formEncode(credentials.client_id)}:${formEncode(credentials.client_secret)}`).toString('base64')
  let answer = await post({ ...formHeaders, authorization: `Basic ${login}` }, form.toString(), signal)
  if (answer.status === 400 || answer.status === 401) {
    form.set('client_id', credentials.client_id)
    form.set('client_secret', credentials.client_secret)
    answer = await post(formHeaders, form.toString(), signal)
  }
  if (answer.status !== 200) throw failed(`it answered ${answer.status}`)
  const body = parseObject(answer.text)
  const token = body?.['access_token']
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(token)) throw failed('its answer has no access_token')
  const seconds = Number(body?.['expires_in'])
  return { token, expiresInMs: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1000 : 300_000 }
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
const formEncode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)
const failed = (why: string) => new Problem('target_auth_failed', `The token endpoint gave no token: ${why}.`)

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined // not JSON: the caller says that there is no token in it
  }
}
