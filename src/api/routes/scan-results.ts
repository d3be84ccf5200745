import { z } from 'zod'
import { toCategory } from '../../domain/category.ts'
import type { AttemptFilter } from '../../domain/ports.ts'
import { Problem } from '../../domain/problem.ts'
import { Severity } from '../../domain/severity.ts'
import { outcomes } from '../../domain/verdict.ts'
import { FindingView, listFindings } from '../../service/list-findings.ts'
import { listResults } from '../../service/list-results.ts'
import { ResultView } from '../../service/result-view.ts'
import { keyed, problems } from '../openapi.ts'
import { emptyIsNone, linkNext, PageLimit } from '../paging.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['scans']
const read = { access: { scope: 'scans:read' } } as const
const Params = z.object({ scan_id: z.string() })
const Query = z.object({
  limit: PageLimit(50, 200),
  cursor: emptyIsNone(z.string()).describe('From the Link header of the page before.'),
  category: emptyIsNone(z.string()).describe('Only attacks of this category.'),
  outcome: emptyIsNone(z.enum(outcomes)).describe('Only results with this outcome.'),
  severity: emptyIsNone(Severity).describe('Only results of this severity.'),
  success: emptyIsNone(z.enum(['true', 'false'])).describe('Only results with this success.'),
})

/** What a scan has found so far. */
export const scanResultRoutes: RouteGroup = (app, { store: { scans } }) => {
  app.get(
    '/scans/:scan_id/results',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'listResults',
        summary: 'Page through results',
        description: 'In the order they were recorded, while the scan is running too. The `Link` header points to the next page.',
        params: Params,
        querystring: Query,
        response: { 200: z.array(ResultView).describe('A page of results.'), ...problems(400, 404, 503) },
      },
    },
    async (request, reply) => {
      const { limit, cursor } = request.query
      const page = await listResults(scans, request.params.scan_id, { limit, cursor, filter: toFilter(request.query) })
      linkNext(request, reply, page.next)
      return [...page.items]
    },
  )

  app.get(
    '/scans/:scan_id/findings',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'listFindings',
        summary: 'List findings',
        description: 'The distinct weaknesses, worst first, while the scan is running too.',
        params: Params,
        response: { 200: z.array(FindingView).describe('The findings.'), ...problems(404, 503) },
      },
    },
    async (request) => [...(await listFindings(scans, request.params.scan_id))],
  )
}

function toFilter({ category: name, outcome, severity, success }: z.infer<typeof Query>): AttemptFilter {
  const category = name === undefined ? undefined : toCategory(name)
  if (name !== undefined && category === undefined) {
    const detail = 'There is no such category: GET /categories lists them.'
    throw new Problem('invalid_request', detail, { errors: [{ pointer: '/category', detail }] })
  }
  return {
    ...(category === undefined ? {} : { category }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(severity === undefined ? {} : { severity }),
    ...(success === undefined ? {} : { success: success === 'true' }),
  }
}
