import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { partsText, tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'

/** Cohere v2 chat. https://docs.cohere.com/reference/chat */
export const cohereChat = defineHttpProtocol({
  id: 'cohere-chat',
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
  read: ({ body }) => {
    const all = documents(body).filter(isObject)
    const end = all.findLast((part) => part['type'] === 'message-end')
    const pieces = all
      .filter((part) => part['type'] === 'content-delta')
      .map((part) => stringAt(part, 'delta', 'message', 'content', 'text') ?? '')
    const whole = all.find(
      (part) => isObject(part['message']) && (part['message']['content'] !== undefined || part['message']['tool_calls'] !== undefined),
    )
    if (!whole && !end && pieces.length === 0) return { reply: undefined }
    const finish = stringAt(whole, 'finish_reason') ?? stringAt(end, 'delta', 'finish_reason')
    const toolCalls = listAt(whole, 'message', 'tool_calls')
      .map((call) => toolCall(stringAt(call, 'function', 'name'), member(call, 'function', 'arguments')))
      .filter((call) => call !== undefined)
    const counted = member(whole, 'usage', 'tokens') ?? member(end, 'delta', 'usage', 'tokens')
    const usage = tokens({
      inputTokens: numberAt(counted, 'input_tokens'),
      outputTokens: numberAt(counted, 'output_tokens'),
      reasoningTokens: undefined,
    })
    return {
      reply: {
        text: pieces.length > 0 ? pieces.join('') : (partsText(member(whole, 'message', 'content')) ?? ''),
        ...(toolCalls.length > 0 ? { toolCalls } : {}),
        ...(finish === 'ERROR_TOXIC' ? { refusal: { layer: 'filter', reason: 'finish_reason: ERROR_TOXIC' } as const } : {}),
        ...(usage ? { usage } : {}),
        ...(finish === 'MAX_TOKENS' ? { truncated: true } : {}),
      },
    }
  },
})
