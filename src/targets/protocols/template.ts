import type { Message } from '../../domain/target.ts'
import { isObject, parseJson } from './parse-json.ts'

/** What may be put into a request template. `returned` reads the last answer of this conversation. */
export type Slots = Readonly<{
  prompt: string
  messages: readonly Message[]
  session: string
  returned: (path: string) => unknown
  /** What a page that was visited first gave us under a name: a hidden field, a cookie. */
  visited?: (name: string) => unknown
}>

/**
 * A request body with slots in its string leaves: `{{prompt}}`, `{{messages}}`, `{{session}}`, `{{session:/path/of/id}}`; `{{history}}`
 * is what was said before (`{{history:pairs}}`: as pairs), `{{visit:name}}` what a page gave us that has to be visited first.
 */
export type Template = string | Readonly<Record<string, unknown>> | readonly unknown[]

const slot = /\{\{\s*(prompt|messages|session|history|visit)(?::\s*([^{}]{1,300}?))?\s*\}\}/g
const wholeSlot = /^\{\{\s*(prompt|messages|session|history|visit)(?::\s*([^{}]{1,300}?))?\s*\}\}$/

/** Marks a leaf that has no value yet, such as an id that only the first answer brings: it is left out. */
const absent = Symbol('absent')

/** Fills a template. Values land in string leaves, so JSON stays JSON whatever they hold; slots inside values stay as they are. */
export function fillTemplate(template: unknown, slots: Slots): unknown {
  const filled = fill(template, slots)
  return filled === absent ? null : filled
}

function fill(node: unknown, slots: Slots): unknown {
  if (typeof node === 'string') return fillLeaf(node, slots)
  if (Array.isArray(node) && node.length === 1 && isObject(node[0]) && Object.hasOwn(node[0], each))
    return fillEach(node[0], slots.messages)
  if (Array.isArray(node)) return node.map((item) => fill(item, slots)).filter((item) => item !== absent)
  if (!isObject(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, fill(value, slots)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== absent))
}

/** Marks the element of a list that stands for every message: `{"{{each}}": {"assistant": "bot"}, "who": "{{role}}", "text": "{{content}}"}`. */
export const each = '{{each}}'

/** One element for each message; the mark says what the endpoint calls its roles. */
function fillEach(element: Readonly<Record<string, unknown>>, messages: readonly Message[]): readonly unknown[] {
  const { [each]: named, ...shape } = element
  const nameOf = (role: string) => (isObject(named) && Object.hasOwn(named, role) ? String(named[role]) : role)
  const fillOne = (node: unknown, message: Message): unknown => {
    if (typeof node === 'string')
      return node.replace(/\{\{\s*(role|content)\s*\}\}/g, (_, slot: string) => (slot === 'role' ? nameOf(message.role) : message.content))
    if (Array.isArray(node)) return node.map((item) => fillOne(item, message))
    return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fillOne(value, message)])) : node
  }
  return messages.map((message) => fillOne(shape, message))
}

function fillLeaf(leaf: string, slots: Slots): unknown {
  const whole = wholeSlot.exec(leaf.trim())
  if (whole?.[1] === 'messages') return slots.messages
  if (whole?.[1] === 'history') return whole[2] === 'pairs' ? toPairs(slots.messages.slice(0, -1)) : slots.messages.slice(0, -1)
  if (whole?.[1] === 'session') return idOf(slots, whole[2]) ?? absent
  return fillText(leaf, slots)
}

/** Fills slots inside running text: messages become a transcript. */
export function fillText(text: string, slots: Slots): string {
  return text.replace(slot, (_, name: string, path: string | undefined) => {
    if (name === 'prompt') return slots.prompt
    if (name === 'messages') return transcript(slots.messages)
    if (name === 'history') return slots.messages.length < 2 ? '' : transcript(slots.messages.slice(0, -1))
    if (name === 'visit') return String(slots.visited?.(path ?? '') ?? '')
    return String(idOf(slots, path) ?? '')
  })
}

/** The conversation's id: of our choosing, without its dashes, or as the last answer has it at a path. */
function idOf({ session, returned }: Slots, path: string | undefined): unknown {
  if (path === undefined) return session
  return path === 'plain' ? session.replaceAll('-', '') : returned(path)
}

/** Each question with its answer. */
function toPairs(messages: readonly Message[]): readonly (readonly [string, string])[] {
  const answers = messages.flatMap((message, index) => (message.role === 'assistant' ? [index] : []))
  return answers.map((index) => [messages[index - 1]?.content ?? '', messages[index]!.content])
}

/** A conversation as text, for endpoints that take one string. A lone message is just itself. */
export function transcript(messages: readonly Message[]): string {
  const only = messages[0]
  if (messages.length === 1 && only?.role === 'user') return only.content
  const names = { system: 'System', user: 'User', assistant: 'Assistant' } as const
  return `${messages.map((message) => `${names[message.role]}: ${message.content}`).join('\n')}\nAssistant:`
}

/** An operator's template: JSON written as text becomes JSON, with a bare {{messages}} allowed; other text stays text. */
export function readTemplate(request: Template): Template {
  if (typeof request !== 'string') return request
  const quoted = request.replace(/([:,[]\s*)(\{\{\s*(?:messages|session|prompt|history|visit)[^{}]{0,300}\}\})(?=\s*[,\]}])/g, '$1"$2"')
  const parsed = parseJson(request) ?? parseJson(quoted)
  return isObject(parsed) || Array.isArray(parsed) ? parsed : request
}

/** Whether a template has this slot anywhere. */
export function hasSlot(template: unknown, name: 'prompt' | 'messages' | 'session' | 'history'): boolean {
  if (typeof template === 'string') return new RegExp(`\\{\\{\\s*${name}\\s*(?::|\\}\\})`).test(template)
  if (typeof template !== 'object' || template === null) return false
  if (name === 'messages' && Object.hasOwn(template, each)) return true
  return Object.values(template).some((value) => hasSlot(value, name))
}
