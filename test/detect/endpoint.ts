import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConversationKind, ProfileProblem, ProtocolId } from '../../src/domain/target.ts'
import type { Call } from '../protocols/servers/serve.ts'
import type { Brain } from './brains.ts'

/** What detection must say about an endpoint. */
export type Expectation =
  | Readonly<{ protocol: ProtocolId; conversation?: ConversationKind; streaming?: boolean }>
  | Readonly<{ problem: ProfileProblem | readonly ProfileProblem[] }>

/** Somebody's endpoint at some path. `say` asks the brain and notes its words, so that the sample can be checked. */
export type Endpoint = Readonly<{
  name: string
  path?: string
  brain?: Brain
  expect: Expectation
  /** A server of its own, on a real framework. */
  listen?: (say: (text: string, before?: readonly string[]) => string) => Promise<Readonly<{ url: string; close(): Promise<unknown> }>>
  handle?: (
    call: Call,
    response: ServerResponse,
    say: (text: string, before?: readonly string[]) => string,
    request: IncomingMessage,
  ) => unknown
}>
