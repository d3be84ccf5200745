import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, listAt, member, stringAt } from './parse-json.ts'

/** Langflow flows. What was said comes back under `inputs`: only `outputs` is the answer. https://docs.langflow.org/api-reference-api-examples */
export const langflow = defineHttpProtocol({
  id: 'langflow',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  ask: ({ url, settings, text, session }) =>
    postJson(
      settings.url ?? url,
      { input_value: text, input_type: 'chat', output_type: 'chat', session_id: session, ...settings.extra },
      settings.headers,
    ),
  read: ({ body }) => {
    const events = body.kind === 'events' ? body.events.map((event) => event.data).filter(isObject) : []
    const end = events.findLast((event) => event['event'] === 'end')
    const result = body.kind === 'json' ? body.value : member(end, 'data', 'result')
    const whole = listAt(result, 'outputs')
      .flatMap((output) => listAt(output, 'outputs'))
      .map(outputText)
      .filter((text) => text !== undefined)
    const pieces = events.filter((event) => event['event'] === 'token').map((event) => stringAt(event, 'data', 'chunk') ?? '')
    if (whole.length === 0 && pieces.length === 0) return { reply: undefined }
    return { reply: { text: whole.length > 0 ? whole.join('\n') : pieces.join('') } }
  },
})

const outputText = (output: unknown): string | undefined =>
  stringAt(output, 'results', 'message', 'text') ??
  stringAt(output, 'results', 'message', 'data', 'text') ??
  stringAt(output, 'outputs', 'message', 'message') ??
  stringAt(output, 'messages', 0, 'message') ??
  stringAt(output, 'results', 'text', 'data', 'text')
