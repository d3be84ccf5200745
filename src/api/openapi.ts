import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { ProblemBody } from './problem-json.ts'
import { tidyOpenApi } from './tidy-openapi.ts'

const introduction = [
  'Sortie scans AI endpoints: one URL in, verdicts with evidence out.',
  'Create a key with `POST /auth/api-keys`, send it as `X-API-Key`, start a scan with `POST /scans`, and poll `GET /scans/{scan_id}`.',
  'Paths without a prefix are version 1 for ever; `/v1/…` is the same. Only systems you are allowed to test may be scanned.',
].join('\n\n')

/** Builds the OpenAPI document out of the schemas that validate. Must be called before the routes are added. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Sortie', version, description: introduction, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      tags: [
        { name: 'keys', description: 'API keys. In local mode they are managed from this machine without a credential.' },
        { name: 'scans', description: 'Start scans and read what they found.' },
        { name: 'relay', description: 'Scan what no inbound connection can reach: a client of yours carries the prompts.' },
        { name: 'catalogue', description: 'What can be run.' },
        { name: 'targets', description: 'Look at an endpoint without attacking it.' },
        {
          name: 'admin',
          description:
            'The kill switch. In local mode it is open to this machine; otherwise it takes the admin token, or a key with `keys:write`.',
        },
        { name: 'service', description: 'Health and documentation.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (input) => tidyOpenApi(jsonSchemaTransformObject(input)),
  })
}

const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not valid; `errors` names the fields.',
  401: 'No key, or one that is wrong, revoked or expired.',
  403: 'Not allowed: scope, local_only or target_forbidden.',
  404: 'Not found.',
  409: 'The current state does not allow this.',
  410: 'The scan has ended: there are no more prompts.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used with another request.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  502: 'The target could not be spoken to.',
  503: 'The service can not take this right now; `Retry-After` says when to come back.',
}

/** The problem answers of a route, for its schema. Every route of a key has 401, 403 and 429. */
export function problems(...statuses: readonly (keyof typeof meanings)[]) {
  return Object.fromEntries(
    [...new Set([401, 403, 429, ...statuses])].map((status) => [
      status,
      { description: meanings[status]!, content: { 'application/problem+json': { schema: ProblemBody } } },
    ]),
  )
}

/** Routes that take a key say so in the document. */
export const keyed = [{ apiKey: [] }]
/** Key management: in local mode no credential is needed. */
export const keyedOrLocal = [{ apiKey: [] }, {}]
