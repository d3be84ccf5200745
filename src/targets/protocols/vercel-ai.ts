import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import type { Message, Reply } from '../../domain/target.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { toolCall } from './openai-chat.ts'
import { isObject, member, stringAt } from './parse-json.ts'

/**
 * Chat routes of the Vercel AI SDK: UI message streams (5 and later), data streams (4), and text streams.
 * Messages carry both shapes, `content` and `parts`, so one request fits every version. https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export const vercelAi = defineHttpProtocol({
  id: 'vercel-ai',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: false }),
  ask: ({ url, settings, messages, session }) =>
    postJson(
      settings.url ?? url,
      { id: session, messages: messages.map(toUiMessage), trigger: 'submit-message', ...settings.extra },
      settings.headers,
    ),
  read: ({ body }) => ({ reply: readUiStream(body) }),
})

const toUiMessage = (message: Message) => ({
  id: randomUUID(),
  role: message.role,
  content: message.content,
  parts: [{ type: 'text', text: message.content }],
})

function readUiStream(body: Body): Reply | undefined {
  if (body.kind === 'text') return body.text.trim() === '' ? undefined : { text: body.text }
  if (body.kind !== 'events') return undefined
  return body.format === 'ai-sdk-data' ? readDataStream(body.events) : readParts(body.events.map((event) => event.data).filter(isObject))
}

function readParts(parts: readonly Readonly<Record<string, unknown>>[]): Reply | undefined {
  const join = (type: string) =>
    parts
      .filter((part) => part['type'] === type)
      .map((part) => stringAt(part, 'delta') ?? '')
      .join('')
  const text = join('text-delta')
  const error = parts.find((part) => part['type'] === 'error')
  const toolCalls = parts
    .filter((part) => part['type'] === 'tool-input-available')
    .map((part) => toolCall(stringAt(part, 'toolName'), member(part, 'input')))
    .filter((call) => call !== undefined)
  if (text === '' && error)
    throw new Problem(
      'target_server_error',
      `The stream ended with an error: ${stringAt(error, 'errorText')?.slice(0, 200) ?? 'no reason given'}`,
    )
  if (!parts.some((part) => ['text-delta', 'start', 'finish', 'tool-input-available'].includes(String(part['type'])))) return undefined
  return {
    text,
    ...(join('reasoning-delta') ? { reasoning: join('reasoning-delta') } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
  }
}

/** Lines of the data stream by their code: 0 text, g reasoning, 9 tool call, 3 error, d and e finish. */
function readDataStream(events: readonly Readonly<{ event: string; data: unknown }>[]): Reply | undefined {
  const join = (code: string) =>
    events
      .filter((event) => event.event === code && typeof event.data === 'string')
      .map((event) => event.data)
      .join('')
  const error = events.find((event) => event.event === '3')
  const toolCalls = events
    .filter((event) => event.event === '9')
    .map((event) => toolCall(stringAt(event.data, 'toolName'), member(event.data, 'args')))
    .filter((call) => call !== undefined)
  if (join('0') === '' && error)
    throw new Problem('target_server_error', `The stream ended with an error: ${String(error.data).slice(0, 200)}`)
  const cut = events.some((event) => stringAt(event.data, 'finishReason') === 'length')
  const filtered = events.some((event) => stringAt(event.data, 'finishReason') === 'content-filter')
  return {
    text: join('0'),
    ...(join('g') ? { reasoning: join('g') } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(filtered ? { refusal: { layer: 'filter', reason: 'finishReason: content-filter' } as const } : {}),
    ...(cut ? { truncated: true } : {}),
  }
}
