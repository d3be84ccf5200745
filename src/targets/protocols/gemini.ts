import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'

const blocked = /^(?:SAFETY|RECITATION|LANGUAGE|BLOCKLIST|PROHIBITED_CONTENT|SPII|IMAGE_SAFETY|MODEL_ARMOR|JAILBREAK|OTHER)$/

/** Google Gemini `generateContent`, whole, as an array, or streamed. https://ai.google.dev/api/generate-content */
export const gemini = defineHttpProtocol({
  id: 'gemini',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools }) => {
    const system = messages.filter((message) => message.role === 'system').map((message) => ({ text: message.content }))
    return postJson(
      settings.url ?? url,
      {
        contents: messages
          .filter((message) => message.role !== 'system')
          .map((message) => ({ role: message.role === 'assistant' ? 'model' : 'user', parts: [{ text: message.content }] })),
        ...(system.length === 0 ? {} : { systemInstruction: { parts: system } }),
        ...(tools.length === 0 ? {} : { tools: [{ functionDeclarations: tools }] }),
        ...settings.extra,
      },
      settings.headers,
    )
  },
  read: ({ body }) => {
    const all = documents(body)
      .flatMap((document) => (Array.isArray(document) ? document : [document]))
      .filter(isObject)
    const parts = all.flatMap((document) => listAt(document, 'candidates', 0, 'content', 'parts'))
    const block = all.map((document) => stringAt(document, 'promptFeedback', 'blockReason')).find((reason) => reason !== undefined)
    const finish = all.map((document) => stringAt(document, 'candidates', 0, 'finishReason')).findLast((reason) => reason !== undefined)
    if (parts.length === 0 && block === undefined && finish === undefined) return { reply: undefined }
    const words = (thought: boolean) =>
      parts
        .filter((part) => (member(part, 'thought') === true) === thought)
        .map((part) => stringAt(part, 'text') ?? '')
        .join('')
    const toolCalls = parts
      .map((part) => toolCall(stringAt(part, 'functionCall', 'name'), member(part, 'functionCall', 'args')))
      .filter((call) => call !== undefined)
    const counted = all.map((document) => member(document, 'usageMetadata')).findLast(isObject)
    const usage = tokens({
      inputTokens: numberAt(counted, 'promptTokenCount'),
      outputTokens: numberAt(counted, 'candidatesTokenCount'),
      reasoningTokens: numberAt(counted, 'thoughtsTokenCount'),
    })
    const why = block ? `blockReason: ${block}` : finish && blocked.test(finish) ? `finishReason: ${finish}` : undefined
    return {
      reply: {
        text: words(false),
        ...(words(true) ? { reasoning: words(true) } : {}),
        ...(toolCalls.length > 0 ? { toolCalls } : {}),
        ...(why ? { refusal: { layer: 'filter', reason: why } as const } : {}),
        ...(usage ? { usage } : {}),
        ...(finish === 'MAX_TOKENS' ? { truncated: true } : {}),
      },
    }
  },
})
