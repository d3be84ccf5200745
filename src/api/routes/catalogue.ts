import { z } from 'zod'
import { AttackView, listAttackPage } from '../../service/list-attacks.ts'
import { CategoryView, listCategories } from '../../service/list-categories.ts'
import { keyed, problems } from '../openapi.ts'
import { emptyIsNone, linkNext, OptionalPageLimit } from '../paging.ts'
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
        description: 'In the order of their ids. All of them, or with `limit` a page: the `Link` header then points to the next one.',
        querystring: z.object({
          category: emptyIsNone(z.string()).describe('Only attacks of this category.'),
          limit: OptionalPageLimit(500),
          cursor: emptyIsNone(z.string()).describe('From the Link header of the page before.'),
        }),
        response: { 200: z.array(AttackView).describe('The attacks, or a page of them.'), ...problems(400) },
      },
    },
    async (request, reply) => {
      const page = listAttackPage(catalog, request.query)
      linkNext(request, reply, page.next)
      return [...page.items]
    },
  )
}
