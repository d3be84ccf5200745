import { z } from 'zod'
import { keyedOrLocal, problems } from '../openapi.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['admin']
// As for keys: whoever may hand out access may also stop everything.
const config = { access: { scope: 'keys:write', localDoor: true } } as const

const Stopped = z
  .object({
    status: z.literal('stopped'),
    stopped_at: z.iso.datetime(),
    scans_cancelled: z.int().min(0).describe('Scans that were running, queued ones included.'),
  })
  .meta({ id: 'TrafficStopped', description: 'Nothing is sent to targets any more.' })

const Flowing = z.object({ status: z.literal('flowing') }).meta({ id: 'TrafficFlowing', description: 'Scans may be started again.' })

/** The kill switch. */
export const adminRoutes: RouteGroup = (app, { killSwitch }) => {
  app.post(
    '/admin/stop-all',
    {
      config,
      schema: {
        tags,
        security: keyedOrLocal,
        operationId: 'stopAll',
        summary: 'Stop all traffic',
        description: [
          'Ends everything that is being sent to targets at once and sends nothing more. Every running scan fails with the code `cancelled` and keeps its results;',
          'new scans get 503 `traffic_stopped`. It stays like this, over restarts too, until `POST /admin/resume`.',
        ].join(' '),
        response: { 200: Stopped, ...problems(503) },
      },
    },
    async () => {
      const { stoppedAt, scansCancelled } = await killSwitch.stop()
      return { status: 'stopped' as const, stopped_at: stoppedAt, scans_cancelled: scansCancelled }
    },
  )

  app.post(
    '/admin/resume',
    {
      config,
      schema: {
        tags,
        security: keyedOrLocal,
        operationId: 'resumeTraffic',
        summary: 'Let traffic flow again',
        description: 'Lifts the kill switch. The scans that it cancelled stay failed.',
        response: { 200: Flowing, ...problems(503) },
      },
    },
    async () => {
      await killSwitch.resume()
      return { status: 'flowing' as const }
    },
  )
}
