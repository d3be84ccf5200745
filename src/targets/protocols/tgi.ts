import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, numberAt, stringAt } from './parse-json.ts'
import { transcript } from './template.ts'

/** Hugging Face Text Generation Inference, and the inference API that shares its shape. https://huggingface.github.io/text-generation-inference */
export const tgi = defineHttpProtocol({
  id: 'tgi',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: false }),
  ask: ({ url, settings, messages }) =>
    postJson(
      settings.url ?? url,
      { inputs: transcript(messages), parameters: { max_new_tokens: 512, return_full_text: false }, ...settings.extra },
      settings.headers,
    ),
  read: ({ body }, { messages }) => {
    const all = documents(body)
      .flatMap((document) => (Array.isArray(document) ? document : [document]))
      .filter(isObject)
    const whole = all.map((part) => stringAt(part, 'generated_text')).findLast((text) => text !== undefined)
    const pieces = all.map((part) => stringAt(part, 'token', 'text')).filter((piece) => piece !== undefined)
    if (whole === undefined && pieces.length === 0) return { reply: undefined }
    const asked = transcript(messages)
    const text = whole ?? pieces.join('')
    const outputTokens = numberAt(all.at(-1), 'details', 'generated_tokens')
    const cut = all.some((part) => stringAt(part, 'details', 'finish_reason') === 'length')
    return {
      reply: {
        text: (text.startsWith(asked) ? text.slice(asked.length) : text).trimStart(),
        ...(outputTokens === undefined ? {} : { usage: { outputTokens } }),
        ...(cut ? { truncated: true } : {}),
      },
    }
  },
})
