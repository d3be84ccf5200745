import { z } from 'zod'
import { grantsOf } from '../../service/authenticate.ts'
import { createKey, KeyInput } from '../../service/create-key.ts'
import { KeyView, NewKeyView } from '../../service/key-view.ts'
import { listKeys } from '../../service/list-keys.ts'
import { revokeKey } from '../../service/revoke-key.ts'
import { principalOf } from '../access.ts'
import { keyedOrLocal, problems } from '../openapi.ts'
import { prefixOf } from '../paging.ts'
import type { RouteGroup } from './route-group.ts'

const tags = ['keys']
const read = { access: { scope: 'keys:read', localDoor: true } } as const
const write = { access: { scope: 'keys:write', localDoor: true } } as const

/** Create, list and revoke API keys. */
export const apiKeyRoutes: RouteGroup = (app, deps) => {
  const { keys } = deps.store

  app.post(
    '/auth/api-keys',
    {
      config: write,
      // No body is an empty one here: every field has a default.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        tags,
        security: keyedOrLocal,
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: 'The secret is in this answer and in no other. The body may be left out.',
        body: KeyInput,
        response: { 201: NewKeyView.describe('The key, with its secret.'), ...problems(400, 413, 415, 503) },
      },
    },
    async (request, reply) => {
      const created = await createKey({ keys, clock: deps.clock, random: deps.random }, request.body, grantsOf(principalOf(request)))
      return reply
        .code(201)
        .header('location', `${prefixOf(request)}/auth/api-keys/${created.id}`)
        .send(created)
    },
  )

  app.get(
    '/auth/api-keys',
    {
      config: read,
      schema: {
        tags,
        security: keyedOrLocal,
        operationId: 'listApiKeys',
        summary: 'List API keys',
        description: 'Newest first. Revoked keys are gone, expired ones stay. Never a secret.',
        response: { 200: z.array(KeyView).describe('The keys.'), ...problems(503) },
      },
    },
    async () => [...(await listKeys(keys))],
  )

  app.delete(
    '/auth/api-keys/:key_id',
    {
      config: write,
      schema: {
        tags,
        security: keyedOrLocal,
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description: 'The very next request with it is refused. Its scans go on.',
        params: z.object({ key_id: z.string() }),
        response: { 204: z.undefined().describe('Revoked.'), ...problems(404, 503) },
      },
    },
    async (request, reply) => {
      await revokeKey(keys, request.params.key_id)
      return reply.code(204).send()
    },
  )
}
