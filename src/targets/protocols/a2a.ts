import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import type { Reply } from '../../domain/target.ts'
import { type Answer, defineHttpProtocol, type Exchange, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, type JsonObject, listAt, member, numberAt, stringAt } from './parse-json.ts'
import { pause } from './pause.ts'
import { excerpt } from './read-status.ts'

type Version = '1.0' | '0.3'
/** How messages travel: JSON-RPC to one address, or plain HTTP below it. */
type Binding = 'jsonrpc' | 'rest'

/** Agent2Agent, 1.0 and 0.3, over JSON-RPC and over plain HTTP. `history` in an answer repeats what was said: only artifacts and status speak. https://a2a-protocol.org */
export const a2a = defineHttpProtocol({
  id: 'a2a',
  settings: ModelSettings,
  features: () => ({ conversation: 'session', system: false, history: false, tools: false }),
  begin: async ({ url, settings }, exchange) => {
    const found = await findInterface(settings.url ?? url, exchange)
    return settings['version'] === '1.0' || settings['version'] === '0.3' ? { ...found, version: settings['version'] } : found
  },
  ask: ({ text, state, settings }) => {
    const version = state['version'] as Version
    const ids = { ...idMember('contextId', state['context']), ...idMember('taskId', state['task']) }
    const message =
      version === '1.0'
        ? { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...ids }
        : state['binding'] === 'rest' // 0.3 over HTTP is written as Protocol Buffers write JSON
          ? { messageId: randomUUID(), role: 'ROLE_USER', content: [{ text }], ...ids }
          : { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text }], ...ids }
    const params = { message, configuration: { blocking: true, acceptedOutputModes: ['text/plain', 'text'] } }
    return state['binding'] === 'rest'
      ? postJson(`${below(state)}/message:send`, params, { ...versionHeader(version), ...settings.headers })
      : rpc(String(state['endpoint']), version === '1.0' ? 'SendMessage' : 'message/send', params, version, settings.headers)
  },
  follow: async (first, { state, settings, signal }, exchange) => {
    let answer = first
    for (let round = 0; round < 20 && isWorking(answer); round++) {
      await pause(Math.min(250 * 2 ** round, 3000), signal)
      const id = stringAt(taskOf(resultOf(answer)), 'id') ?? ''
      const version = state['version'] as Version
      answer = await exchange(
        state['binding'] === 'rest'
          ? {
              method: 'GET',
              url: `${below(state)}/tasks/${encodeURIComponent(id)}`,
              headers: { accept: 'application/json', ...versionHeader(version), ...settings.headers },
            }
          : rpc(String(state['endpoint']), version === '1.0' ? 'GetTask' : 'tasks/get', { id }, version, settings.headers),
      )
    }
    return answer
  },
  read: (answer) => {
    const result = resultOf(answer)
    const task = taskOf(result)
    const message = member(result, 'message') ?? (member(result, 'kind') === 'message' ? result : undefined)
    const reply = readReply(task, message)
    const needsInput = /input.required/i.test(stringAt(task, 'status', 'state') ?? '')
    return {
      reply,
      state: {
        context: stringAt(task, 'contextId') ?? stringAt(message, 'contextId'),
        task: needsInput ? stringAt(task, 'id') : undefined,
      },
    }
  },
})

const idMember = (name: string, value: unknown) => (typeof value === 'string' ? { [name]: value } : {})

function rpc(url: string, method: string, params: unknown, version: Version, headers: Readonly<Record<string, string>>) {
  return postJson(url, { jsonrpc: '2.0', id: randomUUID(), method, params }, { ...versionHeader(version), ...headers })
}

const versionHeader = (version: Version) => (version === '1.0' ? { 'a2a-version': '1.0' } : {})
/** The base of the HTTP binding's paths; 0.3 has its version in front of them. */
const below = (state: Readonly<Record<string, unknown>>): string =>
  `${String(state['endpoint']).replace(/\/+$/, '')}${state['version'] === '0.3' ? '/v1' : ''}`

