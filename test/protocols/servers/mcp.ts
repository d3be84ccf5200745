import { randomUUID } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'
import { type Any, bodyOf } from './protocol-server.ts'
import { type Served, sendJson, serve } from './serve.ts'

export type Ask = (text: string) => string

/** A real MCP server with one tool that reads and one that changes things. */
function buildServer(ask: Ask): McpServer {
  const server = new McpServer({ name: 'test-tools', version: '1.0.0' })
  server.registerTool('send_mail', { description: 'Sends a mail', inputSchema: { text: z.string() } }, async ({ text }) => {
    throw new Error(`nobody may call this: ${text}`)
  })
  server.registerTool(
    'ask_handbook',
    {
      description: 'Answers from the handbook',
      inputSchema: { question: z.string(), section: z.enum(['all', 'one']) },
      annotations: { readOnlyHint: true },
    },
    async ({ question }) => ({ content: [{ type: 'text', text: ask(question) }] }),
  )
  return server
}

/** Streamable HTTP with sessions, by the official SDK. */
export async function openStreamableMcp(ask: Ask): Promise<Served> {
  const transports = new Map<string, StreamableHTTPServerTransport>()
  return serve(async (call, response, request) => {
    const id = call.headers['mcp-session-id']
    const known = typeof id === 'string' ? transports.get(id) : undefined
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (session) => void transports.set(session, transport),
      })
    if (!known) await buildServer(ask).connect(transport as never)
    await transport.handleRequest(request, response, call.json)
  })
}

/** The pair of GET stream and POST of 2024-11-05, by the official SDK. */
export async function openOldMcp(ask: Ask): Promise<Served> {
  const transports = new Map<string, SSEServerTransport>()
  return serve(async (call, response, request) => {
    if (call.method === 'GET' && call.path === '/sse') {
      const transport = new SSEServerTransport('/messages', response)
      transports.set(transport.sessionId, transport)
      return buildServer(ask).connect(transport)
    }
    const transport = transports.get(call.query.get('sessionId') ?? '')
    if (call.path !== '/messages' || !transport) return response.writeHead(404).end('Not found')
    return transport.handlePostMessage(request, response, call.json)
  })
}

/** The stateless protocol of 2026-07-28, written from the specification: the SDK does not speak it yet. */
export async function openModernMcp(ask: Ask): Promise<Served> {
  return serve((call, response) => {
    const { id, method, params } = bodyOf(call)
    const fail = (status: number, code: number, message: string, data?: unknown) =>
      sendJson(response, status, { jsonrpc: '2.0', id: id ?? null, error: { code, message, data } })
    if (
      call.headers['mcp-protocol-version'] !== '2026-07-28' ||
      params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'] !== '2026-07-28'
    )
      return fail(400, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] })
    if (call.headers['mcp-method'] !== method || (method === 'tools/call' && call.headers['mcp-name'] !== params['name']))
      return fail(400, -32020, 'Header mismatch')
    const done = (result: Any) => sendJson(response, 200, { jsonrpc: '2.0', id, result: { resultType: 'complete', ...result } })
    if (method === 'server/discover') return done({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, _meta: {} })
    if (method === 'tools/list')
      return done({
        tools: [
          {
            name: 'ask',
            inputSchema: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
            annotations: { readOnlyHint: true },
          },
        ],
      })
    if (method === 'tools/call') return done({ content: [{ type: 'text', text: ask(params['arguments']['question']) }] })
    return fail(404, -32601, 'Method not found')
  })
}
