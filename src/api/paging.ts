import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** A page size in a query: a whole number from 1, in digits; more than `most` is served as `most`. */
export const PageLimit = (standard: number, most: number) =>
  digits(most)
    .default(standard)
    .meta(limitMeta(String(standard), most))

/** The same where everything is served when no size is asked for. */
export const OptionalPageLimit = (most: number) => digits(most).optional().meta(limitMeta('all of them', most))

const digits = (most: number) =>
  z
    .string(`limit must be an integer from 1 to ${most}.`)
    .regex(/^0*[1-9]\d*$/, `limit must be an integer from 1 to ${most}.`)
    .transform((text) => Math.min(Number(text), most))

const limitMeta = (standard: string, most: number) => ({
  type: 'integer' as const,
  pattern: undefined,
  minimum: 1,
  maximum: most,
  description: `Most items to return; more than ${most} is served as ${most}. Default: ${standard}.`,
})

/** A filter in a query: an empty one is none. */
export const emptyIsNone = <T extends z.ZodType>(schema: T) => z.union([schema, z.literal('').transform(() => undefined)]).optional()

/** The version prefix that the client used, for addresses in the answer. */
export const prefixOf = (request: FastifyRequest): string => (/^\/v1(?=[/?]|$)/.test(request.originalUrl) ? '/v1' : '')

/** Points to the next page (RFC 8288), with the filters of this one. */
export function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null): void {
  if (next === null) return
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (value !== undefined && name !== 'cursor') query.set(name, String(value))
  }
  query.set('cursor', next)
  const path = request.url.replace(/\/?\?.*$/s, '')
  reply.header('link', `<${prefixOf(request)}${path}?${query}>; rel="next"`)
}
