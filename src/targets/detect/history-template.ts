import { documents } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { isObject } from '../protocols/parse-json.ts'
import { each } from '../protocols/template.ts'
import { mapLeaves } from './draft.ts'
import type { Way } from './way.ts'

/** A request whose list holds the one message that we said has a place for the whole conversation: the template says so. */
export function withMessages(way: Way, answer: Answer | undefined): Way {
  const request = way.settings['request']
  if (way.protocol !== 'json' || !isObject(request)) return way
  const changed = widen(request, answer, 0)
  return changed === request ? way : { ...way, settings: { ...way.settings, request: changed } }
}

function widen(node: unknown, answer: Answer | undefined, depth: number): unknown {
  if (depth > 6 || typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.length === 1 && isObject(node[0]) ? (toEach(node[0], answer) ?? node) : node
  const entries = Object.entries(node).map(([name, value]) => [name, widen(value, answer, depth + 1)] as const)
  return entries.some(([name, value]) => value !== (node as Record<string, unknown>)[name]) ? Object.fromEntries(entries) : node
}

const isSpeaker = /^(?:role|from|author|sender|speaker|who|name|type|actor)$/i
const isUser = /^(?:user|human|customer|caller|client|visitor|guest|you|me|question|person)$/i

/** The element for every message: where it said who speaks stands the role, where our words stood stand its words. */
function toEach(element: Readonly<Record<string, unknown>>, answer: Answer | undefined): unknown {
  const speaker = Object.keys(element).find((key) => isSpeaker.test(key) && typeof element[key] === 'string' && isUser.test(element[key]))
  if (speaker === undefined || !JSON.stringify(element).includes('{{prompt}}')) return undefined
  const user = element[speaker] as string
  if (speaker === 'role' && element['content'] === '{{prompt}}' && Object.keys(element).length === 2 && user === 'user')
    return '{{messages}}'
  const shape = mapLeaves(element, (leaf) => leaf.replaceAll('{{prompt}}', '{{content}}')) as Record<string, unknown>
  return [{ [each]: { user, assistant: otherSpeaker(speaker, user, answer) }, ...shape, [speaker]: '{{role}}' }]
}

/** What the endpoint calls itself: as its own answer says, else the usual counterpart. */
function otherSpeaker(key: string, user: string, answer: Answer | undefined): string {
  const open: unknown[] = answer ? [...documents(answer.body)] : []
  for (let visited = 0; open.length > 0 && visited < 1000; visited++) {
    const node = open.shift()
    if (isObject(node) && typeof node[key] === 'string' && node[key] !== user && node[key].length < 30) return node[key]
    if (typeof node === 'object' && node !== null) open.push(...Object.values(node))
  }
  const usual =
    { human: 'ai', caller: 'agent', customer: 'agent', me: 'bot', you: 'bot', visitor: 'bot' }[user.toLowerCase()] ?? 'assistant'
  return user === user.toUpperCase() ? usual.toUpperCase() : usual
}

const isHistoryName = /^(?:(?:chat|message|conversation)_?)?history$|^(?:previous|past|prior)_?(?:messages|turns|chat)$|^turns$/i

/** Ways to fill a list beside the prompt with what was said before: messages, or pairs; as the answer has it first. */
export function historyPlans(way: Way, answer: Answer | undefined): readonly Way[] {
  const request = way.settings['request']
  if (way.protocol !== 'json' || !isObject(request)) return []
  const name = Object.keys(request).find((key) => isHistoryName.test(key) && Array.isArray(request[key]) && request[key].length === 0)
  if (name === undefined) return []
  const [shown] = answer ? documents(answer.body).map((document) => (isObject(document) ? document[name] : undefined)) : []
  const arePairs = Array.isArray(shown) && Array.isArray(shown.at(-1))
  const slots = arePairs ? ['{{history:pairs}}', '{{history}}'] : ['{{history}}', '{{history:pairs}}']
  return slots.map((slot) => ({ ...way, settings: { ...way.settings, request: { ...request, [name]: slot } } }))
}
