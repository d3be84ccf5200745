import { Problem } from '../../domain/problem.ts'
import type { Net, NetResponse } from '../../domain/target.ts'
import { type McpLink, messages, unwrap } from './mcp-link.ts'
import { openOldSse } from './mcp-old-sse.ts'
import { isObject, type JsonObject, listAt, member, numberAt, stringAt } from './parse-json.ts'
import { excerpt, readStatus } from './read-status.ts'

const modern = '2026-07-28'
const legacy = '2025-11-25'
/** The version of this client of MCP, which the specification asks for; that of the product is in the User-Agent. */
const us = { name: 'sortie', version: '1' }
type Headers = Readonly<Record<string, string>>

/** Opens a link by the specification's own rule: the stateless way first, then `initialize`, then the old stream. */
export async function openMcp(url: string, headers: Headers, net: Net, signal: AbortSignal): Promise<McpLink> {
  const post = (body: unknown, more: Headers) =>
    net.request(
      {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more, ...headers },
        body: JSON.stringify(body),
        isDone: hasResult,
      },
      signal,
    )
  const first = await post(modernBody(1, 'server/discover', {}, modern), modernHeaders('server/discover', {}, modern))
  const versions = supportedVersions(first)
  if (versions) return modernLink(url, headers, net, versions.includes(modern) ? modern : versions[0]!)
  if (first.status === 401 || first.status === 403) readStatus(first)
  const begun = await post(
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: legacy, capabilities: {}, clientInfo: us } },
    {},
  )
  const version = stringAt(resultOf(begun, 1), 'protocolVersion')
  if (version !== undefined) {
    const session: Headers = {
      'mcp-protocol-version': version,
      ...(begun.headers['mcp-session-id'] ? { 'mcp-session-id': begun.headers['mcp-session-id'] } : {}),
    }
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)
    return legacyLink(url, { ...headers, ...session }, net, version)
  }
  const isRpc = messages(begun).some((message) => isObject(member(message, 'error')))
  if ([400, 404, 405].includes(begun.status) && !isRpc) return openOldSse(url, headers, net, signal, us)
  if (!isRpc) readStatus(begun)
  throw new Problem('target_unreadable', 'The server does not answer as MCP.', { targetStatus: begun.status, excerpt: excerpt(begun.text) })
}

function modernLink(url: string, headers: Headers, net: Net, version: string): McpLink {
  let id = 1
  return {
    version,
    async call(method, params, signal) {
      id++
      const request = {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...modernHeaders(method, params, version),
          ...headers,
        },
        body: JSON.stringify(modernBody(id, method, params, version)),
        isDone: hasResult,
      } as const
      return take(await net.request(request, signal), id)
    },
    close: async () => undefined,
  }
}

function legacyLink(url: string, headers: Headers, net: Net, version: string): McpLink {
  let id = 1
  return {
    version,
    async call(method, params, signal) {
      id++
      const request = {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
        isDone: hasResult,
      } as const
      return take(await net.request(request, signal), id)
    },
    async close() {
      if (headers['mcp-session-id'] === undefined) return
      await net.request({ method: 'DELETE', url, headers, timeoutMs: 2000 }, AbortSignal.timeout(2000)).catch(() => undefined)
    },
  }
}

const modernBody = (id: number, method: string, params: JsonObject, version: string) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': us,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
})

function modernHeaders(method: string, params: JsonObject, version: string): Headers {
  const name = typeof params['name'] === 'string' ? params['name'] : undefined
  const safe = name === undefined || /^[\x21-\x7e]*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`
  return { 'mcp-protocol-version': version, 'mcp-method': method, ...(safe === undefined ? {} : { 'mcp-name': safe }) }
}

/** The versions a modern server names: in its answer, or in the error that says ours is not among them. */
function supportedVersions(response: NetResponse): readonly string[] | undefined {
  const result = resultOf(response, 1)
  const listed = listAt(result, 'supportedVersions').filter((version) => typeof version === 'string')
  if (listed.length > 0) return listed
  const error = messages(response)
    .map((message) => member(message, 'error'))
    .find(isObject)
  const offered =
    numberAt(error, 'code') === -32022 ? listAt(error, 'data', 'supported').filter((version) => typeof version === 'string') : []
  return offered.some((version) => version >= modern) ? offered : undefined
}

/** A stream may stay open after the response that we wait for. */
const hasResult = (text: string): boolean => /"jsonrpc"/.test(text) && /"(?:result|error)"\s*:/.test(text) && /\n\r?\n$/.test(text)

const resultOf = (response: NetResponse, id: number): unknown =>
  messages(response)
    .map((message) => (member(message, 'id') === id ? member(message, 'result') : undefined))
    .find((result) => result !== undefined)

function take(response: NetResponse, id: number): unknown {
  const answer = messages(response).find((message) => member(message, 'id') === id)
  if (answer === undefined) readStatus(response)
  return unwrap(answer)
}
