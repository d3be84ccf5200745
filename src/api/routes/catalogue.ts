import { z } from 'zod'
import { AttackView, listAttacks } from '../../service/list-attacks.ts'
import { CategoryView, listCategories } from '../../service/list-categories.ts'
import { keyed, problems } from '../openapi.ts'
import { emptyIsNone } from '../paging.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['catalogue']
const read = { access: { scope: 'scans:read' } } as const

/** What can be run. */
export const catalogueRoutes: RouteGroup = (app, { catalog }) => {
  app.get(
    '/categories',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'listCategories',
        summary: 'List categories',
        description: 'Exactly the names that `categories` of a scan takes.',
        response: { 200: z.array(CategoryView).describe('The categories.'), ...problems() },
      },
    },
    async () => [...listCategories(catalog)],
  )

  app.get(
    '/attacks',
    {
      config: read,
      schema: {
        tags,
        security: keyed,
        operationId: 'listAttacks',
        summary: 'List attacks',
        querystring: z.object({ category: emptyIsNone(z.string()).describe('Only attacks of this category.') }),
        response: { 200: z.array(AttackView).describe('The attacks.'), ...problems(400) },
      },
    },
    async (request) => [...listAttacks(catalog, request.query.category)],
  )
}
