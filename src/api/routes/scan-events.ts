import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import { wait } from '../../lib/wait.ts'
import { findScan } from '../../service/find-scan.ts'
import type { ScanEvent } from '../../service/watch-scan.ts'
import { watchScan } from '../../service/watch-scan.ts'
import { keyed, problems } from '../openapi.ts'
import { sendStream } from '../send-stream.ts'
import type { RouteGroup } from './route-group.ts'

const mostStreams = 200
const beatMs = 15_000

/** A scan's life as server-sent events. */
export const scanEventRoutes: RouteGroup = (app, deps) => {
  const { scans } = deps.store
  let open = 0

  app.get(
    '/scans/:scan_id/events',
    {
      config: { access: { scope: 'scans:read' } },
      schema: {
        tags: ['scans'],
        security: keyed,
        operationId: 'watchScan',
        summary: 'Follow a scan',
        description: [
          'Server-sent events: `result` for every result (its `id` can be sent back as `Last-Event-ID`), `scan` whenever the scan has changed,',
          'and `end` with its last state, after which the stream closes. A comment every 15 seconds keeps the connection alive.',
        ].join(' '),
        params: z.object({ scan_id: z.string() }),
        headers: z.object({ 'last-event-id': z.string().optional().describe('Continue after this event.') }),
        response: {
          200: { description: 'The events.', content: { 'text/event-stream': { schema: z.string() } } },
          ...problems(404, 503),
        },
      },
    },
    async (request, reply) => {
      const { scan_id: id } = request.params
      await findScan(scans, id)
      if (open >= mostStreams) throw new Problem('rate_limited', `At most ${mostStreams} event streams at once: poll the scan instead.`)
      const gone = new AbortController()
      request.raw.socket.once('close', () => gone.abort())
      reply.raw.once('close', () => gone.abort())
      const watch = { scans, clock: deps.clock, wait, pollMs: deps.pollMs ?? 500, beatMs, isDraining: deps.isDraining }
      const events = watchScan(watch, id, placeOf(request.headers['last-event-id']), gone.signal)
      reply.header('x-accel-buffering', 'no')
      return sendStream(reply, 'text/event-stream; charset=utf-8', toEventStream(events))
    },
  )

  async function* toEventStream(events: AsyncIterable<ScanEvent>): AsyncGenerator<string> {
    open += 1
    try {
      yield 'retry: 2000\n\n'
      for await (const event of events) yield toText(event)
    } finally {
      open -= 1
    }
  }
}

/** A place that is not one of ours means from the beginning: nothing is missed, some may come twice. */
const placeOf = (id: string | undefined): number => (id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : 0)

function toText(event: ScanEvent): string {
  if (event.type === 'beat') return ': still here\n\n'
  if (event.type === 'result') return `id: ${event.seq}\nevent: result\ndata: ${JSON.stringify(event.result)}\n\n`
  return `event: ${event.type}\ndata: ${JSON.stringify(event.scan)}\n\n`
}
