import { Problem, toProblem } from '../../domain/problem.ts'
import type { Net } from '../../domain/target.ts'
import { readBody, type StreamEvent } from './body.ts'
import { type McpLink, unwrap } from './mcp-link.ts'
import { isObject, type JsonObject, parseJson, stringAt } from './parse-json.ts'
import { readStatus } from './read-status.ts'

type Headers = Readonly<Record<string, string>>

/**
 * MCP of 2024-11-05: one long GET brings the answers, POSTs to the address that it announces carry the questions.
 * The stream is read through `isDone`, which sees the text so far; it ends when the link is closed.
 */
export async function openOldSse(url: string, headers: Headers, net: Net, signal: AbortSignal, us: JsonObject): Promise<McpLink> {
  const stream = openStream(url, headers, net)
  try {
    const announced = await stream.until((events) => events.find((event) => event.event === 'endpoint')?.data, signal)
    const to = URL.parse(String(announced), url)
    if (to?.origin !== new URL(url).origin)
      throw new Problem('target_rejected', 'The MCP server announces an address of another origin; it was not followed.')
    const post = async (body: JsonObject, own: AbortSignal) => {
      const response = await net.request(
        { method: 'POST', url: to.href, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) },
        own,
      )
      if (response.status >= 300) readStatus(response) // refused: no answer will ever come on the stream
    }
    let id = 0
    const call: McpLink['call'] = async (method, params, own) => {
      const mine = ++id
      await post({ jsonrpc: '2.0', id: mine, method, params }, own)
      return unwrap(await stream.until((events) => findAnswer(events, mine), own))
    }
    const begun = await call('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: us }, signal)
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, signal)
    return { version: stringAt(begun, 'protocolVersion') ?? '2024-11-05', call, close: async () => stream.close() }
  } catch (error) {
    stream.close()
    throw error
  }
}

/** The answers of one server as they come. The stream belongs to the link, not to the turn that opened it: only `close` ends it. */
function openStream(url: string, headers: Headers, net: Net) {
  let text = ''
  let ended: Problem | undefined
  const waiting = new Set<() => void>()
  const look = () => {
    for (const check of [...waiting]) check()
  }
  const end = (problem: Problem) => {
    ended = problem
    look()
  }
  const closing = new AbortController()
  const request = {
    method: 'GET',
    url,
    headers: { accept: 'text/event-stream', ...headers },
    timeoutMs: longestMs,
    held: true,
    isDone: (soFar: string) => {
      text = soFar
      look()
      return false
    },
  } as const
  net.request(request, closing.signal).then(
    () => end(new Problem('target_unreadable', 'The event stream of the MCP server ended.')),
    (error: unknown) => end(toProblem(error)),
  )
  return {
    /** What is found among the events so far, or among those to come. */
    async until<T>(find: (events: readonly StreamEvent[]) => T | undefined, signal: AbortSignal): Promise<T> {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const check = () => {
        const found = find(readEvents(text))
        if (found !== undefined) resolve(found)
        else if (ended) reject(ended)
      }
      const onAbort = () => reject(signal.reason)
      const onLate = () => reject(new Problem('target_timeout', 'The MCP server did not answer on its event stream.'))
      const timer = setTimeout(onLate, patienceMs)
      waiting.add(check)
      signal.addEventListener('abort', onAbort)
      try {
        check()
        return await promise
      } finally {
        clearTimeout(timer)
        waiting.delete(check)
        signal.removeEventListener('abort', onAbort)
      }
    },
    close: () => closing.abort(),
  }
}

/** How long a stream may live, and how long one answer may take. */
const longestMs = 120_000
const patienceMs = 20_000

function readEvents(text: string): readonly StreamEvent[] {
  const body = readBody({ text, headers: { 'content-type': 'text/event-stream' } })
  return body.kind === 'events' ? body.events : []
}

const findAnswer = (events: readonly StreamEvent[], id: number): unknown =>
  events
    .map((event) => (typeof event.data === 'string' ? parseJson(event.data) : event.data))
    .find((data) => isObject(data) && data['id'] === id)
