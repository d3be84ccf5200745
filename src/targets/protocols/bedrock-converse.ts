import type { StreamEvent } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, parseJson, stringAt } from './parse-json.ts'

/**
 * AWS Bedrock Converse. Requests are signed by the egress module when `target_config.auth` is `sigv4`.
 * The binary `converse-stream` is read where it is all there is (`stream: true`). https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const bedrockConverse = defineHttpProtocol({
  id: 'bedrock-converse',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools }) => {
    const system = messages.filter((message) => message.role === 'system').map((message) => ({ text: message.content }))
    return postJson(
      settings['stream'] === true ? (settings.url ?? url) : (settings.url ?? url).replace(/\/converse-stream$/, '/converse'),
      {
        messages: messages
          .filter((message) => message.role !== 'system')
          .map((message) => ({ role: message.role, content: [{ text: message.content }] })),
        ...(system.length === 0 ? {} : { system }),
        ...(tools.length === 0 ? {} : { toolConfig: { tools: tools.map(toToolSpec) } }),
        ...settings.extra,
      },
      settings.headers,
    )
  },
  read: ({ body }) => {
    const value = body.kind === 'json' ? body.value : body.kind === 'events' ? fromEvents(body.events) : undefined
    const message = member(value, 'output', 'message')
    const stop = stringAt(value, 'stopReason')
    if (!isObject(message) && stop === undefined) return { reply: undefined }
    const blocks = listAt(message, 'content')
    const reasoning = blocks.map((block) => stringAt(block, 'reasoningContent', 'reasoningText', 'text') ?? '').join('')
    const toolCalls = blocks
      .map((block) => toolCall(stringAt(block, 'toolUse', 'name'), member(block, 'toolUse', 'input')))
      .filter((call) => call !== undefined)
    const usage = tokens({
      inputTokens: numberAt(value, 'usage', 'inputTokens'),
      outputTokens: numberAt(value, 'usage', 'outputTokens'),
      reasoningTokens: undefined,
    })
    const filtered = stop === 'guardrail_intervened' || stop === 'content_filtered'
    return {
      reply: {
        text: blocks.map((block) => stringAt(block, 'text') ?? '').join(''),
        ...(reasoning ? { reasoning } : {}),
        ...(toolCalls.length > 0 ? { toolCalls } : {}),
        ...(filtered ? { refusal: { layer: 'filter', reason: `stopReason: ${stop}` } as const } : {}),
        ...(usage ? { usage } : {}),
        ...(stop === 'max_tokens' ? { truncated: true } : {}),
      },
    }
  },
})

/** The whole answer, put together from the pieces of a stream. */
function fromEvents(events: readonly StreamEvent[]): unknown {
  const blocks = new Map<number, Block>()
  for (const { event, data } of events) {
    const index = numberAt(data, 'contentBlockIndex') ?? 0
    const block = blocks.get(index) ?? { text: '', reasoning: '', input: '', name: undefined }
    if (event === 'contentBlockStart') blocks.set(index, { ...block, name: stringAt(data, 'start', 'toolUse', 'name') })
    if (event === 'contentBlockDelta')
      blocks.set(index, {
        ...block,
        text: block.text + (stringAt(data, 'delta', 'text') ?? ''),
        reasoning: block.reasoning + (stringAt(data, 'delta', 'reasoningContent', 'text') ?? ''),
        input: block.input + (stringAt(data, 'delta', 'toolUse', 'input') ?? ''),
      })
  }
  const last = (name: string) => events.findLast(({ event }) => event === name)?.data
  const stopReason = stringAt(last('messageStop'), 'stopReason')
  if (blocks.size === 0 && stopReason === undefined) return undefined
  const content = [...blocks.values()].map(({ text, reasoning, input, name }) =>
    name !== undefined
      ? { toolUse: { name, input: parseJson(input) ?? {} } }
      : reasoning !== ''
        ? { reasoningContent: { reasoningText: { text: reasoning } } }
        : { text },
  )
  return { output: { message: { content } }, stopReason, usage: member(last('metadata'), 'usage') }
}
type Block = Readonly<{ text: string; reasoning: string; input: string; name: string | undefined }>

const toToolSpec = (tool: Readonly<{ name: string; description: string; parameters: unknown }>) => ({
  toolSpec: { name: tool.name, description: tool.description, inputSchema: { json: tool.parameters } },
})
