import { ProbeInput, ProbeView, probeTarget } from '../../service/probe-target.ts'
import { keyed, problems } from '../openapi.ts'
import type { RouteGroup } from './route-group.ts'

// Detection sends at most 25 requests; an endpoint that is slower than this is reported as such by a scan.
const probeTimeoutMs = 90_000

/** Look at an endpoint without attacking it. */
export const targetRoutes: RouteGroup = (app, deps) => {
  app.post(
    '/targets/probe',
    {
      config: { access: { scope: 'scans:write' } },
      schema: {
        tags: ['targets'],
        security: keyed,
        operationId: 'probeTarget',
        summary: 'Find out how to talk to an endpoint',
        description:
          'Sends at most 25 harmless requests. A target that can not be spoken to is an answer too: `protocol` is null and `problem` says why.',
        body: ProbeInput,
        response: { 200: ProbeView, ...problems(400, 413, 415, 502, 503) },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return probeTarget(
        { ...deps, assertRunning: deps.killSwitch.assertRunning },
        request.body,
        AbortSignal.any([gone.signal, AbortSignal.timeout(probeTimeoutMs)]),
      )
    },
  )
}
