import { createHash } from 'node:crypto'
import { renderDocs } from '../docs-page.ts'
import { renderLanding } from '../landing-page.ts'
import { pageStyle } from '../page-style.ts'
import { pagePolicy } from '../security-headers.ts'
import type { RouteGroup } from './route-group.ts'

const open = { access: 'open' } as const
const policy = pagePolicy(`sha256-${createHash('sha256').update(pageStyle).digest('base64')}`)

/** Pages for people. They work without a script and load nothing from anywhere. */
export const pageRoutes: RouteGroup = (app, deps) => {
  const page = (html: string) => ({ html, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } })

  app.get('/', { config: open, schema: { hide: true } }, async (request, reply) => {
    const { html, headers } = page(renderLanding({ ...deps, host: request.headers.host ?? 'localhost' }))
    return reply.headers(headers).send(html)
  })

  let docs: ReturnType<typeof page> | undefined
  app.get('/docs', { config: open, schema: { hide: true } }, async (_, reply) => {
    docs ??= page(renderDocs(app.swagger()))
    return reply.headers(docs.headers).send(docs.html)
  })
}
