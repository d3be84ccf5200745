import type { Message, Reply } from '../../domain/target.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'

/** Anthropic Messages. https://docs.anthropic.com/en/api/messages */
export const anthropicMessages = defineHttpProtocol({
  id: 'anthropic-messages',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools }) => {
    const system = messages.filter((message) => message.role === 'system').map((message) => message.content)
    return postJson(
      settings.url ?? url,
      {
        ...modelMember(settings),
        max_tokens: 1024,
        messages: messages.filter((message) => message.role !== 'system') satisfies readonly Message[],
        ...(system.length === 0 ? {} : { system: system.join('\n') }),
        ...(tools.length === 0
          ? {}
          : { tools: tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.parameters })) }),
        ...(settings.stream ? { stream: true } : {}),
        ...settings.extra,
      },
      { 'anthropic-version': '2023-06-01', ...settings.headers },
    )
  },
  read: ({ body }) => ({ reply: readMessage(body) }),
})

/** Reads a message, whole or streamed as content blocks. */
function readMessage(body: Body): Reply | undefined {
  if (body.kind === 'json') return readWhole(body.value)
  if (body.kind !== 'events') return undefined
  const events = body.events.map((event) => event.data).filter(isObject)
  const start = events.find((event) => event['type'] === 'message_start')
  if (!start) return undefined
  const blocks = new Map<number, Record<string, unknown>>()
  for (const event of events) {
    const index = numberAt(event, 'index')
    if (index === undefined) continue
    if (event['type'] === 'content_block_start' && isObject(event['content_block'])) blocks.set(index, { ...event['content_block'] })
    const block = blocks.get(index) ?? {}
    if (event['type'] === 'content_block_delta') appendDelta(block, event['delta'])
  }
  const end = events.findLast((event) => event['type'] === 'message_delta')
  const usage = { ...asObject(member(start, 'message', 'usage')), ...asObject(member(end, 'usage')) }
  return readWhole({ type: 'message', content: [...blocks.values()], stop_reason: member(end, 'delta', 'stop_reason'), usage })
}

const asObject = (value: unknown) => (isObject(value) ? value : {})

function appendDelta(block: Record<string, unknown>, delta: unknown): void {
  const add = (key: string, piece: string | undefined) => {
    if (piece !== undefined) block[key] = `${typeof block[key] === 'string' ? block[key] : ''}${piece}`
  }
  add('text', stringAt(delta, 'text'))
  add('thinking', stringAt(delta, 'thinking'))
  add('input', stringAt(delta, 'partial_json'))
}

function readWhole(message: unknown): Reply | undefined {
  if (!isObject(message) || !Array.isArray(message['content'])) return undefined
  const blocks = listAt(message, 'content')
  const words = (type: string, key: string) =>
    blocks
      .filter((block) => stringAt(block, 'type') === type)
      .map((block) => stringAt(block, key) ?? '')
      .join('')
  const reasoning = words('thinking', 'thinking')
  const toolCalls = blocks
    .filter((block) => stringAt(block, 'type') === 'tool_use')
    .map((block) => toolCall(stringAt(block, 'name'), member(block, 'input')))
    .filter((call) => call !== undefined)
  const stop = stringAt(message, 'stop_reason')
  const usage = tokens({
    inputTokens: numberAt(message, 'usage', 'input_tokens'),
    outputTokens: numberAt(message, 'usage', 'output_tokens'),
    reasoningTokens: undefined,
  })
  return {
    text: words('text', 'text'),
    ...(reasoning ? { reasoning } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(stop === 'refusal' ? { refusal: { layer: 'model', reason: 'stop_reason: refusal' } as const } : {}),
    ...(usage ? { usage } : {}),
    ...(stop === 'max_tokens' ? { truncated: true } : {}),
  }
}
