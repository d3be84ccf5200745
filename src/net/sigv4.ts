import { createHash, createHmac } from 'node:crypto'
import type { TargetAuth } from '../domain/target.ts'

type Credentials = Extract<TargetAuth, { type: 'sigv4' }>
export type SignRequest = Readonly<{
  method: string
  host: string
  /** As it will be sent: path and query, already percent-encoded. */
  path: string
  /** Lower-case names. All of them are signed. */
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
}>

/** AWS Signature Version 4: the headers to add to a request so that AWS takes it. */
export function signV4(request: SignRequest, credentials: Credentials, atMs: number): Record<string, string> {
  const time = new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const added: Record<string, string> = { 'x-amz-date': time }
  if (credentials.session_token) added['x-amz-security-token'] = credentials.session_token
  const bodyHash = sha256(request.body ?? '')
  if (credentials.service === 's3') added['x-amz-content-sha256'] = bodyHash

  const headers = Object.entries({ ...request.headers, ...added, host: request.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replace(/ {2,}/g, ' ')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const signedNames = headers.map(([name]) => name).join(';')
  const [pathname = '/', query = ''] = splitOnce(request.path)
  const canonical = [
    request.method,
    canonicalPath(pathname, credentials.service),
    canonicalQuery(query),
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signedNames,
    bodyHash,
  ].join('\n')

  const scope = `${date}/${credentials.region}/${credentials.service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const dateKey = hmac(`AWS4${credentials.secret_access_key}`, date)
  const key = hmac(hmac(hmac(dateKey, credentials.region), credentials.service), 'aws4_request')
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  added['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${credentials.access_key_id}/${scope}, SignedHeaders=${signedNames}, Signature=${signature}`
  return added
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

function splitOnce(path: string): readonly string[] {
  const at = path.indexOf('?')
  return at < 0 ? [path] : [path.slice(0, at), path.slice(at + 1)]
}

/** Every service but S3 wants the path, which is encoded already, encoded once more. */
const canonicalPath = (pathname: string, service: string) => (service === 's3' ? pathname : pathname.split('/').map(encode).join('/'))

function canonicalQuery(query: string): string {
  if (query === '') return ''
  return query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=')
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [encode(decode(name)), encode(decode(value))] as const
    })
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** RFC 3986: only letters, digits and -._~ stay as they are. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone % stands for itself: the other side reads it the same way.
    return text
  }
}
