import { Problem } from '../../domain/problem.ts'
import { type Answer, defineHttpProtocol, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, listAt, stringAt } from './parse-json.ts'
import { pause } from './pause.ts'

/** The bot may think for this long; polled every half second. */
const patienceMs = 30_000
const pollMs = 500

/** Botpress Chat API: a user, a conversation, and messages that are fetched until the bot has spoken. https://botpress.com/docs/api-reference/chat-api */
export const botpress = defineHttpProtocol({
  id: 'botpress',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  begin: async ({ url, settings }, exchange) => {
    const base = baseOf(settings.url ?? url)
    const user = await exchange(postJson(`${base}/users`, {}, settings.headers))
    const key = jsonString(user, 'key')
    const conversation = await exchange(postJson(`${base}/conversations`, {}, { ...settings.headers, 'x-user-key': key }))
    return { key, user: jsonString(user, 'user', 'id'), conversation: jsonString(conversation, 'conversation', 'id') }
  },
  ask: ({ url, settings, text, state }) =>
    postJson(
      `${baseOf(settings.url ?? url)}/messages`,
      { payload: { type: 'text', text }, conversationId: state['conversation'] },
      { ...settings.headers, 'x-user-key': String(state['key']) },
    ),
  follow: async (sent, { url, settings, state, signal }, exchange) => {
    const mine = jsonString(sent, 'message', 'id')
    const list = {
      method: 'GET',
      url: `${baseOf(settings.url ?? url)}/conversations/${encodeURIComponent(String(state['conversation']))}/messages`,
      headers: { ...settings.headers, 'x-user-key': String(state['key']) },
    } as const
    for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += pollMs) {
      const answer = await exchange(list)
      if (newestAfter(answer, mine, state['user']).length > 0)
        return { ...answer, body: { kind: 'json', value: newestAfter(answer, mine, state['user']) } }
      waitedMs += answer.response.ms
      await pause(pollMs, signal)
    }
    throw new Problem('target_timeout', 'The bot said nothing for 30 seconds.')
  },
  read: ({ body }) => {
    const messages = body.kind === 'json' && Array.isArray(body.value) ? body.value.filter(isObject) : []
    const texts = messages
      .map((message) => stringAt(message, 'payload', 'text') ?? stringAt(message, 'payload', 'markdown'))
      .filter((text) => text !== undefined)
    return { reply: texts.length === 0 ? undefined : { text: texts.join('\n') } }
  },
})

const baseOf = (url: string): string => url.replace(/\/(?:users|conversations|messages|hello)?\/?$/, '')

/** The bot's messages after ours, oldest first; the list comes newest first. */
function newestAfter({ body }: Answer, mine: string, user: unknown): readonly unknown[] {
  const messages = body.kind === 'json' ? listAt(body.value, 'messages') : []
  const until = messages.findIndex((message) => stringAt(message, 'id') === mine)
  return messages
    .slice(0, until < 0 ? messages.length : until)
    .filter((message) => stringAt(message, 'userId') !== user)
    .toReversed()
}

function jsonString({ response, body }: Answer, ...path: readonly string[]): string {
  const found = body.kind === 'json' ? stringAt(body.value, ...path) : undefined
  if (found === undefined)
    throw new Problem('target_unreadable', `The chat API did not give ${path.join('.')} (HTTP ${response.status}).`, {
      targetStatus: response.status,
    })
  return found
}
