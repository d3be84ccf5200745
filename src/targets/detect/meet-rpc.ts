import { toProblem } from '../../domain/problem.ts'
import { chooseTool } from '../protocols/mcp.ts'
import { listTools, type McpTool } from '../protocols/mcp-link.ts'
import { openMcp } from '../protocols/mcp-open.ts'
import { isObject } from '../protocols/parse-json.ts'
import { type Attempt, tryProtocol } from './native.ts'
import type { Prober } from './prober.ts'
import { chatMethods } from './rpc-draft.ts'
import type { Way } from './way.ts'

/** An MCP server: its tools, and the one that may be given texts, if there is any. Nothing was called. */
export type Tools = Readonly<{ kind: 'tools'; way: Way; version: string; tools: readonly McpTool[]; usable: boolean }>

/** Finds out who speaks JSON-RPC here: an agent with a card, or a server of tools. */
export async function meetRpc(prober: Prober, settings: Readonly<Record<string, unknown>> = {}): Promise<Attempt | Tools> {
  if (await hasCard(prober)) return meetAgent(prober)
  try {
    return await meetTools(prober, settings)
  } catch (error) {
    const { code } = toProblem(error)
    if (!['target_unreadable', 'target_rejected', 'target_not_found'].includes(code)) throw error
    const response = prober.last()
    // Whoever lists procedures of his own is neither a server of tools nor an agent.
    return response && chatMethods(prober.trace).length > 0 ? { kind: 'other', response } : meetAgent(prober)
  }
}

/** Opens an MCP server and lists its tools. Calling one is left to the scan. */
export async function meetTools(prober: Prober, settings: Readonly<Record<string, unknown>>): Promise<Tools> {
  prober.label('asked an MCP server for its tools')
  const link = await openMcp(prober.url, {}, prober.net, prober.signal)
  try {
    const tools = await listTools(link, prober.signal)
    const chosen = chooseTool(tools, settings)
    return {
      kind: 'tools',
      version: link.version,
      tools,
      usable: chosen !== undefined,
      way: { protocol: 'mcp', settings: chosen ? { tool: chosen.tool.name, argument: chosen.argument } : {} },
    }
  } finally {
    await link.close()
  }
}

async function hasCard(prober: Prober): Promise<boolean> {
  const { origin } = new URL(prober.url)
  const { response, body } = await prober.send(
    { method: 'GET', url: `${origin}/.well-known/agent-card.json`, headers: { accept: 'application/json' } },
    'looked for an agent’s card',
  )
  return (
    response.status === 200 &&
    body.kind === 'json' &&
    isObject(body.value) &&
    ('skills' in body.value || 'supportedInterfaces' in body.value)
  )
}

/** An agent may say nothing of its version: the other one is tried when its method is unknown. */
async function meetAgent(prober: Prober): Promise<Attempt> {
  const first = await tryProtocol(prober, 'a2a', {})
  if (first.kind !== 'other' || !/-32601|-32009|method not found/i.test(first.response.text)) return first
  return tryProtocol(prober, 'a2a', { version: '1.0' })
}
