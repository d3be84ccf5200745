import type { Reply } from '../../domain/target.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings, modelMember } from './model-settings.ts'
import { tokens, toolCall } from './openai-chat.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'

/** OpenAI Responses. https://platform.openai.com/docs/api-reference/responses */
export const openAiResponses = defineHttpProtocol({
  id: 'openai-responses',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools }) => {
    const system = messages.filter((message) => message.role === 'system').map((message) => message.content)
    const said = messages.filter((message) => message.role !== 'system')
    return postJson(
      settings.url ?? url,
      {
        ...modelMember(settings),
        input: said.length === 1 ? said[0]?.content : said,
        ...(system.length === 0 ? {} : { instructions: system.join('\n') }),
        ...(tools.length === 0 ? {} : { tools: tools.map((tool) => ({ type: 'function', ...tool })) }),
        ...(settings.stream ? { stream: true } : {}),
        ...settings.extra,
      },
      settings.headers,
    )
  },
  read: ({ body }) => ({ reply: readResponse(body) }),
})

/** Reads a response, whole or as typed events; the final event repeats all of it. */
function readResponse(body: Body): Reply | undefined {
  if (body.kind === 'json') return readWhole(body.value)
  if (body.kind !== 'events') return undefined
  const events = body.events.map((event) => event.data).filter(isObject)
  const final = events.findLast((event) => /^response\.(?:completed|incomplete|failed)$/.test(String(event['type'])))
  if (final && isObject(final['response']) && listAt(final, 'response', 'output').length > 0) return readWhole(final['response'])
  const joined = (type: string) =>
    events
      .filter((event) => event['type'] === type)
      .map((event) => stringAt(event, 'delta') ?? '')
      .join('')
  const text = joined('response.output_text.delta')
  const refused = joined('response.refusal.delta')
  if (text === '' && refused === '' && !final) return undefined
  return { text: text || refused, ...(refused ? { refusal: { layer: 'model', reason: refused } as const } : {}) }
}

function readWhole(response: unknown): Reply | undefined {
  const output = listAt(response, 'output')
  const status = stringAt(response, 'status')
  if (output.length === 0 && status === undefined && stringAt(response, 'output_text') === undefined) return undefined
  const parts = output.filter((item) => stringAt(item, 'type') === 'message').flatMap((item) => contentOf(item))
  const pick = (type: string, key: string) =>
    parts
      .filter((part) => stringAt(part, 'type') === type)
      .map((part) => stringAt(part, key) ?? '')
      .join('')
  const refused = pick('refusal', 'refusal')
  const text = pick('output_text', 'text') || (stringAt(response, 'output_text') ?? '')
  const reasoning = output
    .filter((item) => stringAt(item, 'type') === 'reasoning')
    .flatMap((item) => [...listAt(item, 'summary'), ...listAt(item, 'content')])
    .map((part) => stringAt(part, 'text') ?? '')
    .join('\n')
  const toolCalls = output
    .filter((item) => stringAt(item, 'type') === 'function_call')
    .map((item) => toolCall(stringAt(item, 'name'), member(item, 'arguments')))
    .filter((call) => call !== undefined)
  const cut = stringAt(response, 'incomplete_details', 'reason')
  const usage = tokens({
    inputTokens: numberAt(response, 'usage', 'input_tokens'),
    outputTokens: numberAt(response, 'usage', 'output_tokens'),
    reasoningTokens: numberAt(response, 'usage', 'output_tokens_details', 'reasoning_tokens'),
  })
  const filter = cut === 'content_filter' ? cut : stringAt(response, 'error', 'code')
  return {
    text: text || refused,
    ...(reasoning ? { reasoning } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
    ...(refused
      ? { refusal: { layer: 'model', reason: refused } as const }
      : filter
        ? { refusal: { layer: 'filter', reason: filter } as const }
        : {}),
    ...(usage ? { usage } : {}),
    ...(cut === 'max_output_tokens' ? { truncated: true } : {}),
  }
}

/** LM Studio writes a message's content as one string. */
const contentOf = (item: unknown): readonly unknown[] => {
  const content = stringAt(item, 'content')
  return content === undefined ? listAt(item, 'content') : [{ type: 'output_text', text: content }]
}
