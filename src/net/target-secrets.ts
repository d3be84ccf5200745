import type { TargetAuth } from '../domain/target.ts'

export type Credentials = Readonly<{
  auth?: TargetAuth | undefined
  headers?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string>> | undefined
}>

/** Every value that must never be stored, logged or shown, however it comes back. */
export function secretsOf(credentials: Credentials): readonly string[] {
  const fields = [...Object.entries(credentials.headers ?? {}), ...Object.entries(credentials.query ?? {})]
  return [...secretsOfAuth(credentials.auth), ...fields.flatMap(([name, value]) => secretsOfField(name, value))]
}

function secretsOfAuth(auth: TargetAuth | undefined): readonly string[] {
  if (!auth) return []
  if (auth.type === 'bearer') return [auth.token]
  if (auth.type === 'basic') return [auth.password, `${auth.username}:${auth.password}`]
  if (auth.type === 'oauth2') return [auth.client_secret, `${auth.client_id}:${auth.client_secret}`]
  return [auth.secret_access_key, ...(auth.session_token ? [auth.session_token] : [])]
}

/** `Authorization: Bearer x` hides x, `Cookie: a=x; b=y` hides x and y; `X-Environment: production` hides nothing. */
function secretsOfField(name: string, value: string): readonly string[] {
  const pieces = value.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
  const all = [...new Set([value, ...pieces])]
  return telling.test(name) ? all.filter((piece) => !schemes.has(piece.toLowerCase())) : all.filter(looksSecret)
}

const telling = /auth|key|token|secret|cookie|session|pass|cred|sig|jwt|bearer/i
const schemes: ReadonlySet<string> = new Set(['bearer', 'basic', 'digest', 'apikey', 'api-key', 'token', 'negotiate'])

/** Long, or made of letters and digits: not a word that answers might use. */
const looksSecret = (text: string) =>
  (text.length >= 20 && !/[\s;,]/.test(text)) || (text.length >= 8 && /\d/.test(text) && /[a-z]/i.test(text) && !text.includes('/'))
