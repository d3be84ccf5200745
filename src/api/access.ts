import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../domain/key.ts'
import { Problem } from '../domain/problem.ts'
import type { Principal } from '../service/authenticate.ts'
import { openAuthenticate, scopesOf } from '../service/authenticate.ts'
import type { ApiDeps } from './deps.ts'
import { faultOfLocalDoor } from './guards.ts'
import type { RateLimits, Taken } from './rate-limit.ts'
import { openLimiter, rateHeaders } from './rate-limit.ts'

/** Who may call a route: anybody, or callers with a scope. `localDoor` also lets callers at this machine in, in local mode. */
export type Access = 'open' | Readonly<{ scope: Scope; localDoor?: true }>

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Creates a scan: limited on its own besides. */
    isCreation?: true
  }
  interface FastifyRequest {
    principal: Principal | null
  }
}

/** The caller of a route that is not open. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal) return request.principal
  throw new Problem('internal', 'This route was reached without a check of its caller.')
}

/** Key, then scope, then rate: the part of the order of checks that is about who is calling. */
export function openAccessCheck(deps: ApiDeps, limits: RateLimits): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const authenticate = openAuthenticate({ keys: deps.store.keys, ...deps })
  const limiter = openLimiter()

  return async (request, reply) => {
    // A route that forgot to say who may call it is shut, not open.
    const access = request.routeOptions.config.access ?? { scope: 'keys:write' }
    if (access === 'open') return
    const principal = await identify(request, access)
    request.principal = principal
    const mayDo = access.localDoor && deps.mode === 'local' ? true : scopesOf(principal).includes(access.scope)
    if (!mayDo) throw new Problem('insufficient_scope', `This needs the scope ${access.scope}.${hintFor(principal)}`)

    const who = principal.kind === 'key' ? principal.key.id : `${principal.kind} ${request.ip}`
    limit(reply, limiter.take(who, limits.requests, deps.clock.now()))
    if (request.routeOptions.config.isCreation) limit(reply, limiter.take(who, limits.scans, deps.clock.now()))
  }

  async function identify(request: FastifyRequest, access: Exclude<Access, 'open'>): Promise<Principal> {
    const credential = credentialOf(request)
    const throughDoor = access.localDoor === true && deps.mode === 'local'
    try {
      const principal: Principal = credential === undefined && throughDoor ? { kind: 'local' } : await authenticate(credential)
      if (throughDoor) checkDoor(request)
      return principal
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401 || credential === undefined) throw error
      const taken = limiter.take(request.ip, limits.failedLogins, deps.clock.now())
      if (taken.isAllowed) throw error
      throw new Problem('rate_limited', 'Too many wrong API keys came from this address.', { retryAfterMs: taken.retryAfterMs })
    }
  }

  function checkDoor(request: FastifyRequest): void {
    const fault = faultOfLocalDoor({ headers: request.headers, peer: request.socket.remoteAddress }, deps.publishedOnLoopback)
    if (fault === undefined) return
    throw new Problem(
      'local_only',
      `This may be done without a credential from this machine only, and ${fault}. Set SORTIE_AUTH=token to do it from afar.`,
    )
  }
}

/** An empty header is the same as none: a script whose variable is not set. */
function credentialOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-api-key']
  const value = Array.isArray(header) ? header.join(', ') : header
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

function limit(reply: FastifyReply, taken: Taken): void {
  reply.headers(rateHeaders(taken))
  if (taken.isAllowed) return
  throw new Problem(
    'rate_limited',
    `At most ${taken.policy.perSecond} ${taken.policy.name} a second, after ${taken.policy.burst} at once.`,
    {
      retryAfterMs: taken.retryAfterMs,
    },
  )
}

const hintFor = (principal: Principal): string =>
  principal.kind === 'admin' ? ' The admin token manages keys: create a key with it and use that.' : ''
