import { randomUUID } from 'node:crypto'
import { missingField, sessions } from './platform-manners.ts'
import { type Any, bodyOf, type ProtocolServer } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** Rasa's REST channel: a list, empty when anything goes wrong. */
export const rasaServer: ProtocolServer = {
  protocol: 'rasa',
  name: 'Rasa',
  path: '/webhooks/rest/webhook',
  conversation: 'session',
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const { sender, message } = bodyOf(call)
      return sendJson(
        response,
        200,
        message ? [{ recipient_id: sender ?? 'default', text: mind(message, remember(sender ?? 'default', message)) }] : [],
      )
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** n8n's chat trigger. */
export const n8nServer: ProtocolServer = {
  protocol: 'n8n-chat',
  name: 'n8n chat',
  path: '/webhook/4f2c1d3e-8a7b-4c5d-9e0f-1a2b3c4d5e6f/chat',
  conversation: 'session',
  handle: (
    (remember) =>
    (call, response, mind): unknown => {
      const { chatInput, sessionId } = bodyOf(call)
      if (!chatInput) return sendJson(response, 500, { message: 'Error in workflow' })
      return sendJson(response, 200, { output: mind(chatInput, remember(sessionId ?? '', chatInput)) })
    }
  )(sessions()) as ProtocolServer['handle'],
}

/** Botpress Chat: users, conversations, and answers that come a moment later. */
export const botpressServer: ProtocolServer = {
  protocol: 'botpress',
  name: 'Botpress Chat',
  path: '/webhook-1',
  conversation: 'session',
  handle: (
    (remember, rooms) =>
    (call, response, mind): unknown => {
      const path = call.path.replace('/webhook-1', '')
      if (path === '/users') {
        const id = randomUUID()
        return sendJson(response, 201, { user: { id, createdAt: 'x' }, key: `key-${id}` })
      }
      const user = String(call.headers['x-user-key'] ?? '').replace('key-', '')
      if (user === '') return sendJson(response, 401, { code: 401, type: 'Unauthorized', message: 'The x-user-key header is missing' })
      if (path === '/conversations') {
        const id = randomUUID()
        rooms.set(id, [])
        return sendJson(response, 201, { conversation: { id } })
      }
      const listed = /^\/conversations\/([^/]+)\/messages$/.exec(path)?.[1]
      if (listed) return sendJson(response, 200, { messages: (rooms.get(listed) ?? []).toReversed(), meta: {} })
      if (path !== '/messages') return sendJson(response, 404, { code: 404, type: 'ResourceNotFound', message: 'Route not found' })
      const { payload, conversationId } = bodyOf(call)
      const room = rooms.get(conversationId)!
      const message = { id: randomUUID(), userId: user, conversationId, payload }
      room.push(message, {
        id: randomUUID(),
        userId: 'bot',
        conversationId,
        payload: { type: 'text', text: mind(payload['text'], remember(conversationId, payload['text'])) },
      })
      return sendJson(response, 201, { message })
    }
  )(sessions(), new Map<string, Any[]>()) as ProtocolServer['handle'],
}

/** Gradio 5: a call, then its event stream. */
export const gradioServer: ProtocolServer = {
  protocol: 'gradio',
  name: 'Gradio',
  path: '/gradio_api/call/chat',
  conversation: 'session',
  handle: (
    (remember, pending) =>
    (call, response, mind): unknown => {
      if (call.path === '/gradio_api/info')
        return sendJson(response, 200, {
          named_endpoints: {
            '/clear': { parameters: [], returns: [] },
            '/chat': {
              parameters: [
                {
                  label: 'Temperature',
                  parameter_name: 'temperature',
                  parameter_has_default: true,
                  parameter_default: 0.7,
                  type: { type: 'number' },
                  component: 'Slider',
                },
                {
                  label: 'Message',
                  parameter_name: 'message',
                  parameter_has_default: false,
                  parameter_default: null,
                  type: { type: 'string' },
                  component: 'Textbox',
                },
              ],
              returns: [{ label: 'Response', type: { type: 'string' } }],
            },
          },
          unnamed_endpoints: {},
        })
      const event = /^\/gradio_api\/call\/chat\/(.+)$/.exec(call.path)?.[1]
      if (event) {
        const text = pending.get(event)
        return text === undefined
          ? sendJson(response, 404, { detail: 'Not Found' })
          : sendEvents(response, [
              ['generating', [text.slice(0, 3)]],
              ['heartbeat', 'null'],
              ['complete', [text]],
            ])
      }
      if (call.method !== 'POST') return sendJson(response, 405, { detail: 'Method Not Allowed' })
      const { data, session_hash } = bodyOf(call)
      if (!Array.isArray(data)) return sendJson(response, 422, missingField('data'))
      const id = randomUUID()
      pending.set(id, mind(data[1], remember(session_hash, data[1])))
      return sendJson(response, 200, { event_id: id })
    }
  )(sessions(), new Map<string, string>()) as ProtocolServer['handle'],
}
