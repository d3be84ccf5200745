import { Problem } from '../../domain/problem.ts'
import type { Reply } from '../../domain/target.ts'
import { type Body, documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { splitThinking, tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'
import { transcript } from './template.ts'

/** Ollama's own chat. https://github.com/ollama/ollama/blob/main/docs/api.md */
export const ollamaChat = defineHttpProtocol({
  id: 'ollama-chat',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools }) =>
    postJson(
      settings.url ?? url,
      {
        ...modelMember(settings),
        messages,
        stream: settings.stream,
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
        ...settings.extra,
      },
      settings.headers,
    ),
  read: ({ body }) => ({ reply: readOllama(body, ['message', 'content'], ['message', 'thinking']) }),
})

/** Ollama's continuation of one text. */
export const ollamaGenerate = defineHttpProtocol({
  id: 'ollama-generate',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: false }),
  ask: ({ url, settings, messages }) => {
    const system = messages.filter((message) => message.role === 'system').map((message) => message.content)
    return postJson(
      settings.url ?? url,
      {
        ...modelMember(settings),
        prompt: transcript(messages.filter((message) => message.role !== 'system')),
        ...(system.length === 0 ? {} : { system: system.join('\n') }),
        stream: settings.stream,
        ...settings.extra,
      },
      settings.headers,
    )
  },
  read: ({ body }) => ({ reply: readOllama(body, ['response'], ['thinking']) }),
})

/** One object, or one a line; an error may come in the middle of a stream that began with 200. */
function readOllama(body: Body, textPath: readonly string[], thinkingPath: readonly string[]): Reply | undefined {
  const all = documents(body).filter(isObject)
  const error = all.map((part) => stringAt(part, 'error')).find((found) => found !== undefined)
  if (error !== undefined) throw new Problem('target_server_error', `Ollama stopped with an error: ${error.slice(0, 200)}`)
  const pieces = all.map((part) => stringAt(part, ...textPath)).filter((piece) => piece !== undefined)
  if (pieces.length === 0) return undefined
  const { text, thought } = splitThinking(pieces.join(''))
  const reasoning = all.map((part) => stringAt(part, ...thinkingPath) ?? '').join('') || thought
  const toolCalls = all
    .flatMap((part) => listAt(part, 'message', 'tool_calls'))
    .map((call) => toolCall(stringAt(call, 'function', 'name'), member(call, 'function', 'arguments')))
    .filter((call) => call !== undefined)
  const last = all.at(-1)
  const usage = tokens({
    inputTokens: numberAt(last, 'prompt_eval_count'),
    outputTokens: numberAt(last, 'eval_count'),
    reasoningTokens: undefined,
  })
  return {
    text,
    ...(reasoning ? { reasoning } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(usage ? { usage } : {}),
    ...(stringAt(last, 'done_reason') === 'length' ? { truncated: true } : {}),
  }
}
