import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, stringAt } from './parse-json.ts'

/** The chat trigger of n8n. https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-langchain.chattrigger */
export const n8nChat = defineHttpProtocol({
  id: 'n8n-chat',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  ask: ({ url, settings, text, session }) =>
    postJson(settings.url ?? url, { action: 'sendMessage', sessionId: session, chatInput: text, ...settings.extra }, settings.headers),
  read: ({ body }) => {
    const all = documents(body)
      .flatMap((document) => (Array.isArray(document) ? document : [document]))
      .filter(isObject)
    const pieces = all.filter((part) => part['type'] === 'item').map((part) => stringAt(part, 'content') ?? '')
    if (pieces.length > 0) return { reply: { text: pieces.join('') } }
    for (const name of ['output', 'text', 'response', 'message', 'answer']) {
      const found = all.map((part) => stringAt(part, name)).filter((text) => text !== undefined)
      if (found.length > 0) return { reply: { text: found.join('\n') } }
    }
    return { reply: undefined }
  },
})
