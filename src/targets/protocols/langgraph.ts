import type { Reply } from '../../domain/target.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { partsText, tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'

/** LangGraph platform: runs on threads. `model` is the assistant's id. https://langchain-ai.github.io/langgraph/cloud/reference/api/api_ref.html */
export const langgraph = defineHttpProtocol({
  id: 'langgraph',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: true, history: true, tools: false }),
  begin: async ({ url, settings }, exchange) => {
    const { response, body } = await exchange(postJson(`${baseOf(settings.url ?? url)}/threads`, {}, settings.headers))
    const thread = response.status < 300 && body.kind === 'json' ? stringAt(body.value, 'thread_id') : undefined
    return thread === undefined ? {} : { thread }
  },
  ask: ({ url, settings, messages, state }) => {
    const base = baseOf(settings.url ?? url)
    const where = typeof state['thread'] === 'string' ? `/threads/${encodeURIComponent(state['thread'])}/runs/wait` : '/runs/wait'
    return postJson(
      `${base}${where}`,
      { assistant_id: settings.model ?? 'agent', input: { messages }, ...settings.extra },
      settings.headers,
    )
  },
  read: ({ body }) => ({ reply: readValues(body) }),
})

const baseOf = (url: string): string => url.replace(/\/(?:threads\/[^/]+\/)?runs\/(?:wait|stream)\/?$/, '').replace(/\/+$/, '')

/** The last message that is not ours: the values at the end of the run, or of its last event. */
function readValues(body: Body): Reply | undefined {
  const values =
    body.kind === 'json'
      ? body.value
      : body.kind === 'events'
        ? body.events.findLast((event) => isObject(event.data) && Array.isArray(event.data['messages']))?.data
        : undefined
  const message = listAt(values, 'messages').findLast((one) =>
    /^(?:ai|assistant|AIMessageChunk)$/.test(stringAt(one, 'type') ?? stringAt(one, 'role') ?? ''),
  )
  if (message === undefined) return undefined
  const toolCalls = listAt(message, 'tool_calls')
    .map((call) => toolCall(stringAt(call, 'name'), member(call, 'args')))
    .filter((call) => call !== undefined)
  const usage = tokens({
    inputTokens: numberAt(message, 'usage_metadata', 'input_tokens'),
    outputTokens: numberAt(message, 'usage_metadata', 'output_tokens'),
    reasoningTokens: undefined,
  })
  return { text: partsText(member(message, 'content')) ?? '', ...(toolCalls.length > 0 ? { toolCalls } : {}), ...(usage ? { usage } : {}) }
}
