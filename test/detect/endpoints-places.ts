import type { Any } from '../protocols/servers/protocol-server.ts'
import { sendEvents, sendJson } from '../protocols/servers/serve.ts'
import { canned, clever, dreamy } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body } from './handlers.ts'

const page = (text: string) => `<!doctype html><html><head><title>Chat</title></head><body>${text}</body></html>`

/** URLs that are not the endpoint itself, but lead to it. */
export const placeEndpoints: readonly Endpoint[] = [
  {
    name: 'a bare host with an OpenAI-compatible runtime',
    path: '/',
    brain: dreamy,
    expect: { protocol: 'openai-chat', conversation: 'history' },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/v1/models')
        return sendJson(response, 200, { object: 'list', data: [{ id: 'own', object: 'model', owned_by: 'vllm' }] })
      if (path !== '/v1/chat/completions' || method !== 'POST') return sendJson(response, 404, { error: { message: 'Not found' } })
      return sendJson(response, 200, {
        choices: [{ index: 0, message: { role: 'assistant', content: say(body(json)['messages'].at(-1).content) }, finish_reason: 'stop' }],
      })
    },
  },
  {
    name: 'a bare host with Ollama',
    path: '/',
    brain: clever,
    expect: { protocol: 'ollama-chat', conversation: 'history' },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/' && method === 'GET') return response.writeHead(200, { 'content-type': 'text/plain' }).end('Ollama is running')
      if (path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'own:1b' }] })
      if (path !== '/api/chat') return response.writeHead(404).end('404 page not found')
      const { model, messages } = body(json)
      if (!model) return sendJson(response, 400, { error: 'model is required' })
      return sendJson(response, 200, {
        model,
        message: {
          role: 'assistant',
          content: say(
            messages.at(-1).content,
            messages.map((one: Any) => one['content']),
          ),
        },
        done: true,
      })
    },
  },
  {
    name: 'a page that posts to its API',
    path: '/',
    brain: canned,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/api/ask' && method === 'POST')
        return body(json)['text']
          ? sendJson(response, 200, { reply: say(body(json)['text']) })
          : sendJson(response, 400, { error: 'text is required' })
      return response
        .writeHead(method === 'GET' ? 200 : 405, { 'content-type': 'text/html' })
        .end(
          page(
            '<div id="chat"></div><script>async function send(text) { const r = await fetch("/api/ask", {method: "POST", body: JSON.stringify({text})}) }</script>',
          ),
        )
    },
  },
  {
    name: 'a page whose script knows the API',
    path: '/demo',
    brain: dreamy,
    expect: { protocol: 'json', conversation: 'none', streaming: true },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/assets/app.js')
        return response
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end('const u=`x`;function s(m){return fetch("/backend/chat/stream",{method:"POST",body:JSON.stringify({prompt:m})})}')
      if (path === '/backend/chat/stream')
        return body(json)['prompt']
          ? sendEvents(
              response,
              (say(body(json)['prompt']).match(/\s?\S+/g) ?? []).map((content) => ({ content })),
            )
          : sendJson(response, 422, { detail: [{ type: 'missing', loc: ['body', 'prompt'], msg: 'Field required' }] })
      return response
        .writeHead(method === 'GET' ? 200 : 405, { 'content-type': 'text/html' })
        .end(page('<script type="module" src="/assets/app.js"></script>'))
    },
  },
  {
    name: 'a FastAPI app behind its description',
    path: '/',
    brain: clever,
    expect: { protocol: 'json', conversation: 'none' },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/openapi.json')
        return sendJson(response, 200, {
          openapi: '3.1.0',
          paths: {
            '/health': { get: {} },
            '/v1/answer': {
              post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Question' } } } } },
            },
          },
          components: {
            schemas: {
              Question: {
                type: 'object',
                required: ['wording', 'depth'],
                properties: { wording: { type: 'string' }, depth: { type: 'integer', minimum: 1 } },
              },
            },
          },
        })
      if (path !== '/v1/answer' || method !== 'POST') return sendJson(response, 404, { detail: 'Not Found' })
      const { wording, depth } = body(json)
      if (typeof wording !== 'string' || typeof depth !== 'number')
        return sendJson(response, 422, {
          detail: [
            ...(typeof wording === 'string' ? [] : [{ type: 'missing', loc: ['body', 'wording'], msg: 'Field required' }]),
            ...(typeof depth === 'number' ? [] : [{ type: 'missing', loc: ['body', 'depth'], msg: 'Field required' }]),
          ],
        })
      return sendJson(response, 200, { text: say(wording) })
    },
  },
  {
    name: 'vague errors, but a description says it all',
    path: '/api/v2/dialog',
    brain: canned,
    expect: { protocol: 'json' },
    handle: ({ path, json, method }, response, say) => {
      if (path === '/openapi.json')
        return sendJson(response, 200, {
          openapi: '3.0.0',
          paths: {
            '/api/v2/dialog': {
              post: {
                requestBody: {
                  content: {
                    'application/json': {
                      schema: {
                        type: 'object',
                        required: ['payload'],
                        properties: {
                          payload: {
                            type: 'object',
                            required: ['turns', 'tenant'],
                            properties: {
                              tenant: { type: 'string' },
                              turns: {
                                type: 'array',
                                items: {
                                  type: 'object',
                                  required: ['who', 'what'],
                                  properties: { who: { type: 'string', enum: ['caller', 'agent'] }, what: { type: 'string' } },
                                },
                              },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        })
      const { payload } = body(json)
      if (
        method !== 'POST' ||
        path !== '/api/v2/dialog' ||
        !payload?.['tenant'] ||
        !payload['turns']?.[0]?.['what'] ||
        payload['turns'][0]['who'] !== 'caller'
      )
        return sendJson(response, 400, { error: 'Malformed request' })
      return sendJson(response, 200, {
        payload: { turns: [...payload['turns'], { who: 'agent', what: say(payload['turns'].at(-1)['what']) }] },
      })
    },
  },
]
