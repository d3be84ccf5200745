import { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import type { Conversation, Net, Protocol, Reply } from '../../domain/target.ts'
import { listTools, type McpLink, type McpTool } from './mcp-link.ts'
import { openMcp } from './mcp-open.ts'
import { isObject, listAt, member, stringAt } from './parse-json.ts'

const McpSettings = z.looseObject({
  /** The tool that is given what is said. Chosen from the list when absent. */
  tool: z.string().optional(),
  /** The argument of the tool that takes the text. */
  argument: z.string().optional(),
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
})
type McpSettings = z.infer<typeof McpSettings>

/**
 * Model Context Protocol over HTTP: stateless (2026-07-28), streamable with `initialize`, and the old pair of GET stream and POST.
 * A server of tools has no chat; what is said goes into the text argument of a tool that only reads. https://modelcontextprotocol.io
 */
export const mcp: Protocol = {
  id: 'mcp',
  connect(url, settings, net) {
    const parsed = McpSettings.parse(settings ?? {})
    return {
      features: { conversation: 'none', system: false, history: false, tools: false },
      open: () => openConversation(parsed.url ?? url, parsed, net),
    }
  },
}

function openConversation(url: string, settings: McpSettings, net: Net): Conversation {
  let opened: Promise<Readonly<{ link: McpLink; tool: McpTool; argument: string }>> | undefined
  const open = async (signal: AbortSignal) => {
    const link = await openMcp(url, settings.headers, net, signal)
    try {
      const chosen = chooseTool(await listTools(link, signal), settings)
      if (!chosen)
        throw new Problem(
          'target_not_ai',
          'No tool of this MCP server takes a text and only reads. Name one in the settings to use it all the same.',
        )
      return { link, ...chosen }
    } catch (error) {
      await link.close()
      throw error
    }
  }
  return {
    async send(text, signal) {
      opened ??= open(signal)
      const { link, tool, argument } = await opened.catch((error: unknown) => {
        opened = undefined // a failed start may be tried again
        throw error
      })
      return readResult(
        await link.call('tools/call', { name: tool.name, arguments: { ...fillRequired(tool, argument), [argument]: text } }, signal),
      )
    },
    async close() {
      const link = await opened?.then(
        (open) => open.link,
        () => undefined, // whoever asked has heard why it did not open, and it was closed there
      )
      await link?.close()
    },
  }
}

/** Whether a tool says, and sounds like, it changes nothing. Both are needed: annotations are the server's own claim. */
const isReadOnly = (tool: McpTool): boolean =>
  tool.readOnly === true && !tool.destructive && !changes.test(tool.name.replace(/([a-z])([A-Z])/g, '$1_$2'))

const changes =
  /(?:^|[_\-.])(?:create|delete|remove|update|write|send|post|put|set|exec|execute|run|pay|buy|order|transfer|drop|insert|upload|move|rename|kill|restart|deploy|merge|push|commit)(?:$|[_\-.])/i

/** The operator's tool, or the one that sounds most like somebody to talk to. */
export function chooseTool(
  tools: readonly McpTool[],
  settings: Pick<McpSettings, 'tool' | 'argument'>,
): Readonly<{ tool: McpTool; argument: string }> | undefined {
  const named = tools.find((tool) => tool.name === settings.tool)
  const safe = named ? [named] : tools.filter(isReadOnly)
  const found = safe.flatMap((tool) => {
    const argument = settings.argument ?? textArgument(tool)
    return argument === undefined ? [] : [{ tool, argument }]
  })
  return found.find(({ tool }) => /chat|ask|answer|assist|converse|message|prompt|agent/i.test(tool.name)) ?? found[0]
}

function textArgument(tool: McpTool): string | undefined {
  const properties = member(tool.inputSchema, 'properties')
  if (!isObject(properties)) return undefined
  const texts = Object.keys(properties).filter((name) => stringAt(properties[name], 'type') === 'string')
  return texts.find((name) => /message|prompt|query|question|text|input|content|q$/i.test(name)) ?? texts[0]
}

function fillRequired(tool: McpTool, argument: string): Readonly<Record<string, unknown>> {
  const required = listAt(tool.inputSchema, 'required').filter((name) => typeof name === 'string' && name !== argument) as string[]
  return Object.fromEntries(required.map((name) => [name, sampleOf(member(tool.inputSchema, 'properties', name))]))
}

function sampleOf(schema: unknown): unknown {
  const fixed = member(schema, 'default') ?? member(schema, 'const') ?? listAt(schema, 'enum')[0]
  if (fixed !== undefined) return fixed
  const type = stringAt(schema, 'type')
  return type === 'number' || type === 'integer'
    ? 1
    : type === 'boolean'
      ? false
      : type === 'array'
        ? []
        : type === 'object'
          ? {}
          : 'general'
}

function readResult(result: unknown): Reply {
  const parts = listAt(result, 'content')
    .filter((part) => stringAt(part, 'type') === 'text')
    .map((part) => stringAt(part, 'text') ?? '')
  const structured = member(result, 'structuredContent')
  return { text: parts.length > 0 ? parts.join('\n') : structured === undefined ? '' : JSON.stringify(structured) }
}