/** Reads the agent's card for its address and version; without a card the URL itself is the address. */
async function findInterface(url: string, exchange: Exchange): Promise<Readonly<{ endpoint: string; version: Version; binding: Binding }>> {
  const { origin, pathname } = new URL(url)
  const sends = /^(.*?)(\/v1)?\/message:send\/?$/.exec(pathname)
  if (sends) return { endpoint: `${origin}${sends[1]}`, version: sends[2] ? '0.3' : '1.0', binding: 'rest' }
  const own = pathname.replace(/\/\.well-known\/.*$/, '').replace(/\/+$/, '')
  const places = /\.well-known/.test(pathname)
    ? [url]
    : [
        ...new Set([
          `${origin}/.well-known/agent-card.json`,
          `${origin}${own}/.well-known/agent-card.json`,
          `${origin}/.well-known/agent.json`,
        ]),
      ]
  const isCard = /\.well-known/.test(pathname)
  for (const place of places) {
    const { response, body } = await exchange({ method: 'GET', url: place, headers: { accept: 'application/json' } })
    const card = response.status === 200 && body.kind === 'json' && isObject(body.value) ? body.value : undefined
    if (!card || (!card['skills'] && !card['url'] && !card['supportedInterfaces'])) continue
    const { spoken, version, binding } = readCard(card)
    const announced = stringAt(spoken, 'url') ?? stringAt(card, 'url')
    const sameOrigin = announced !== undefined && URL.canParse(announced, url) && new URL(announced, url).origin === origin
    return { version, binding, endpoint: sameOrigin ? new URL(announced, url).href : isCard ? `${origin}${own}/` : url }
  }
  return { version: '0.3', binding: 'jsonrpc', endpoint: url }
}

/** The interface to use: JSON-RPC where the agent has it, else plain HTTP. */
function readCard(card: JsonObject): Readonly<{ spoken: unknown; version: Version; binding: Binding }> {
  const bound = (one: unknown) => stringAt(one, 'protocolBinding') ?? stringAt(one, 'transport') ?? ''
  const own = stringAt(card, 'preferredTransport') === undefined ? [] : [{ url: card['url'], transport: card['preferredTransport'] }]
  const offered = [...listAt(card, 'supportedInterfaces'), ...own, ...listAt(card, 'additionalInterfaces')]
  const rpcs = offered.filter((one) => /jsonrpc/i.test(bound(one)))
  const rests = offered.filter((one) => /http\+json|rest/i.test(bound(one)))
  const list = rpcs.length > 0 ? rpcs : rests
  const spoken = list.find((one) => !/^0\./.test(stringAt(one, 'protocolVersion') ?? '1.0')) ?? list[0]
  const isNew = isObject(spoken) && 'protocolBinding' in spoken && !/^0\./.test(stringAt(spoken, 'protocolVersion') ?? '1.0')
  return { spoken, version: isNew ? '1.0' : '0.3', binding: rpcs.length === 0 && rests.length > 0 ? 'rest' : 'jsonrpc' }
}

function resultOf({ response, body }: Answer): unknown {
  const documents = body.kind === 'json' ? [body.value] : body.kind === 'events' ? body.events.map((event) => event.data) : []
  const error = documents.map((document) => member(document, 'error')).find(isObject)
  if (error)
    throw new Problem(
      'target_rejected',
      `The agent answered with JSON-RPC error ${numberAt(error, 'code') ?? ''}: ${excerpt(stringAt(error, 'message') ?? 'no reason given', 160)}`,
      { targetStatus: response.status },
    )
  const results = documents.map((document) => (member(document, 'jsonrpc') === undefined ? document : member(document, 'result')))
  return results.findLast((result) => result !== undefined)
}

const taskOf = (result: unknown): unknown => member(result, 'task') ?? (isObject(member(result, 'status')) ? result : undefined)
const isWorking = (answer: Answer): boolean =>
  /^(?:TASK_STATE_)?(?:working|submitted)$/i.test(stringAt(taskOf(resultOf(answer)), 'status', 'state') ?? '')

const partsOf = (message: unknown): readonly unknown[] => [...listAt(message, 'parts'), ...listAt(message, 'content')]

function readReply(task: unknown, message: unknown): Reply | undefined {
  const words = (parts: readonly unknown[]) =>
    parts
      .map((part) => stringAt(part, 'text'))
      .filter((text) => text !== undefined)
      .join('\n')
  if (message !== undefined) return { text: words(partsOf(message)) }
  if (task === undefined) return undefined
  const made = words(listAt(task, 'artifacts').flatMap(partsOf))
  const text = made || words(partsOf(member(task, 'status', 'message')))
  const state = stringAt(task, 'status', 'state') ?? ''
  if (text === '' && /failed/i.test(state)) throw new Problem('target_server_error', 'The agent’s task failed and said nothing.')
  return { text, ...(/rejected/i.test(state) ? { refusal: { layer: 'model', reason: `task state: ${state}` } as const } : {}) }
}
