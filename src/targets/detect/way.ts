import { toProblem } from '../../domain/problem.ts'
import type { Conversation, OpenWith, ProtocolId, TargetFeatures } from '../../domain/target.ts'
import { protocols } from '../index.ts'
import { readBody } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { type Draft, mapLeaves } from './draft.ts'
import type { Heard } from './find-answer.ts'
import { findLeaves, frameLeaves, type Leaf } from './leaves.ts'
import type { Label, Prober } from './prober.ts'
import type { Task } from './task.ts'

/** A protocol with the settings that make it fit one endpoint: what detection is looking for. */
export type Way = Readonly<{ protocol: ProtocolId; settings: Readonly<Record<string, unknown>> }>

/** Whether the answer's place is known by the protocol itself, or has to be found. */
export const isGeneric = (way: Way): boolean => ['json', 'form', 'text', 'websocket'].includes(way.protocol)

/** A draft as a way to talk. `{{prompt@…}}` must be settled before. */
export function toWay(draft: Draft): Way {
  const more = { ...(draft.query ? { query: draft.query } : {}), ...draft.first }
  const headers = Object.keys(draft.headers).length > 0 ? { headers: draft.headers } : {}
  if (draft.encoding === 'text') return { protocol: 'text', settings: { request: draft.body, ...headers, ...more } }
  if (draft.encoding === 'json') return { protocol: 'json', settings: { request: draft.body, ...headers, ...more } }
  const method = draft.method === 'GET' ? { method: 'GET' } : {}
  const page = draft.page ? { page: true } : {}
  return { protocol: 'form', settings: { request: draft.body, encoding: draft.encoding, ...method, ...headers, ...page, ...more } }
}

/** Sends a draft with a text for each of its slots, and gives back the raw answer whatever its status. */
export async function sendDraft(
  prober: Prober,
  draft: Draft,
  prompts: ReadonlyMap<string, string>,
  label: string | Label,
): Promise<Answer> {
  const body = mapLeaves(draft.body, (leaf) => leaf.replace(/\{\{prompt@([^{}]+)\}\}/g, (_, slot: string) => prompts.get(slot) ?? ''))
  return sendRaw(prober, toWay({ ...draft, body: body as Draft['body'] }), prompts.get('') ?? '', label)
}

async function sendRaw(prober: Prober, way: Way, text: string, label: string | Label): Promise<Answer> {
  prober.label(label)
  try {
    await openWay(prober, way).open().send(text, prober.signal)
  } catch (error) {
    if (!prober.last()) throw error
  }
  const response = prober.last()!
  return { response, body: readBody(response) }
}

function openWay(prober: Prober, way: Way) {
  return protocols[way.protocol].connect(prober.url, way.settings, prober.net)
}

/** The place of a known protocol's answer: the protocol reads it by itself. */
const ownPlace = '(the protocol’s own place)'

export const featuresOf = (prober: Prober, way: Way): TargetFeatures => openWay(prober, way).features

export const openConversation = (prober: Prober, way: Way, withWhat?: OpenWith): Conversation => openWay(prober, way).open(withWhat)

/** Says something in a conversation and lists what could be heard. Throws what the target made of it when that is no answer. */
export async function say(
  prober: Prober,
  way: Way,
  conversation: Conversation,
  speech: Readonly<{ text: string; what: string; tasks?: readonly Task[] }>,
): Promise<Heard> {
  prober.label(speech.what)
  const heard = { said: speech.text, tasks: speech.tasks ?? [] }
  try {
    const reply = await conversation.send(speech.text, prober.signal)
    if (reply.refusal) return { ...heard, leaves: [ownLeaf(reply.text)], refused: true }
    if (!isGeneric(way) || way.settings['response_path'] !== undefined)
      return { ...heard, leaves: [ownLeaf(reply.text)], ...(reply.toolCalls ? { called: true } : {}) }
  } catch (error) {
    const response = prober.last()
    const arrived = way.protocol === 'websocket' ? prober.frames().length > 0 : response !== undefined && response.status < 300
    if (!isGeneric(way) || way.settings['response_path'] !== undefined || !arrived || toProblem(error).code !== 'target_unreadable')
      throw error
  }
  if (way.protocol === 'websocket') return { ...heard, leaves: frameLeaves(prober.frames()) }
  const response = prober.last()!
  return { ...heard, leaves: findLeaves(readBody(response), way.settings['page'] === true) }
}

const ownLeaf = (text: string): Leaf => ({ path: ownPlace, steps: [{ kind: 'key', name: 'answer' }], text, snapshots: false })
