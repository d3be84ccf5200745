import { toProblem } from '../../domain/problem.ts'
import type { ConversationKind, Message } from '../../domain/target.ts'
import { documents } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { isObject } from '../protocols/parse-json.ts'
import { hasSlot } from '../protocols/template.ts'
import { hasSessionHeader } from '../protocols/templated.ts'
import { isSessionName } from './field-names.ts'
import { type Heard, likeliness } from './find-answer.ts'
import { historyPlans } from './history-template.ts'
import type { Prober } from './prober.ts'
import { askCode, drawCode, tellCode } from './task.ts'
import { featuresOf, isGeneric, openConversation, say, type Way } from './way.ts'

/** How the endpoint keeps a conversation, with the way that does it and everything heard while finding out. */
export type Conversing = Readonly<{ kind: ConversationKind; way: Way; heard: readonly Heard[]; note: string; shared: boolean }>

/** What was learnt before: the first answer, whether unknown members are refused, whether tasks are solved, and the way without history. */
export type Known = Readonly<{ answer: Answer | undefined; strict: boolean; obeys: boolean; single: Way }>

/** Tells a code and asks for it back; a fresh session must not know it. */
export async function converse(prober: Prober, way: Way, known: Known): Promise<Conversing> {
  const { answer: first, strict } = known
  const code = drawCode(prober.dice)
  const { conversation } = featuresOf(prober, way)
  if (conversation === 'history') {
    const talk = await converseByHistory(prober, way, code)
    // Somebody who obeys would have known it: this endpoint does not read what came before.
    if (talk.known || !isGeneric(way) || !known.obeys) return talk
    return {
      ...talk,
      kind: 'none',
      way: known.single,
      note: 'A code told earlier in the history was not known: only the last message is read.',
    }
  }
  for (const plan of known.obeys ? historyPlans(way, first) : []) {
    const talk = await unlessRejected(() => converseByHistory(prober, plan, code))
    if (talk?.known) return talk
  }
  const cookie = sessionCookie(first)
  const plans = isGeneric(way) ? sessionPlans(way, first, cookie !== undefined, strict) : [way]
  for (const [index, plan] of plans.entries()) {
    try {
      return await converseBySession(prober, plan, code, {
        cookie,
        guessed: plan !== way,
        given: isGeneric(way)
          ? hasSession(plan) &&
            (hasConversationId(way) || (index === 0 && (returnedIds(first).length > 0 || returnedHeader(first) !== undefined)))
          : conversation === 'session',
      })
    } catch (error) {
      if (index === plans.length - 1 || !isRejection(error)) throw error
    }
  }
  throw new Error('there is always a last plan')
}

/** Whether an endpoint only says no to what was sent. */
const isRejection = (error: unknown): boolean =>
  ['target_rejected', 'target_not_found', 'target_server_error', 'target_unreadable'].includes(toProblem(error).code)

async function unlessRejected<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt()
  } catch (error) {
    if (!isRejection(error)) throw error
    return undefined
  }
}

/** How a conversation is kept by all appearances, where nobody would repeat a code anyway. Sends nothing. */
export function converseBySigns(prober: Prober, way: Way, answer: Answer | undefined): Conversing {
  const { conversation } = featuresOf(prober, way)
  const found = { heard: [], shared: false }
  if (conversation === 'history') return { ...found, kind: 'history', way, note: 'The request has a place for the whole conversation.' }
  if (!isGeneric(way) || way.protocol === 'websocket')
    return { ...found, kind: conversation, way, note: 'How it keeps a conversation is as the protocol says.' }
  const [plan] = sessionPlans(way, answer, true, true)
  if (plan && hasSession(plan))
    return { ...found, kind: 'session', way: plan, note: 'The endpoint has a session id; that it remembers could not be shown.' }
  const cookie = sessionCookie(answer)
  if (cookie !== undefined)
    return { ...found, kind: 'cookie', way, note: `The endpoint sets the cookie ${cookie}; that it remembers could not be shown.` }
  return { ...found, kind: 'none', way, note: 'Nothing speaks of a conversation: each request stands alone.' }
}

