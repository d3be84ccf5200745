import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentCard, type Message, Role, TaskState } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
// @ts-expect-error express ships no types, and two routes need none
import express from 'express'
import { type Any, bodyOf } from './protocol-server.ts'
import { sendJson, serve } from './serve.ts'

export type Mind = (text: string, before: readonly string[]) => string
export type OpenAgent = Readonly<{ url: string; close(): Promise<void> }>

/** A real A2A 1.0 agent by the official SDK: it answers with a task and an artifact, and remembers by context. */
export const openRealAgent = (mind: Mind): Promise<OpenAgent> => openAgent(mind, [['JSONRPC', '/a2a/jsonrpc', '1.0']])
/** The same over plain HTTP only. */
export const openHttpAgent = (mind: Mind): Promise<OpenAgent> => openAgent(mind, [['HTTP+JSON', '/a2a/rest', '1.0']])
/** The same over plain HTTP as 0.3 had it. */
export const openOldHttpAgent = (mind: Mind): Promise<OpenAgent> => openAgent(mind, [['HTTP+JSON', '/a2a/rest', '0.3']])

async function openAgent(mind: Mind, interfaces: readonly (readonly [string, string, string])[]): Promise<OpenAgent> {
  const contexts = new Map<string, string[]>()
  const executor: AgentExecutor = {
    async execute(context, bus) {
      const text = context.userMessage.parts.map((part) => (part.content?.$case === 'text' ? part.content.value : '')).join('')
      const before = contexts.get(context.contextId) ?? []
      contexts.set(context.contextId, [...before, text])
      const message = (words: string): Message => ({
        messageId: randomUUID(),
        contextId: context.contextId,
        taskId: context.taskId,
        role: Role.ROLE_AGENT,
        parts: [{ content: { $case: 'text', value: words }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      })
      bus.publish(
        AgentEvent.task({
          id: context.taskId,
          contextId: context.contextId,
          status: { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: undefined },
          artifacts: [
            {
              artifactId: 'a',
              name: 'answer',
              description: '',
              parts: message(mind(text, before)).parts,
              metadata: undefined,
              extensions: [],
            },
          ],
          history: [context.userMessage],
          metadata: undefined,
        }),
      )
      bus.finished()
    },
    cancelTask: async () => undefined,
  }
  const app = express()
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const card: AgentCard = {
    name: 'Test agent',
    description: 'Talks',
    supportedInterfaces: interfaces.map(([protocolBinding, path, protocolVersion]) => ({
      url: `${url}${path}`,
      protocolBinding,
      tenant: '',
      protocolVersion,
    })),
    provider: undefined,
    version: '1',
    capabilities: { streaming: true, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text'],
    defaultOutputModes: ['text'],
    skills: [
      { id: 's', name: 'Talk', description: 'Talks', tags: [], examples: [], inputModes: [], outputModes: [], securityRequirements: [] },
    ],
    signatures: [],
  }
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)
  app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: handler }))
  const options = { requestHandler: handler, userBuilder: UserBuilder.noAuthentication }
  app.use('/a2a/jsonrpc', jsonRpcHandler(options))
  app.use('/a2a/rest', restHandler({ ...options, legacyCompat: { enabled: interfaces.some(([, , version]) => version === '0.3') } }))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, close }
}

/** A 0.3 agent from the specification: answers with a message, after working for a while, and repeats the history. */
export async function openOldAgent(mind: Mind): Promise<OpenAgent> {
  const contexts = new Map<string, string[]>()
  const tasks = new Map<string, Any>()
  return serve((call, response) => {
    if (call.path === '/.well-known/agent-card.json')
      return sendJson(response, 200, {
        name: 'Old agent',
        protocolVersion: '0.3.0',
        url: `http://${call.headers.host}/`,
        preferredTransport: 'JSONRPC',
        capabilities: {},
        skills: [],
      })
    const { id, method, params, jsonrpc } = bodyOf(call)
    const fail = (code: number, message: string) => sendJson(response, 200, { jsonrpc: '2.0', id: id ?? null, error: { code, message } })
    if (jsonrpc !== '2.0' || typeof method !== 'string') return fail(-32600, 'Invalid Request')
    if (method === 'tasks/get') return sendJson(response, 200, { jsonrpc: '2.0', id, result: tasks.get(params['id']) })
    if (method !== 'message/send') return fail(-32601, 'Method not found')
    const message = params['message']
    if (message['kind'] !== 'message' || message['parts'][0]['kind'] !== 'text') return fail(-32602, 'Invalid params')
    const contextId = message['contextId'] ?? randomUUID()
    const before = contexts.get(contextId) ?? []
    const text = message['parts'][0]['text']
    contexts.set(contextId, [...before, text])
    const task = { kind: 'task', id: randomUUID(), contextId, history: [message], artifacts: [] }
    tasks.set(task.id, {
      ...task,
      status: {
        state: 'completed',
        message: { kind: 'message', role: 'agent', messageId: 'r', parts: [{ kind: 'text', text: mind(text, before) }] },
      },
    })
    return sendJson(response, 200, { jsonrpc: '2.0', id, result: { ...task, status: { state: 'working' } } })
  })
}
