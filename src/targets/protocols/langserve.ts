import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { partsText, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, stringAt } from './parse-json.ts'
import { fillTemplate } from './template.ts'

/** LangServe: a chain behind `/invoke` or `/stream`. What its input looks like is the app's own. https://github.com/langchain-ai/langserve */
export const langserve = defineHttpProtocol({
  id: 'langserve',
  settings: ModelSettings,
  features: ({ input }) => {
    const history = JSON.stringify(input ?? '').includes('{{messages}}')
    return { conversation: history ? 'history' : 'none', system: history, history, tools: false }
  },
  ask: ({ url, settings, text, messages, session }) => {
    const input = fillTemplate(settings['input'] ?? '{{prompt}}', { prompt: text, messages, session, returned: () => undefined })
    return postJson(settings.url ?? url, { input, ...settings.extra }, settings.headers)
  },
  read: ({ body }) => {
    if (body.kind === 'json') {
      const output = member(body.value, 'output')
      const text = outputText(output)
      const toolCalls = listAt(output, 'tool_calls')
        .map((call) => toolCall(stringAt(call, 'name'), member(call, 'args')))
        .filter((call) => call !== undefined)
      return { reply: text === undefined ? undefined : { text, ...(toolCalls.length > 0 ? { toolCalls } : {}) } }
    }
    const pieces = documents(body)
      .map(outputText)
      .filter((piece) => piece !== undefined)
    return { reply: pieces.length === 0 ? undefined : { text: pieces.join('') } }
  },
})

/** A chain gives a string, a message, or an object with one telling member. */
function outputText(output: unknown): string | undefined {
  const direct = partsText(output) ?? partsText(member(output, 'content'))
  if (direct !== undefined) return direct
  if (!isObject(output)) return undefined
  for (const name of ['output', 'answer', 'result', 'text', 'response', 'kwargs']) {
    const found = partsText(output[name]) ?? partsText(member(output, name, 'content'))
    if (found !== undefined) return found
  }
  return undefined
}
