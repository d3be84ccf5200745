import type { Message } from '../../domain/target.ts'
import { isObject, parseJson } from './parse-json.ts'

/** What may be put into a request template. `returned` reads the last answer of this conversation. */
export type Slots = Readonly<{
  prompt: string
  messages: readonly Message[]
  session: string
  returned: (path: string) => unknown
}>

/** A request body with slots in its string leaves: `{{prompt}}`, `{{messages}}`, `{{session}}`, `{{session:/path/of/id}}`. */
export type Template = string | Readonly<Record<string, unknown>> | readonly unknown[]

const slot = /\{\{\s*(prompt|messages|session)(?::\s*([^{}]{1,300}?))?\s*\}\}/g
const wholeSlot = /^\{\{\s*(prompt|messages|session)(?::\s*([^{}]{1,300}?))?\s*\}\}$/

/** Marks a leaf that has no value yet, such as an id that only the first answer brings: it is left out. */
const absent = Symbol('absent')

/** Fills a template. Values land in string leaves, so JSON stays JSON whatever they hold; slots inside values stay as they are. */
export function fillTemplate(template: unknown, slots: Slots): unknown {
  const filled = fill(template, slots)
  return filled === absent ? null : filled
}

function fill(node: unknown, slots: Slots): unknown {
  if (typeof node === 'string') return fillLeaf(node, slots)
  if (Array.isArray(node)) return node.map((item) => fill(item, slots)).filter((item) => item !== absent)
  if (!isObject(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, fill(value, slots)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== absent))
}

function fillLeaf(leaf: string, slots: Slots): unknown {
  const whole = wholeSlot.exec(leaf.trim())
  if (whole?.[1] === 'messages') return slots.messages
  if (whole?.[1] === 'session' && whole[2] !== undefined) return slots.returned(whole[2]) ?? absent
  return fillText(leaf, slots)
}

/** Fills slots inside running text: messages become a transcript. */
export function fillText(text: string, slots: Slots): string {
  return text.replace(slot, (_, name: string, path: string | undefined) => {
    if (name === 'prompt') return slots.prompt
    if (name === 'messages') return transcript(slots.messages)
    return path === undefined ? slots.session : String(slots.returned(path) ?? '')
  })
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
  const quoted = request.replace(/([:,[]\s*)(\{\{\s*(?:messages|session|prompt)[^{}]{0,300}\}\})(?=\s*[,\]}])/g, '$1"$2"')
  const parsed = parseJson(request) ?? parseJson(quoted)
  return isObject(parsed) || Array.isArray(parsed) ? parsed : request
}

/** Whether a template has this slot anywhere. */
export function hasSlot(template: unknown, name: 'prompt' | 'messages' | 'session'): boolean {
  if (typeof template === 'string') return new RegExp(`\\{\\{\\s*${name}\\s*(?::|\\}\\})`).test(template)
  if (typeof template !== 'object' || template === null) return false
  return Object.values(template).some((value) => hasSlot(value, name))
}
