import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import { scanStatuses } from '../../domain/scan.ts'
import { creatorOf } from '../../service/authenticate.ts'
import { cancelScan } from '../../service/cancel-scan.ts'
import { createScan } from '../../service/create-scan.ts'
import { deleteScan } from '../../service/delete-scan.ts'
import { EstimateView, estimateScan } from '../../service/estimate-scan.ts'
import { getScan, toJsonChunks } from '../../service/get-scan.ts'
import { listScans } from '../../service/list-scans.ts'
import { ResultView } from '../../service/result-view.ts'
import { ScanInput } from '../../service/scan-input.ts'
import { ScanView } from '../../service/scan-view.ts'
import { principalOf } from '../access.ts'
import { keyed, problems } from '../openapi.ts'
import { emptyIsNone, linkNext, PageLimit, prefixOf } from '../paging.ts'
import { sendStream } from '../send-stream.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['scans']
const read = { access: { scope: 'scans:read' } } as const
const write = { access: { scope: 'scans:write' } } as const
const Params = z.object({ scan_id: z.string() })

const ScanWithResults = ScanView.extend({
  results: z.array(ResultView).optional().describe('Completed and failed scans only.'),
}).meta({ id: 'ScanWithResults', description: 'A scan, with its results once it has ended.' })

/** Start, read, list, cancel and delete scans. */
export const scanRoutes: RouteGroup = (app, deps) => {
  const { scans } = deps.store
  const estimate = deps.estimate ?? ((plan) => plan.maxAttacks)
  const creation = { ...deps, scans, estimate, judges: deps.judges ?? [], assertRunning: deps.killSwitch.assertRunning }

  app.post(
    '/scans',
    {
      config: { ...write, isCreation: true },
      schema: {
        tags,
        security: keyed,
        operationId: 'createScan',
        summary: 'Start a scan',
        description:
          'Answered at once: nothing is dialled before the answer. An `Idempotency-Key` header makes it safe to send the same request again within 24 hours.',
        headers: z.object({ 'idempotency-key': z.string().optional().describe('1 to 255 visible ASCII characters.') }),
        body: ScanInput,
        response: { 201: ScanView.describe('The scan, admitted.'), ...problems(400, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const idempotencyKey = checkIdempotencyKey(request.headers['idempotency-key'])
      if (deps.isDraining()) throw new Problem('unavailable', 'The service is shutting down: send this again in a moment.')
      const { view, isReplay } = await createScan(creation, request.body, { createdBy: creatorOf(principalOf(request)), idempotencyKey })
      reply.code(201).header('location', `${prefixOf(request)}/scans/${view.id}`)
      if (isReplay) reply.header('idempotency-replayed', 'true')
      return reply.send(view)
    },
  )

  app.post(
    '/scans/estimate',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'estimateScan',
        summary: 'Estimate a scan',
        description: 'Takes the body of `POST /scans`, checks it in the same way, and says what it would come to. Nothing is started.',
        body: ScanInput,
        response: { 200: EstimateView, ...problems(400, 413, 415, 503) },
      },
    },
    async (request) => estimateScan(creation, request.body),
  )

  app.get(
    '/scans',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'listScans',
        summary: 'List scans',
        description: 'Newest first, without results. The `Link` header points to the next page.',
        querystring: z.object({
          limit: PageLimit(10, 100),
          status: emptyIsNone(z.enum(scanStatuses, `status must be one of ${scanStatuses.join(', ')}.`)).describe(
            'Only scans in this state.',
          ),
          cursor: emptyIsNone(z.string()).describe('From the Link header of the page before.'),
        }),
        response: { 200: z.array(ScanView).describe('A page of scans.'), ...problems(400, 503) },
      },
    },
    async (request, reply) => {
      const page = await listScans(scans, request.query)
      linkNext(request, reply, page.next)
      return [...page.items]
    },
  )

  app.get(
    '/scans/:scan_id',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'getScan',
        summary: 'Read a scan',
        description: 'With all its results once it has completed or failed; before that, live results are at `/scans/{scan_id}/results`.',
        params: Params,
        response: { 200: ScanWithResults, ...problems(404, 503) },
      },
    },
    async (request, reply) => {
      const document = await getScan(scans, request.params.scan_id)
      // Streamed: a scan of 10,000 attacks is never in memory as a whole, and a slow reader holds one chunk.
      return sendStream(reply, 'application/json; charset=utf-8', toJsonChunks(document))
    },
  )

  app.post(
    '/scans/:scan_id/cancel',
    {
      config: write,
      schema: {
        tags,
        security: keyed,
        operationId: 'cancelScan',
        summary: 'Cancel a scan',
        description: 'It ends as failed with the code cancelled and keeps every result it has.',
        params: Params,
        response: { 202: ScanView.describe('Cancelling.'), ...problems(404, 409, 503) },
      },
    },
    async (request, reply) => reply.code(202).send(await cancelScan({ scans, clock: deps.clock }, request.params.scan_id)),
  )

  app.delete(
    '/scans/:scan_id',
    {
      config: write,
      schema: {
        tags,
        security: keyed,
        operationId: 'deleteScan',
        summary: 'Delete a scan',
        description: 'With all its results, for good. A scan that has not ended must be cancelled first.',
        params: Params,
        response: { 204: z.undefined().describe('Deleted.'), ...problems(404, 409, 503) },
      },
    },
    async (request, reply) => {
      await deleteScan(scans, request.params.scan_id)
      return reply.code(204).send()
    },
  )
}

function checkIdempotencyKey(value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]{1,255}$/.test(value)) return value
  const detail = 'Idempotency-Key must be 1 to 255 visible ASCII characters.'
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/idempotency-key', detail }] })
}
