import type { NetResponse, TargetAuth } from '../domain/target.ts'
import { createTokenSource } from './oauth2.ts'
import { signV4 } from './sigv4.ts'
import type { Credentials as Given } from './target-secrets.ts'
import type { TargetUrl } from './target-url.ts'

/** A request that is about to go to the target; its headers are still open for additions. */
export type Outgoing = Readonly<{
  url: TargetUrl
  path: string
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}>

/** Puts the operator's credentials on requests to the target. Nobody else ever gets them: the client speaks to no other origin. */
export interface Credentials {
  /** The path with the operator's query added. */
  path(path: string): string
  /** Adds to `headers`. A promise when a token has to be fetched first. Absent when there is nothing to add. */
  apply?(request: Outgoing, signal: AbortSignal): Promise<void> | undefined
  /** The target said 401: the next request gets a fresh token. Absent where credentials do not change. */
  renew?(): void
}

export type CredentialAid = Readonly<{
  now: () => number
  onSecret: (secret: string) => void
  post: (url: string, headers: Record<string, string>, body: string, signal: AbortSignal) => Promise<NetResponse>
}>

export function createCredentials({ auth, query }: Given, aid: CredentialAid): Credentials {
  const added = new URLSearchParams(query ?? {}).toString()
  const path = (given: string) => (added === '' ? given : `${given}${given.includes('?') ? '&' : '?'}${added}`)
  return { path, ...createAuth(auth, aid) }
}

function createAuth(auth: TargetAuth | undefined, aid: CredentialAid): Omit<Credentials, 'path'> {
  if (!auth) return {}
  if (auth.type === 'sigv4') {
    return {
      apply(request) {
        const { method, path, body, headers } = request
        // Only what AWS looks at is signed: a proxy on the way may rewrite the rest.
        const signed = Object.fromEntries(Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-')))
        const host = request.url.origin.slice(request.url.origin.indexOf('//') + 2)
        Object.assign(headers, signV4({ method, host, path, headers: signed, body }, auth, aid.now()))
        return undefined
      },
    }
  }
  if (auth.type === 'oauth2') {
    const post = (headers: Record<string, string>, body: string, signal: AbortSignal) => aid.post(auth.token_url, headers, body, signal)
    const source = createTokenSource(auth, post, aid.now, aid.onSecret)
    let last = ''
    return {
      apply(request, signal) {
        const put = (token: string) => {
          last = token
          request.headers['authorization'] = `Bearer ${token}`
        }
        const token = source.token(signal)
        if (typeof token !== 'string') return token.then(put)
        put(token)
        return undefined
      },
      renew: () => source.refuse(last),
    }
  }
  const login = auth.type === 'basic' ? Buffer.from(`${auth.username}:${auth.password}`).toString('base64') : ''
  const value = auth.type === 'bearer' ? `Bearer ${auth.token}` : `Basic ${login}`
  return {
    apply(request) {
      request.headers['authorization'] = value
      return undefined
    },
  }
}
