import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve as serveHono } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
// @ts-expect-error express ships no types, and a few routes need none
import express from 'express'
import { body, query, validationResult } from 'express-validator'
import fastify from 'fastify'
import { Hono } from 'hono'
import Joi from 'joi'
import { z } from 'zod'
import { canned, clever, dreamy, locked } from './brains.ts'
import type { Endpoint } from './endpoint.ts'

type Say = (text: string, before?: readonly string[]) => string
// biome-ignore lint/suspicious/noExplicitAny: express ships no types
type Any = any

const listen = async (handler: RequestListener) => {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
const viaExpress = (build: (app: Any, say: Say) => void) => (say: Say) => {
  const app = express()
  build(app, say)
  return listen(app as RequestListener)
}
const viaHono = (build: (app: Hono, say: Say) => void) => async (say: Say) => {
  const app = new Hono()
  build(app, say)
  const server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
const viaFastify = (build: (app: Any, say: Say) => void) => async (say: Say) => {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false } } })
  build(app, say)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

/** Small applications on real frameworks with their real validators and their real errors. */
export const frameworkEndpoints: readonly Endpoint[] = [
  {
    name: 'Express, express-validator, two fields',
    path: '/api/support',
    brain: canned,
    expect: { protocol: 'json', conversation: 'session' },
    listen: viaExpress((app, say) => {
      app.use(express.json())
      app.post(
        '/api/support',
        body('ticketText').isString().notEmpty(),
        body('customerId').isString().notEmpty(),
        (request: Any, response: Any) => {
          const errors = validationResult(request)
          return errors.isEmpty()
            ? response.json({ outcome: 'ok', response: { body: say(request.body.ticketText) } })
            : response.status(400).json({ errors: errors.array() })
        },
      )
    }),
  },
  {
    name: 'Express, express-validator, query string',
    path: '/api/faq',
    brain: dreamy,
    expect: { protocol: 'form', conversation: 'none' },
    listen: viaExpress((app, say) => {
      app.get('/api/faq', query('question').notEmpty(), (request: Any, response: Any) =>
        validationResult(request).isEmpty()
          ? response.json({ answer: say(request.query.question) })
          : response.status(400).json({ errors: validationResult(request).array() }),
      )
    }),
  },
  {
    name: 'Express, Joi, strict',
    path: '/assistant',
    brain: locked,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaExpress((app, say) => {
      const schema = Joi.object({ dialogue: Joi.object({ utterance: Joi.string().required() }).required() })
      app.use(express.json())
      app.post('/assistant', (request: Any, response: Any) => {
        const { error, value } = schema.validate(request.body)
        return error
          ? response.status(400).json({ message: error.message, details: error.details })
          : response.json({ dialogue: { reply: say(value.dialogue.utterance) } })
      })
    }),
  },
  {
    name: 'Express, a form parser only',
    path: '/chat',
    brain: clever,
    expect: { protocol: 'form', conversation: 'none' },
    listen: viaExpress((app, say) => {
      app.use(express.urlencoded({ extended: false }))
      app.post('/chat', (request: Any, response: Any) =>
        request.body?.msg ? response.send(say(request.body.msg)) : response.status(400).send('Missing parameter: msg'),
      )
    }),
  },
  {
    name: 'Express, a handler that crashes without its fields',
    path: '/bot',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaExpress((app, say) => {
      app.use(express.json())
      app.post('/bot', (request: Any, response: Any) =>
        response.json({ messages: [{ from: 'bot', text: say(request.body.query.toString()) }] }),
      )
    }),
  },
  {
    name: 'Hono, zod-validator, strict object',
    path: '/v1/ask',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaHono((app, say) => {
      app.post('/v1/ask', zValidator('json', z.strictObject({ ask: z.string().min(1), lang: z.enum(['de', 'en']) })), (context) =>
        context.json({ ok: true, said: say(context.req.valid('json').ask) }),
      )
    }),
  },
  {
    name: 'Hono, zod-validator, messages with an id and parts',
    path: '/v1/talk',
    brain: canned,
    expect: { protocol: 'json' },
    listen: viaHono((app, say) => {
      const Part = z.object({ kind: z.literal('text'), value: z.string() })
      app.post(
        '/v1/talk',
        zValidator(
          'json',
          z.object({
            thread: z.object({ id: z.string() }),
            entries: z.array(z.object({ speaker: z.enum(['user', 'bot']), parts: z.array(Part).min(1) })).min(1),
          }),
        ),
        (context) =>
          context.json({
            entry: { speaker: 'bot', parts: [{ kind: 'text', value: say(context.req.valid('json').entries.at(-1)!.parts[0]!.value) }] },
          }),
      )
    }),
  },
  {
    name: 'Fastify, ajv, nested and strict',
    path: '/rpc/answer',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaFastify((app, say) => {
      const schema = {
        body: {
          type: 'object',
          required: ['request'],
          additionalProperties: false,
          properties: {
            request: {
              type: 'object',
              required: ['phrase', 'maxWords'],
              additionalProperties: false,
              properties: { phrase: { type: 'string', minLength: 1 }, maxWords: { type: 'integer' } },
            },
          },
        },
      }
      app.post('/rpc/answer', { schema }, (request: Any) => ({ result: { sentences: say(request.body.request.phrase) } }))
    }),
  },
  {
    name: 'Fastify, ajv, text/plain answer',
    path: '/say',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaFastify((app, say) => {
      app.post(
        '/say',
        { schema: { body: { type: 'object', required: ['words'], properties: { words: { type: 'string' } } } } },
        (request: Any, reply: Any) => reply.type('text/plain').send(say(request.body.words)),
      )
    }),
  },
  {
    name: 'Fastify, header required',
    path: '/tenant/chat',
    brain: canned,
    expect: { protocol: 'json', conversation: 'none' },
    listen: viaFastify((app, say) => {
      app.post(
        '/tenant/chat',
        {
          schema: {
            headers: { type: 'object', required: ['x-tenant-id'], properties: { 'x-tenant-id': { type: 'string' } } },
            body: { type: 'object', required: ['prompt'], properties: { prompt: { type: 'string' } } },
          },
        },
        (request: Any) => ({ completion: say(request.body.prompt), tenant: request.headers['x-tenant-id'] }),
      )
    }),
  },
]
