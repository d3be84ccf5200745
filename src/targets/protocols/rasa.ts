import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, stringAt } from './parse-json.ts'

/** Rasa's REST channel. An error inside the bot is an empty list: an answer of no words, not a failure we could see. https://rasa.com/docs/rasa/connectors/your-own-website */
export const rasa = defineHttpProtocol({
  id: 'rasa',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  ask: ({ url, settings, text, session }) =>
    postJson(settings.url ?? url, { sender: session, message: text, ...settings.extra }, settings.headers),
  read: ({ body }) => {
    if (body.kind === 'json' && !Array.isArray(body.value)) return { reply: undefined }
    if (body.kind === 'text' || body.kind === 'html') return { reply: undefined }
    const messages = documents(body)
      .flatMap((document) => (Array.isArray(document) ? document : [document]))
      .filter(isObject)
    return {
      reply: {
        text: messages
          .map((message) => stringAt(message, 'text'))
          .filter((text) => text !== undefined)
          .join('\n'),
      },
    }
  },
})
