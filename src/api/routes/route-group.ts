import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ApiDeps } from '../deps.ts'

type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  ZodTypeProvider
>
export type RouteDeps = ApiDeps & Readonly<{ random: (size: number) => Uint8Array }>

/** Adds routes that belong together. */
export type RouteGroup = (app: App, deps: RouteDeps) => void
