import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import { problems } from '../openapi.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['service']
const open = { access: 'open' } as const

/** Is it alive, does it take work, and what is its interface. */
export const serviceRoutes: RouteGroup = (app, deps) => {
  app.get(
    '/healthz',
    {
      config: open,
      schema: {
        tags,
        operationId: 'getHealth',
        summary: 'Is the process alive?',
        response: { 200: z.object({ status: z.literal('ok'), version: z.string() }).describe('It is.') },
      },
    },
    async () => ({ status: 'ok' as const, version: deps.version }),
  )

  app.get(
    '/readyz',
    {
      config: open,
      schema: {
        tags,
        operationId: 'getReadiness',
        summary: 'Does it take requests?',
        description:
          'Also while the kill switch is on: results can be read and traffic resumed, so it must stay reachable. `traffic` tells.',
        response: {
          200: z
            .object({
              status: z.literal('ready'),
              traffic: z.enum(['flowing', 'stopped']).describe('stopped: nothing is sent to targets, and new scans get 503.'),
              stopped_at: z.iso.datetime().optional(),
            })
            .describe('It does.'),
          503: problems(503)[503]!,
        },
      },
    },
    async () => {
      if (deps.isDraining()) throw new Problem('unavailable', 'The service is shutting down.')
      await deps.store.ping()
      const { stoppedAt } = deps.killSwitch
      return {
        status: 'ready' as const,
        ...(stoppedAt === null ? { traffic: 'flowing' as const } : { traffic: 'stopped' as const, stopped_at: stoppedAt }),
      }
    },
  )

  let document: string | undefined
  app.get('/openapi.json', { config: open, schema: { tags, operationId: 'getOpenApi', summary: 'This document' } }, async (_, reply) => {
    document ??= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
