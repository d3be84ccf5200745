import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { toolCall } from './openai-chat.ts'
import { isObject, listAt, member, stringAt } from './parse-json.ts'

/** Flowise predictions. The answer repeats the question beside it. https://docs.flowiseai.com/api-reference/prediction */
export const flowise = defineHttpProtocol({
  id: 'flowise',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  ask: ({ url, settings, text, session }) =>
    postJson(
      settings.url ?? url,
      {
        question: text,
        chatId: session,
        overrideConfig: { sessionId: session },
        ...(settings.stream ? { streaming: true } : {}),
        ...settings.extra,
      },
      settings.headers,
    ),
  read: ({ body }) => {
    if (body.kind === 'json') {
      const value = body.value
      const structured = member(value, 'json')
      const text = stringAt(value, 'text') ?? (structured === undefined ? undefined : JSON.stringify(structured))
      const toolCalls = listAt(value, 'usedTools')
        .map((call) => toolCall(stringAt(call, 'tool'), member(call, 'toolInput')))
        .filter((call) => call !== undefined)
      return { reply: text === undefined ? undefined : { text, ...(toolCalls.length > 0 ? { toolCalls } : {}) } }
    }
    if (body.kind !== 'events') return { reply: undefined }
    const pieces = body.events
      .map((event) => event.data)
      .filter((data) => isObject(data) && data['event'] === 'token')
      .map((data) => stringAt(data, 'data') ?? '')
    return { reply: pieces.length === 0 ? undefined : { text: pieces.join('') } }
  },
})