async function converseByHistory(prober: Prober, way: Way, code: string): Promise<Conversing & Readonly<{ known: boolean }>> {
  const history: readonly Message[] = [
    { role: 'user', content: tellCode(code) },
    { role: 'assistant', content: 'Thank you, I will remember it.' },
  ]
  const speech = { text: askCode, what: 'asked for a code told earlier in the history' }
  const said = await say(prober, way, openConversation(prober, way, { history }), speech)
  const asked = { ...said, before: history.map((message) => message.content) }
  if (!knows(asked, code)) {
    const note = 'The conversation travels in each request, as the protocol says; the model did not repeat a code from it.'
    return { kind: 'history', way, heard: [asked], shared: false, known: false, note }
  }
  const { heard, shared } = await control(prober, way, code)
  return { kind: 'history', way, heard: [asked, ...heard], shared, known: true, note: 'A code told earlier in the history was known.' }
}

/** The cookie that may keep it; whether an id is the conversation's by its name; whether the ids are our guesses. */
type Signs = Readonly<{ cookie: string | undefined; given: boolean; guessed: boolean }>

async function converseBySession(prober: Prober, way: Way, code: string, signs: Signs): Promise<Conversing> {
  const conversation = openConversation(prober, way)
  const told = await say(prober, way, conversation, { text: tellCode(code), what: 'told it a code' })
  const asked = await say(prober, way, conversation, { text: askCode, what: 'asked for the code in the same session' })
  const heard = [told, asked]
  if (!knows(asked, code) && (signs.given || signs.cookie !== undefined)) {
    heard.push(
      await say(prober, way, conversation, {
        text: `Please tell me my code number again. ${askCode}`,
        what: 'asked for the code once more',
      }),
    )
  }
  if (heard.slice(1).some((one) => knows(one, code))) {
    const fresh = await control(prober, way, code)
    const all = [...heard, ...fresh.heard]
    if (fresh.shared)
      return {
        kind: 'none',
        way,
        heard: all,
        shared: true,
        note: 'A code told in one session was known in another: all sessions share one memory.',
      }
    if (hasSession(way) || !isGeneric(way) || way.protocol === 'websocket')
      return {
        kind: 'session',
        way,
        heard: all,
        shared: false,
        note: 'A code was known again in the same session, and not in a fresh one.',
      }
    return { kind: 'cookie', way, heard: all, shared: false, note: 'A code was known again with the same cookie, and not without.' }
  }
  if (signs.given)
    return {
      kind: 'session',
      way,
      heard,
      shared: false,
      note: 'The endpoint has a session id; that it remembers could not be shown, for it did not repeat a code.',
    }
  if (signs.cookie !== undefined)
    return {
      kind: 'cookie',
      way,
      heard,
      shared: false,
      note: `The endpoint sets the cookie ${signs.cookie}; that it remembers could not be shown.`,
    }
  return {
    kind: 'none',
    way: signs.guessed ? withoutGuesses(way) : way,
    heard,
    shared: false,
    note: 'A code was not known one turn later: each request stands alone.',
  }
}

async function control(prober: Prober, way: Way, code: string): Promise<Readonly<{ heard: readonly Heard[]; shared: boolean }>> {
  const heard = await say(prober, way, openConversation(prober, way), { text: askCode, what: 'asked for the code in a fresh session' })
  return { heard: [heard], shared: knows(heard, code) }
}

/** Whether the answer holds the code, other than by repeating the sentence that told it. */
const knows = (heard: Heard, code: string): boolean =>
  heard.leaves.some(
    (leaf) => leaf.text.includes(code) && (likeliness(leaf) >= 2 || !leaf.text.includes(tellCode(code))) && !/^\d{13,}$/.test(leaf.text),
  )

const hasSession = (way: Way): boolean =>
  way.settings['open'] !== undefined || hasSlot(way.settings['request'], 'session') || hasSessionHeader(way.settings['headers'])

/** Whether an id in the request names the conversation rather than only who is talking. */
function hasConversationId(way: Way): boolean {
  if (way.settings['open'] !== undefined || hasSessionHeader(way.settings['headers'])) return true
  const request = way.settings['request']
  const nodes: (readonly [string, unknown])[] = [['', request]]
  for (let at = 0; at < nodes.length && at < 500; at++) {
    const [name, value] = nodes[at]!
    if (typeof value === 'string' && hasSlot(value, 'session') && !isPerson.test(name)) return true
    if (typeof value === 'object' && value !== null) nodes.push(...Object.entries(value))
  }
  return false
}
const isPerson = /^(?:end_?)?(?:user|customer|client|tenant|device|visitor|account|member|employee)(?:_?(?:id|uuid|guid|key|name))?$/i

