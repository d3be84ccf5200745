import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConversationKind, ProtocolId, Reply } from '../../../src/domain/target.ts'
import type { Call } from './serve.ts'

/** What the somebody behind a server does with a text. */
export type Act = 'answer' | 'refuse' | 'filter' | 'call' | 'cut' | 'think'
export const actOf = (text: string): Act => (/\bact:(\w+)/.exec(text)?.[1] as Act | undefined) ?? 'answer'

export type Mind = (text: string, before?: readonly string[]) => string

/** A server that speaks one protocol as its specification says, errors included. */
export type ProtocolServer = Readonly<{
  protocol: ProtocolId
  name: string
  path: string
  conversation: ConversationKind
  /** The acts that the protocol has a place for, with what a client must make of them. */
  acts?: Readonly<Partial<Record<Act, (reply: Reply) => boolean>>>
  /** Settings that ask for the other way of answering. */
  streaming?: Readonly<Record<string, unknown>>
  settings?: Readonly<Record<string, unknown>>
  /** What detection calls it, when another name says the same. */
  detected?: ProtocolId
  handle: (call: Call, response: ServerResponse, mind: Mind, request: IncomingMessage) => unknown
}>

// biome-ignore lint/suspicious/noExplicitAny: test servers read whatever was sent
export type Any = Record<string, any>
export const bodyOf = (call: Pick<Call, 'json'>): Any => (typeof call.json === 'object' && call.json !== null ? (call.json as Any) : {})
export const wordsOf = (text: string): readonly string[] => text.match(/\s?\S+/g) ?? [text]

export const refusedBy = (layer: 'model' | 'filter') => (reply: Reply) => reply.refusal?.layer === layer
export const calledTool = (reply: Reply): boolean =>
  reply.toolCalls?.[0]?.name === 'lookup' && (reply.toolCalls[0].arguments as Any)['q'] === 'x'
export const wasCut = (reply: Reply): boolean => reply.truncated === true && reply.text.length > 0
export const thought = (reply: Reply): boolean => reply.reasoning === 'Hmm.' && !reply.text.includes('Hmm.')
