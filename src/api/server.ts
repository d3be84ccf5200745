import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { newId } from '../domain/ids.ts'
import { Problem } from '../domain/problem.ts'
import { openAccessCheck } from './access.ts'
import { answerClientError, answerConnect } from './client-error.ts'
import type { ApiDeps } from './deps.ts'
import { checkHost, checkNoSelfScan } from './guards.ts'
import { parseJsonBody, withoutNulls } from './json-body.ts'
import { describeApi } from './openapi.ts'
import { fromAnyError, problemHeaders, problemType, toProblemBody } from './problem-json.ts'
import { defaultLimits } from './rate-limit.ts'
import { keepRouteTable, noRoute } from './route-table.ts'
import { routes } from './routes/index.ts'
import { securityHeaders } from './security-headers.ts'
import { validate } from './validation.ts'

const maxBodyBytes = 256 * 1024
const maxUrlChars = 8 * 1024

/** The HTTP face of the service. It listens to nothing yet: tests `inject`, main.ts calls `listen`. */
export async function createServer(deps: ApiDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    // Ours from the start: otherwise Fastify loads a validator and a serialiser that nobody uses. Its types know only those here.
    schemaController: {
      compilersFactory: { buildValidator: () => validate as never, buildSerializer: () => serializerCompiler as never },
    },
    bodyLimit: maxBodyBytes,
    // A service that is busy reads late: who has sent everything must not be hung up on for that.
    requestTimeout: 60_000,
    // A reader that takes nothing for two minutes is gone; event streams beat every 15 s.
    connectionTimeout: 120_000,
    return503OnClosing: false,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxUrlChars },
    // A missing Host would be answered by Node itself, with an empty body.
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 60_000, requireHostHeader: false },
    genReqId: () => newId('req', deps.clock.now()),
    // Unprefixed paths are version 1 for ever, and /v1/… is the same thing.
    rewriteUrl: (raw) => (raw.url ?? '/').replace(/^\/v1(?=[/?]|$)/, '').replace(/^(?!\/)/, '/'),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, deps.clock.now()),
    frameworkErrors: (error, request, reply) => {
      stamp(request, reply)
      void sendProblem(deps, error, request, reply)
    },
  })
  // Node would answer an expectation it does not know with an empty 417; a server may as well ignore it.
  app.server.on('checkExpectation', (raw, answer) => app.server.emit('request', raw, answer))
  // And it would close the connection on CONNECT, without a word.
  app.server.on('connect', (_, socket: Socket) => answerConnect(socket, deps.clock.now()))
  app.decorateRequest('principal', null)
  keepRouteTable(app)
  readJsonOnly(app)

  const checkAccess = openAccessCheck(deps, deps.rateLimits ?? defaultLimits[deps.mode])
  // The order of checks: limits, host, route, method, key, scope, rate. Body and fields come after.
  app.addHook('onRequest', async (request, reply) => {
    stamp(request, reply)
    checkLimits(request, reply)
    checkHostOf(deps, request)
    if (request.is404) throw noRoute(app.routeTable, pathOf(request.url), (methods) => void reply.header('allow', methods))
    await checkAccess(request, reply)
  })
  app.addHook('preValidation', async (request) => {
    request.body = withoutNulls(request.body)
  })
  app.setErrorHandler((error, request, reply) => sendProblem(deps, error, request, reply))
  app.setNotFoundHandler(() => {
    throw new Problem('not_found', 'There is nothing at this address.')
  })
  app.addHook('onResponse', async (request, reply) => {
    deps.log.debug(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    // A connection that was busy when closing began would be kept alive for another minute after its answer.
    if (deps.isDraining()) setImmediate(() => app.server.closeIdleConnections())
  })

  await describeApi(app, deps.version)
  for (const addRoutes of routes) addRoutes(app.withTypeProvider<ZodTypeProvider>(), { ...deps, random: randomBytes })
  return app
}

/** What every answer carries, whatever becomes of it. */
function stamp(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...securityHeaders, 'x-request-id': request.id })
}

function checkLimits(request: FastifyRequest, reply: FastifyReply): void {
  if (request.originalUrl.length > maxUrlChars) throw new Problem('uri_too_long', 'The URL may have at most 8,192 characters.')
  if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) return
  reply.header('connection', 'close')
  throw new Problem('payload_too_large', 'The body may have at most 256 KiB.')
}

function checkHostOf(deps: ApiDeps, request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw new Problem('invalid_request', 'An HTTP/1.1 request must have a Host header.')
  }
  // Whoever stands in front of us may have read the other one.
  if (request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1) {
    throw new Problem('invalid_request', 'A request must have one Host header.')
  }
  const caller = { headers: request.headers, peer: request.socket.remoteAddress }
  checkHost(deps.mode, caller)
  checkNoSelfScan(caller)
}

/** JSON is the only media type. An empty body is no body, whatever type it claims to be. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:\s*;|$)/i, { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
    parseJsonBody(bytes),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > 0) throw new Problem('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
    return undefined
  })
}

/** What the operator brought about, or what only asks for patience, is no fault: nobody has to look for one. */
const isMeant = ({ code, extra }: Problem, deps: ApiDeps): boolean =>
  code === 'traffic_stopped' || (code === 'unavailable' && (deps.isDraining() || extra.retryAfterMs !== undefined))

const pathOf = (url: string): string => url.replace(/[?#].*$/s, '')

async function sendProblem(deps: ApiDeps, error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = fromAnyError(error)
  if (problem.status >= 500) {
    const fields = { request_id: request.id, code: problem.code }
    if (isMeant(problem, deps)) deps.log.info(fields, 'a request was refused')
    else deps.log.error({ ...fields, err: problem.extra.cause ?? problem }, 'a request failed')
  }
  const instance = pathOf(request.originalUrl).slice(0, 2048)
  return reply
    .code(problem.status)
    .headers(problemHeaders(problem))
    .type(problemType)
    .send(JSON.stringify(toProblemBody(problem, { instance, requestId: request.id })))
}
