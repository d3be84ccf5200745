import { documents } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { tokens } from './openai-chat.ts'
import { isObject, member, numberAt, stringAt } from './parse-json.ts'
import { transcript } from './template.ts'

/** Legacy OpenAI completions: one text in, its continuation out. llama.cpp's own `/completion` is read too. */
export const openAiCompletions = defineHttpProtocol({
  id: 'openai-completions',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: false }),
  ask: ({ url, settings, messages }) =>
    postJson(
      settings.url ?? url,
      {
        ...modelMember(settings),
        prompt: transcript(messages),
        max_tokens: 512,
        ...(settings.stream ? { stream: true } : {}),
        ...settings.extra,
      },
      settings.headers,
    ),
  read: ({ body }) => {
    const all = documents(body).filter(isObject)
    const pieces = all
      .map((part) => stringAt(part, 'choices', 0, 'text') ?? stringAt(part, 'content'))
      .filter((piece) => piece !== undefined)
    if (pieces.length === 0) return { reply: undefined }
    const finish = all.map((part) => stringAt(part, 'choices', 0, 'finish_reason')).findLast((reason) => reason !== undefined)
    const counted = all.map((part) => member(part, 'usage')).findLast(isObject)
    const usage = tokens({
      inputTokens: numberAt(counted, 'prompt_tokens'),
      outputTokens: numberAt(counted, 'completion_tokens'),
      reasoningTokens: undefined,
    })
    return {
      reply: {
        text: pieces.join('').trimStart(),
        ...(usage ? { usage } : {}),
        ...(finish === 'length' ? { truncated: true } : {}),
        ...(finish === 'content_filter' ? { refusal: { layer: 'filter', reason: 'finish_reason: content_filter' } as const } : {}),
      },
    }
  },
})
