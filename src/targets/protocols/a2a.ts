import { randomUUID } from 'node:crypto'
import { Problem } from '../../domain/problem.ts'
import type { Reply } from '../../domain/target.ts'
import { type Answer, defineHttpProtocol, type Exchange, postJson } from './http-protocol.ts'
import { ModelSettings } from './model-settings.ts'
import { isObject, listAt, member, numberAt, stringAt } from './parse-json.ts'
import { pause } from './pause.ts'
import { excerpt } from './read-status.ts'

type Version = '1.0' | '0.3'

/** Agent2Agent over JSON-RPC, 1.0 and 0.3. `history` in an answer repeats what was said: only artifacts and status speak. https://a2a-protocol.org */
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
        : { kind: 'message', messageId: randomUUID(), role: 'user', parts: [{ kind: 'text', text }], ...ids }
    return rpc(
      String(state['endpoint']),
      version === '1.0' ? 'SendMessage' : 'message/send',
      { message, configuration: { blocking: true, acceptedOutputModes: ['text/plain', 'text'] } },
      version,
      settings.headers,
    )
  },
  follow: async (first, { state, settings, signal }, exchange) => {
    let answer = first
    for (let round = 0; round < 20 && isWorking(answer); round++) {
      await pause(Math.min(250 * 2 ** round, 3000), signal)
      const id = stringAt(taskOf(resultOf(answer)), 'id') ?? ''
      answer = await exchange(
        rpc(
          String(state['endpoint']),
          state['version'] === '1.0' ? 'GetTask' : 'tasks/get',
          { id },
          state['version'] as Version,
          settings.headers,
        ),
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
  return postJson(
    url,
    { jsonrpc: '2.0', id: randomUUID(), method, params },
    { ...(version === '1.0' ? { 'a2a-version': '1.0' } : {}), ...headers },
  )
}

/** Reads the agent's card for its address and version; without a card the URL itself is the address. */
async function findInterface(url: string, exchange: Exchange): Promise<Readonly<{ endpoint: string; version: Version }>> {
  const { origin, pathname } = new URL(url)
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
    const spoken = listAt(card, 'supportedInterfaces').find((one) => /jsonrpc/i.test(stringAt(one, 'protocolBinding') ?? ''))
    const version: Version = spoken !== undefined && !/^0\./.test(stringAt(spoken, 'protocolVersion') ?? '1.0') ? '1.0' : '0.3'
    const announced = stringAt(spoken, 'url') ?? stringAt(card, 'url')
    const sameOrigin = announced !== undefined && URL.canParse(announced, url) && new URL(announced, url).origin === origin
    return { version, endpoint: sameOrigin ? new URL(announced, url).href : isCard ? `${origin}${own}/` : url }
  }
  return { version: '0.3', endpoint: url }
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
  return documents.map((document) => member(document, 'result')).findLast((result) => result !== undefined)
}

const taskOf = (result: unknown): unknown => member(result, 'task') ?? (isObject(member(result, 'status')) ? result : undefined)
const isWorking = (answer: Answer): boolean =>
  /^(?:TASK_STATE_)?(?:working|submitted)$/i.test(stringAt(taskOf(resultOf(answer)), 'status', 'state') ?? '')

function readReply(task: unknown, message: unknown): Reply | undefined {
  const words = (parts: readonly unknown[]) =>
    parts
      .map((part) => stringAt(part, 'text'))
      .filter((text) => text !== undefined)
      .join('\n')
  if (message !== undefined) return { text: words(listAt(message, 'parts')) }
  if (task === undefined) return undefined
  const made = words(listAt(task, 'artifacts').flatMap((artifact) => listAt(artifact, 'parts')))
  const text = made || words(listAt(task, 'status', 'message', 'parts'))
  const state = stringAt(task, 'status', 'state') ?? ''
  if (text === '' && /failed/i.test(state)) throw new Problem('target_server_error', 'The agent’s task failed and said nothing.')
  return { text, ...(/rejected/i.test(state) ? { refusal: { layer: 'model', reason: `task state: ${state}` } as const } : {}) }
}
