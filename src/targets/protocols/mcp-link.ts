import { Problem } from '../../domain/problem.ts'
import type { NetResponse } from '../../domain/target.ts'
import { readBody } from './body.ts'
import { isObject, type JsonObject, listAt, member, numberAt, parseJson, stringAt } from './parse-json.ts'
import { excerpt } from './read-status.ts'

/** A way to call methods of one MCP server, whichever age of the protocol it speaks. */
export type McpLink = Readonly<{
  version: string
  call(method: string, params: JsonObject, signal: AbortSignal): Promise<unknown>
  /** Never throws: a farewell that fails is no error of the scan. */
  close(): Promise<void>
}>
export type McpTool = Readonly<{
  name: string
  description: string
  inputSchema: unknown
  readOnly: boolean | undefined
  destructive: boolean
}>

/** All tools, page by page. */
export async function listTools(link: McpLink, signal: AbortSignal): Promise<readonly McpTool[]> {
  const tools: McpTool[] = []
  let cursor: string | undefined
  for (let page = 0; page < 5; page++) {
    const result = await link.call('tools/list', cursor === undefined ? {} : { cursor }, signal)
    for (const tool of listAt(result, 'tools').slice(0, 200)) {
      const readOnly = member(tool, 'annotations', 'readOnlyHint')
      const name = stringAt(tool, 'name')
      if (name !== undefined)
        tools.push({
          name,
          description: stringAt(tool, 'description') ?? '',
          inputSchema: member(tool, 'inputSchema'),
          readOnly: typeof readOnly === 'boolean' ? readOnly : undefined,
          destructive: member(tool, 'annotations', 'destructiveHint') === true,
        })
    }
    cursor = stringAt(result, 'nextCursor')
    if (cursor === undefined) break
  }
  return tools
}

export function messages(response: Pick<NetResponse, 'text' | 'headers'>): readonly unknown[] {
  const body = readBody(response)
  if (body.kind === 'json') return Array.isArray(body.value) ? body.value : [body.value]
  return body.kind === 'events' ? body.events.map((event) => (typeof event.data === 'string' ? parseJson(event.data) : event.data)) : []
}

/** The result of a JSON-RPC answer; an error in it is thrown as what it is: a rejected request. */
export function unwrap(answer: unknown): unknown {
  const error = member(answer, 'error')
  if (isObject(error))
    throw new Problem(
      'target_rejected',
      `The server answered with JSON-RPC error ${numberAt(error, 'code') ?? ''}: ${excerpt(stringAt(error, 'message') ?? 'no reason given', 160)}`,
    )
  const result = member(answer, 'result')
  if (result === undefined) throw new Problem('target_unreadable', 'The answer is not JSON-RPC.')
  return result
}
