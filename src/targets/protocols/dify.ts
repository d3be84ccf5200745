import { Problem } from '../../domain/problem.ts'
import type { Body } from './body.ts'
import { defineHttpProtocol, postJson, type Reading } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { tokens } from './openai-chat.ts'
import { isObject, member, numberAt, stringAt } from './parse-json.ts'

/** Dify apps. Agent apps answer only as a stream, so a stream is what is asked for. https://docs.dify.ai */
export const dify = defineHttpProtocol({
  id: 'dify',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  ask: ({ url, settings, text, session, state }) =>
    postJson(
      settings.url ?? url,
      {
        inputs: {},
        query: text,
        response_mode: settings.stream ? 'streaming' : 'blocking',
        user: session,
        ...(typeof state['conversation'] === 'string' ? { conversation_id: state['conversation'] } : {}),
        ...settings.extra,
      },
      settings.headers,
    ),
  read: ({ body }) => readAnswer(body),
})

function readAnswer(body: Body): Reading {
  if (body.kind === 'json') {
    const text = stringAt(body.value, 'answer') ?? outputsText(body.value)
    return {
      reply: text === undefined ? undefined : { text, ...usageOf(body.value) },
      state: { conversation: stringAt(body.value, 'conversation_id') },
    }
  }
  if (body.kind !== 'events') return { reply: undefined }
  const events = body.events.map((event) => event.data).filter(isObject)
  const error = events.find((event) => event['event'] === 'error')
  if (error)
    throw new Problem(
      'target_server_error',
      `Dify stopped with an error: ${stringAt(error, 'message')?.slice(0, 200) ?? 'no reason given'}`,
    )
  const replaced = events.findLast((event) => event['event'] === 'message_replace')
  const pieces = events
    .filter((event) => event['event'] === 'message' || event['event'] === 'agent_message')
    .map((event) => stringAt(event, 'answer') ?? '')
  const finished = events.map(outputsText).findLast((text) => text !== undefined)
  if (pieces.length === 0 && !replaced && finished === undefined) return { reply: undefined }
  const reasoning = events.map((event) => (event['event'] === 'agent_thought' ? (stringAt(event, 'thought') ?? '') : '')).join('')
  const text = replaced ? (stringAt(replaced, 'answer') ?? '') : pieces.join('') || (finished ?? '')
  return {
    reply: {
      text,
      ...(reasoning ? { reasoning } : {}),
      ...(replaced ? { refusal: { layer: 'filter', reason: 'message_replace: output moderation replaced the answer' } as const } : {}),
      ...usageOf(events.findLast((event) => event['event'] === 'message_end')),
    },
    state: { conversation: events.map((event) => stringAt(event, 'conversation_id')).find((id) => id !== undefined) },
  }
}

/** A workflow's result is under names of the app's own: the first text. */
const outputsText = (value: unknown): string | undefined => {
  const outputs = member(value, 'data', 'outputs')
  return isObject(outputs) ? Object.values(outputs).find((output) => typeof output === 'string') : undefined
}

const usageOf = (value: unknown) => {
  const usage = tokens({
    inputTokens: numberAt(value, 'metadata', 'usage', 'prompt_tokens'),
    outputTokens: numberAt(value, 'metadata', 'usage', 'completion_tokens'),
    reasoningTokens: undefined,
  })
  return usage ? { usage } : {}
}