/** Names of a session id that many servers take without asking for it. */
const usualIds = ['session_id', 'sessionId', 'conversation_id', 'conversationId', 'thread_id', 'threadId', 'chat_id', 'chatId', 'user_id']

/** Ways to name the session, the likeliest first: what the answer brought, then the usual names, then nothing. */
function sessionPlans(way: Way, first: Answer | undefined, hasCookie: boolean, strict: boolean): readonly Way[] {
  const request = way.settings['request']
  if (hasSession(way) || !isObject(request)) return [way]
  const header = returnedHeader(first)
  if (header !== undefined) {
    const headers = { ...(isObject(way.settings['headers']) ? way.settings['headers'] : {}), [header]: `{{session:header:${header}}}` }
    return [{ ...way, settings: { ...way.settings, headers } }, way]
  }
  const returned = returnedIds(first).filter(({ name }) => !Object.hasOwn(request, name))
  const withIds = (ids: readonly (readonly [string, string])[]): Way => ({
    ...way,
    settings: { ...way.settings, request: { ...request, ...Object.fromEntries(ids) } },
  })
  if (returned.length > 0) return [withIds(returned.map(({ name, path }) => [name, `{{session:${path}}}`])), way]
  if (hasCookie || strict || way.protocol === 'text') return [way]
  return [withIds(usualIds.filter((id) => !Object.hasOwn(request, id)).map((id) => [id, '{{session}}'])), way]
}

function withoutGuesses(way: Way): Way {
  const request = way.settings['request']
  if (!isObject(request)) return way
  const kept = Object.entries(request).filter(
    ([name, value]) => !(usualIds.includes(name) && typeof value === 'string' && /^\{\{session/.test(value)),
  )
  return { ...way, settings: { ...way.settings, request: Object.fromEntries(kept) } }
}

/** Ids in an answer that sound like those of a conversation. */
function returnedIds(answer: Answer | undefined): readonly Readonly<{ name: string; path: string }>[] {
  if (!answer) return []
  const found = new Map<string, string>()
  const open = documents(answer.body)
    .slice(0, 50)
    .map((node) => ({ node, path: '', depth: 0, parent: '' }))
  for (let visited = 0; open.length > 0 && visited < 1000; visited++) {
    const { node, path, depth, parent } = open.shift()!
    if (!isObject(node) || depth > 4) continue
    for (const [key, value] of Object.entries(node).slice(0, 50)) {
      const name = key === 'id' && isSessionName(`${parent}_id`) && parent !== '' ? `${parent}_id` : key
      const at = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const isId = (typeof value === 'string' && value.length >= 1 && value.length <= 200 && !/\s/.test(value)) || typeof value === 'number'
      if (isId && isReturnedName(name) && !found.has(name)) found.set(name, at)
      open.push({ node: value, path: at, depth: depth + 1, parent: key })
    }
  }
  return [...found].map(([name, path]) => ({ name, path })).slice(0, 3)
}

const isReturnedName = (name: string): boolean =>
  /^(?:session|conversation|thread|chat|dialog(?:ue)?|context|previous_response)_?(?:id|uuid|key|token|handle)$|^(?:sid|session)$/i.test(
    name,
  ) || /(?:session|conversation|thread)_?(?:id|token|key)$/i.test(name)

/** A header of the answer that names the conversation. */
const returnedHeader = (answer: Answer | undefined): string | undefined =>
  Object.keys(answer?.response.headers ?? {}).find((name) =>
    /^(?:x-)?(?:[a-z]+-)?(?:session|conversation|thread|chat|dialog|context)(?:-(?:id|token|key))?$/.test(name),
  )

/** The cookie that keeps a session, by its name. */
function sessionCookie(answer: Answer | undefined): string | undefined {
  const names = (answer?.response.headers['set-cookie'] ?? '').split('\n').map((line) => /^\s*([^=;\s]{1,100})=/.exec(line)?.[1] ?? '')
  return names.find(
    (name) =>
      /sess|sid$|^sid|conversation|chat|thread|token|^connect\.|visitor|user|uid|jwt|auth|remember|id$/i.test(name) &&
      !/^(?:__cf|cf_|awsalb|incap|_ga|csrf|xsrf)/i.test(name),
  )
}
