import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import { defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { toolCall } from './openai-chat.ts'
import { isObject, stringAt } from './parse-json.ts'

/** AG-UI: an agent's run as a stream of typed events. https://docs.ag-ui.com */
export const agUi = defineHttpProtocol({
  id: 'ag-ui',
  settings: ModelSettings,
  features: () => ({ conversation: 'history', system: true, history: true, tools: true }),
  ask: ({ url, settings, messages, tools, session }) =>
    postJson(
      settings.url ?? url,
      {
        threadId: session,
        runId: randomUUID(),
        state: {},
        messages: messages.map((message) => ({ id: randomUUID(), ...message })),
        tools,
        context: [],
        forwardedProps: {},
        ...settings.extra,
      },
      { accept: 'text/event-stream', ...settings.headers },
    ),
  read: ({ body }) => {
    if (body.kind !== 'events') return { reply: undefined }
    const events = body.events.map((event) => event.data).filter(isObject)
    const failed = events.find((event) => event['type'] === 'RUN_ERROR')
    const text = events
      .filter((event) => /^TEXT_MESSAGE_(?:CONTENT|CHUNK)$/.test(String(event['type'])))
      .map((event) => stringAt(event, 'delta') ?? '')
      .join('')
    if (text === '' && failed)
      throw new Problem(
        'target_server_error',
        `The run ended with an error: ${stringAt(failed, 'message')?.slice(0, 200) ?? 'no reason given'}`,
      )
    if (!events.some((event) => /^(?:RUN_|TEXT_|TOOL_)/.test(String(event['type'])))) return { reply: undefined }
    const reasoning = events
      .filter((event) => /^(?:THINKING|REASONING)_\w*CONTENT$/.test(String(event['type'])))
      .map((event) => stringAt(event, 'delta') ?? '')
      .join('')
    const toolCalls = events
      .filter((event) => event['type'] === 'TOOL_CALL_START')
      .map((start) => {
        const pieces = events.filter((event) => event['type'] === 'TOOL_CALL_ARGS' && event['toolCallId'] === start['toolCallId'])
        return toolCall(stringAt(start, 'toolCallName'), pieces.map((event) => stringAt(event, 'delta') ?? '').join('') || '{}')
      })
      .filter((call) => call !== undefined)
    return { reply: { text, ...(reasoning ? { reasoning } : {}), ...(toolCalls.length > 0 ? { toolCalls } : {}) } }
  },
})
