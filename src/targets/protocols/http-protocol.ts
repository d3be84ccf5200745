import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { Problem } from '../../domain/problem.ts'
import type {
  Conversation,
  Message,
  Net,
  NetRequest,
  NetResponse,
  OpenWith,
  Protocol,
  ProtocolId,
  Reply,
  Target,
  TargetFeatures,
  ToolSpec,
} from '../../domain/target.ts'
import { type Body, readBody } from './body.ts'
import { cookieHeader, keepCookies } from './cookies.ts'
import { excerpt, readStatus } from './read-status.ts'

/** Everything a protocol may put into one request. */
export type Turn<Settings> = Readonly<{
  url: string
  settings: Settings
  /** What is said now. */
  text: string
  /** The conversation with what is said now as its last message; only that where the endpoint keeps the rest itself. */
  messages: readonly Message[]
  tools: readonly ToolSpec[]
  /** An id of our choosing, new for each conversation. */
  session: string
  /** What earlier answers of this conversation left behind: ids, threads. */
  state: Readonly<Record<string, unknown>>
  /** Ends the turn, and every wait in it. */
  signal: AbortSignal
}>

/** What an answer holds. `state` is carried into the next turn; undefined reply: nothing that we can read. */
export type Reading = Readonly<{ reply: Reply | undefined; state?: Readonly<Record<string, unknown>> }>
export type Answer = Readonly<{ response: NetResponse; body: Body }>
export type Exchange = (request: NetRequest) => Promise<Answer>

/** A protocol over plain HTTP: how it words a turn, and how it reads the answer. The rest is the same for all. */
export type HttpProtocol<Settings> = Readonly<{
  id: ProtocolId
  settings: z.ZodType<Settings>
  features: (settings: Settings) => TargetFeatures
  ask: (turn: Turn<Settings>) => NetRequest
  read: (answer: Answer, turn: Turn<Settings>) => Reading
  /** Requests before the first turn (a session to create); what it returns is the first state. */
  begin?: (turn: Turn<Settings>, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>
  /** Requests after an answer that only announces one (a job to poll, an event to fetch). */
  follow?: (answer: Answer, turn: Turn<Settings>, exchange: Exchange) => Promise<Answer>
}>

/** Makes a Protocol of it: history, cookies, sessions, statuses and unreadable answers are dealt with here, once. */
export function defineHttpProtocol<Settings>(protocol: HttpProtocol<Settings>): Protocol {
  return {
    id: protocol.id,
    connect(url, settings, net): Target {
      const parsed = protocol.settings.safeParse(settings ?? {})
      if (!parsed.success)
        throw new Problem('invalid_request', `The settings do not fit the protocol ${protocol.id}: ${parsed.error.issues[0]?.message}`)
      const features = protocol.features(parsed.data)
      return { features, open: (withWhat) => openConversation(protocol, { url, settings: parsed.data, features, net }, withWhat ?? {}) }
    },
  }
}

type Connection<Settings> = Readonly<{ url: string; settings: Settings; features: TargetFeatures; net: Net }>

function openConversation<Settings>(protocol: HttpProtocol<Settings>, at: Connection<Settings>, withWhat: OpenWith): Conversation {
  const session = randomUUID()
  const jar = new Map<string, string>()
  const setup: readonly Message[] = [
    ...(withWhat.system !== undefined && at.features.system ? [{ role: 'system', content: withWhat.system } as const] : []),
    ...(at.features.history ? (withWhat.history ?? []) : []),
  ]
  let messages: readonly Message[] = setup
  let state: Readonly<Record<string, unknown>> | undefined

  return {
    async send(text, signal) {
      const said = { role: 'user', content: text } as const
      const turn: Turn<Settings> = {
        url: at.url,
        settings: at.settings,
        text,
        messages: [...messages, said],
        tools: at.features.tools ? (withWhat.tools ?? []) : [],
        session,
        state: state ?? {},
        signal,
      }
      const exchange = (request: NetRequest) => roundTrip(at.net, request, jar, signal)
      const begun = state ?? (await protocol.begin?.(turn, exchange)) ?? {}
      const ready = { ...turn, state: begun }
      const first = await exchange(protocol.ask(ready))
      const refused = readStatus(first.response)
      if (refused) return refused
      const answer = (await protocol.follow?.(first, ready, exchange)) ?? first
      const { reply, state: left } = protocol.read(answer, ready)
      if (!reply)
        throw new Problem('target_unreadable', `The answer does not look like ${protocol.id}: no text was found in it.`, {
          targetStatus: answer.response.status,
          excerpt: excerpt(answer.response.text),
        })
      state = { ...begun, ...left }
      if (at.features.conversation === 'history') messages = [...messages, said, { role: 'assistant', content: reply.text }]
      else if (setup.length > 0) messages = []
      return answer.response.truncated && !reply.truncated ? { ...reply, truncated: true } : reply
    },
  }
}

async function roundTrip(net: Net, request: NetRequest, jar: Map<string, string>, signal: AbortSignal): Promise<Answer> {
  const cookies = cookieHeader(jar)
  const headers = cookies ? { ...request.headers, cookie: cookies } : request.headers
  const response = await net.request(headers ? { ...request, headers } : request, signal)
  keepCookies(jar, response.headers['set-cookie'])
  return { response, body: readBody(response) }
}

/** A POST of JSON, as most protocols want it. */
export function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): NetRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
    isDone: isStreamDone,
  }
}

/** The end marks of the usual streams: some servers keep the connection open after them. */
export const isStreamDone = (textSoFar: string): boolean =>
  /data:\s?\[DONE\]\s*$|event:\s?(?:message_stop|done|end)\s*\ndata:[^\n]*\n\n$/.test(textSoFar.slice(-300))
