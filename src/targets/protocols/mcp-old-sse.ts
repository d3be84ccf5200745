import { Problem, toProblem } from '../../domain/problem.ts'
import type { Net } from '../../domain/target.ts'
import { readBody } from './body.ts'
import type { McpLink } from './mcp-link.ts'
import { isObject, type JsonObject, member, parseJson, stringAt } from './parse-json.ts'

type Headers = Readonly<Record<string, string>>

/**
 * MCP of 2024-11-05: one long GET brings the answers, POSTs to the address that it announces carry the questions.
 * The stream is read through `isDone`, which sees the text so far; it ends when the link is closed.
 */
export async function openOldSse(url: string, headers: Headers, net: Net, signal: AbortSignal, us: JsonObject): Promise<McpLink> {
  let text = ''
  let isClosed = false
  let id = 0
  const waiting = new Set<() => void>()
  const look = () => {
    for (const wake of [...waiting]) wake()
  }
  const closing = new AbortController()
  const ended = net
    .request(
      {
        method: 'GET',
        url,
        headers: { accept: 'text/event-stream', ...headers },
        timeoutMs: 120_000,
        isDone: (soFar) => {
          text = soFar
          look()
          return isClosed
        },
      },
      AbortSignal.any([signal, closing.signal]),
    )
    .then(
      () => undefined,
      (error: unknown) => (isClosed ? undefined : toProblem(error)),
    )
  const until = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      check()
      void ended.then((problem) => reject(problem ?? new Problem('target_unreadable', 'The event stream of the MCP server ended.')))
      setTimeout(() => reject(new Problem('target_timeout', 'The MCP server did not answer on its event stream.')), 20_000).unref()
    })
  const events = () => {
    const body = readBody({ text, headers: { 'content-type': 'text/event-stream' } })
    return body.kind === 'events' ? body.events : []
  }
  const announced = await until(() => events().find((event) => event.event === 'endpoint')?.data)
  const to = new URL(String(announced), url)
  if (to.origin !== new URL(url).origin)
    throw new Problem('target_rejected', 'The MCP server announces an address of another origin; it was not followed.')
  const post = (body: JsonObject) =>
    net.request(
      { method: 'POST', url: to.href, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
      signal,
    )
  const call = async (method: string, params: JsonObject): Promise<unknown> => {
    const mine = ++id
    await post({ jsonrpc: '2.0', id: mine, method, params })
    const answer = await until(() =>
      events()
        .map((event) => (typeof event.data === 'string' ? parseJson(event.data) : event.data))
        .find((data) => isObject(data) && data['id'] === mine),
    )
    const error = member(answer, 'error')
    if (error !== undefined)
      throw new Problem(
        'target_rejected',
        `The server answered with a JSON-RPC error: ${stringAt(error, 'message')?.slice(0, 160) ?? 'no reason given'}`,
      )
    return member(answer, 'result')
  }
  const begun = await call('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: us })
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return {
    version: stringAt(begun, 'protocolVersion') ?? '2024-11-05',
    call,
    async close() {
      isClosed = true
      closing.abort() // the stream ends by itself; nobody waits for it
    },
  }
}
