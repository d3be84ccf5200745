import type { FastifyInstance } from 'fastify'
import { Problem } from '../domain/problem.ts'
import type { Access } from './access.ts'

export type RouteEntry = Readonly<{ method: string; url: string; access: Access | undefined }>

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of this server, as it was registered: for 405 and for tests that must not miss one. */
    routeTable: RouteEntry[]
  }
}

/** Remembers every route from here on. */
export function keepRouteTable(app: FastifyInstance): void {
  const table: RouteEntry[] = []
  app.decorate('routeTable', table)
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat()) table.push({ method: name, url, access: config?.access })
  })
}

/** Why a request has no route: nothing at that path, or another method. Sets `allow` for the latter. */
export function noRoute(table: readonly RouteEntry[], path: string, allow: (methods: string) => void): Problem {
  const methods = table.filter((route) => matches(route.url, path)).map((route) => route.method)
  if (methods.length === 0) return new Problem('not_found', 'There is nothing at this address.')
  const names = [...new Set(methods)].toSorted().join(', ')
  allow(names)
  return new Problem('method_not_allowed', `This address takes ${names}.`)
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/\/$/, '').split('/')
  if (pattern === '/') return given.length === 1
  return (
    wanted.length === given.length && wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  )
}
