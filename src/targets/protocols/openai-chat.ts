import type { ProtocolId, Reply, ToolCall, Usage } from '../../domain/target.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { isObject, type JsonObject, listAt, member, numberAt, parseJson, stringAt } from './parse-json.ts'

/** OpenAI Chat Completions and its many clones. https://platform.openai.com/docs/api-reference/chat */
export const openAiChat = chatCompletions('openai-chat')

/** Open WebUI puts the same protocol behind its own accounts. */
export const openWebUi = chatCompletions('open-webui')

function chatCompletions(id: ProtocolId) {
  return defineHttpProtocol({
    id,
    settings: ModelSettings,
    features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
    ask: ({ url, settings, messages, tools }) =>
      postJson(
        settings.url ?? url,
        {
          ...modelMember(settings),
          messages,
          ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
          ...(settings.stream ? { stream: true } : {}),
          ...settings.extra,
        },
        settings.headers,
      ),
    read: ({ body }) => ({ reply: readChatCompletion(body) }),
  })
}

/** Reads a completion, whole or streamed: servers stream when asked not to, and the other way round. */
function readChatCompletion(body: Body): Reply | undefined {
  if (body.kind === 'json') return readChoice(body.value, member(body.value, 'choices', 0, 'message'))
  if (body.kind !== 'events') return undefined
  const chunks = body.events.map((event) => event.data).filter(isObject)
  const choices = chunks.map((chunk) => member(chunk, 'choices', 0)).filter(isObject)
  if (choices.length === 0) return undefined
  const whole = chunks.find((chunk) => isObject(member(chunk, 'choices', 0, 'message')))
  if (whole) return readChoice(whole, member(whole, 'choices', 0, 'message'))
  const deltas = choices.map((choice) => member(choice, 'delta'))
  const joined = {
    content: deltas.map((delta) => partsText(member(delta, 'content')) ?? '').join(''),
    refusal: deltas.map((delta) => stringAt(delta, 'refusal') ?? '').join('') || null,
    reasoning_content: deltas.map((delta) => stringAt(delta, 'reasoning_content') ?? stringAt(delta, 'reasoning') ?? '').join('') || null,
    tool_calls: joinToolCalls(deltas),
  }
  const finish = choices.map((choice) => stringAt(choice, 'finish_reason')).findLast((reason) => reason !== undefined)
  const usage = chunks.map((chunk) => member(chunk, 'usage')).findLast(isObject)
  return readChoice({ choices: [{ finish_reason: finish }], usage }, joined)
}

function readChoice(document: unknown, message: unknown): Reply | undefined {
  if (!isObject(message)) return undefined
  const finish = stringAt(document, 'choices', 0, 'finish_reason')
  const refused = stringAt(message, 'refusal')
  const content = partsText(message['content'])
  const toolCalls = readToolCalls(message)
  if (content === undefined && refused === undefined && toolCalls.length === 0 && finish === undefined) return undefined
  const { text, thought } = splitThinking(content ?? '')
  const reasoning = stringAt(message, 'reasoning_content') ?? stringAt(message, 'reasoning') ?? thought
  const usage = readUsage(member(document, 'usage'))
  return {
    text: text || refused || '',
    ...(reasoning ? { reasoning } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(refused
      ? { refusal: { layer: 'model', reason: refused } as const }
      : finish === 'content_filter'
        ? { refusal: { layer: 'filter', reason: 'finish_reason: content_filter' } as const }
        : {}),
    ...(usage ? { usage } : {}),
    ...(finish === 'length' ? { truncated: true } : {}),
  }
}

/** Content is a string, null, or a list of parts. Undefined: there is none. */
export function partsText(content: unknown): string | undefined {
  if (typeof content === 'string') return content.toWellFormed()
  if (!Array.isArray(content)) return undefined
  return content.map((part) => (typeof part === 'string' ? part : (stringAt(part, 'text') ?? ''))).join('')
}

/** Reasoning servers write `<think>…</think>` in front of the answer: thinking is kept apart from what was said. */
export function splitThinking(content: string): Readonly<{ text: string; thought?: string }> {
  const open = /^\s*<think(?:ing)?>/.exec(content)
  if (!open) return { text: content }
  const close = content.search(/<\/think(?:ing)?>/)
  if (close < 0) return { text: '', thought: content.slice(open[0].length).trim() }
  return { text: content.slice(content.indexOf('>', close) + 1).trimStart(), thought: content.slice(open[0].length, close).trim() }
}

function readToolCalls(message: JsonObject): readonly ToolCall[] {
  const calls = listAt(message, 'tool_calls').map((call) =>
    toolCall(stringAt(call, 'function', 'name'), member(call, 'function', 'arguments')),
  )
  const old = toolCall(stringAt(message, 'function_call', 'name'), member(message, 'function_call', 'arguments'))
  return [...calls, old].filter((call) => call !== undefined)
}

/** A tool call; arguments written as a JSON string are opened, and kept as text where they are not JSON. */
export function toolCall(name: string | undefined, given: unknown): ToolCall | undefined {
  if (name === undefined) return undefined
  return { name, arguments: typeof given === 'string' ? (parseJson(given) ?? given) : (given ?? {}) }
}

function joinToolCalls(deltas: readonly unknown[]): readonly unknown[] {
  const calls = new Map<number, { name: string; arguments: string }>()
  for (const piece of deltas.flatMap((delta) => listAt(delta, 'tool_calls'))) {
    const index = numberAt(piece, 'index') ?? calls.size
    const call = calls.get(index) ?? { name: '', arguments: '' }
    call.name += stringAt(piece, 'function', 'name') ?? ''
    call.arguments += stringAt(piece, 'function', 'arguments') ?? ''
    calls.set(index, call)
  }
  return [...calls.values()].map((call) => ({ function: call }))
}

function readUsage(usage: unknown): Usage | undefined {
  const inputTokens = numberAt(usage, 'prompt_tokens') ?? numberAt(usage, 'input_tokens')
  const outputTokens = numberAt(usage, 'completion_tokens') ?? numberAt(usage, 'output_tokens')
  const reasoningTokens = numberAt(usage, 'completion_tokens_details', 'reasoning_tokens')
  return tokens({ inputTokens, outputTokens, reasoningTokens })
}

/** Token counts that are really there. */
export function tokens(counts: Readonly<Record<keyof Usage, number | undefined>>): Usage | undefined {
  const known = Object.entries(counts).filter((entry) => entry[1] !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}
