import { isObject } from '../protocols/parse-json.ts'
import { isIdName, isMessagesName, promptFields, promptLikeness } from './field-names.ts'
import type { Issue, ValueType } from './issue.ts'

export type Encoding = 'json' | 'urlencoded' | 'multipart' | 'query' | 'text'

/** A request that is being found out. Its leaves hold `{{prompt}}`, or `{{prompt@field}}` while several fields may be the one. */
export type Draft = Readonly<{
  encoding: Encoding
  method: 'GET' | 'POST'
  body: Readonly<Record<string, unknown>> | readonly unknown[] | string
  headers: Readonly<Record<string, string>>
  /** Parameters of the address, beside the body. */
  query?: Readonly<Record<string, string>>
  /** It is a form of a page, and a page answers it. */
  page?: true
  /** What must happen before a conversation: a page to visit, a conversation to open. Settings of the protocol, as they are. */
  first?: Readonly<Record<string, unknown>>
}>

/** A small text, where a file is wanted. */
const noteFile = { filename: 'note.txt', content: 'A short note.' }

/** What stands in members that want some text. */
const filler = 'general'

export const emptyDraft: Draft = { encoding: 'json', method: 'POST', body: {}, headers: {} }

/** Every usual field at once, each with a text of its own: the one that comes back names the field. */
export const polyglot: Draft = {
  ...emptyDraft,
  body: {
    ...Object.fromEntries(promptFields.map((field) => [field, `{{prompt@${field}}}`])),
    messages: [{ role: 'user', content: '{{prompt@messages}}', parts: [{ type: 'text', text: '{{prompt@messages.parts}}' }] }],
    stream: false,
  },
}

/** Names of the usual fields inside a box, each with a task of its own. */
const inBox = (box: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['text', 'content', 'body', 'message', 'prompt', 'question', 'query', 'input'].map((field) => [field, `{{prompt@${box}.${field}}}`]),
  )

/** The usual fields one level deeper, in one box or in each of several: Rails, Phoenix and events wrap what they take. */
export const boxed = (...boxes: readonly string[]): Draft => ({
  ...emptyDraft,
  body: Object.fromEntries(boxes.map((box) => [box, inBox(box)])),
})
export const usualBoxes = ['message', 'data', 'input', 'chat', 'question', 'request', 'payload', 'body', 'params', 'event'] as const
const ourGuesses: ReadonlySet<string> = new Set([...promptFields, ...usualBoxes, 'messages'])

/** Whether a draft asks in so many fields that only one of them can be read. */
export const isPolyglot = (draft: Draft): boolean => promptSlots(draft.body).length >= manySlots
const manySlots = 6

/** The draft with the server's wishes fulfilled; the same object when there is nothing to change. */
export function applyIssues(draft: Draft, issues: readonly Issue[]): Draft {
  if (typeof draft.body === 'string') return draft
  const headers = issues
    .filter((issue) => issue.where === 'header' && issue.kind === 'missing')
    .map((issue) => String(issue.path[0]).toLowerCase())
    .filter((name) => mayAdd.test(name) && !mayNot.test(name))
  const added = headers.filter((name) => draft.headers[name] === undefined)
  let body: unknown = draft.body
  const besideBody = draft.encoding === 'json' ? issues.filter(isInAddress) : []
  for (const told of issues.filter((one) => one.where !== 'header' && !besideBody.includes(one))) {
    const issue = { ...told, path: withoutTags(body, told.path) }
    if (issue.kind === 'extra') body = without(body, issue.path)
    else if (issue.kind === 'value') body = put(body, issue.path, issue.value ?? issue.options?.[0] ?? 'default')
    else if (!isAsWanted(get(body, issue.path), issue)) {
      // An empty object did not do: then it is a text.
      const isEmpty = issue.expected === undefined && isObject(get(body, issue.path))
      body = put(body, issue.path, invent(issue.path, isEmpty ? 'string' : issue.expected))
    }
  }
  const query = issues.some((issue) => issue.where === 'query' && !besideBody.includes(issue)) && draft.encoding === 'json'
  const settled = settlePrompt(body)
  const given = besideBody.map(
    ({ path, options, value }) => [String(path[0]), String(value ?? options?.[0] ?? inventParameter(path))] as const,
  )
  const isNew = given.some(([name, value]) => draft.query?.[name] !== value)
  if (added.length === 0 && !query && !isNew && JSON.stringify(settled) === JSON.stringify(draft.body)) return draft
  return {
    ...draft,
    body: settled as Draft['body'],
    ...(query ? { encoding: 'query' as const } : {}),
    ...(isNew ? { query: { ...draft.query, ...Object.fromEntries(given) } } : {}),
    headers: { ...draft.headers, ...Object.fromEntries(added.map((name) => [name, inventHeader(name)])) },
  }
}

/** A parameter of the address that is not what is said: the text stays in the body. */
const isInAddress = ({ where, kind, path }: Issue): boolean =>
  where === 'query' && kind !== 'extra' && path.length === 1 && promptLikeness(String(path[0])) < 1.5
const inventParameter = (path: Issue['path']): string => {
  const value = invent(path)
  return typeof value === 'string' && !value.includes('{{prompt') ? value : 'default'
}

/** A target names headers in its errors: only harmless ones are added. */
const mayAdd = /^[a-z][a-z0-9-]{1,60}$/
const mayNot =
  /^(?:host|content-|transfer-|connection|keep-alive|x-forwarded|x-real-ip|forwarded|proxy-|metadata|x-aws|x-google|cookie|sec-|origin|referer|via|te$|trailer|upgrade|expect|user-agent|accept|range|if-)|auth|token|key|secret|password|signature/

/** Validators put the branch of a tagged union into the path: `messages.0.user.id` where `role` is `user`. */
function withoutTags(body: unknown, path: readonly (string | number)[]): readonly (string | number)[] {
  return path.filter((step, index) => {
    const at = get(body, path.slice(0, index))
    return !(
      isObject(at) &&
      typeof step === 'string' &&
      index < path.length - 1 &&
      !Object.hasOwn(at, step) &&
      Object.values(at).includes(step)
    )
  })
}

/** Whether a member is there already, of the type that is asked for: then it is not what the server misses. */
export function isAsWanted(value: unknown, { kind, expected }: Pick<Issue, 'kind' | 'expected'>): boolean {
  if (value === undefined) return false
  if (expected === undefined) return kind === 'missing' && !(isObject(value) && Object.keys(value).length === 0)
  return (Array.isArray(value) ? 'array' : typeof value) === expected
}
const inventHeader = (name: string): string => (name === 'anthropic-version' ? '2023-06-01' : /version/.test(name) ? '1' : '{{session}}')

/** A plausible value for a member, from its name and what the server said about its type. */
export function invent(path: readonly (string | number)[], expected?: ValueType): unknown {
  if (path.length === 0) return [{ role: 'user', content: '{{prompt@messages}}' }] // the whole body is a list
  const name = String(path.findLast((step) => typeof step === 'string') ?? '')
  const slot = `{{prompt@${path.filter((step) => typeof step === 'string').join('.')}}}`
  const isItem = typeof path.at(-1) === 'number'
  if (expected === 'boolean') return false
  if (expected === 'number') return /token|length/i.test(name) ? 256 : /temperature|top_?p/i.test(name) ? 0.7 : 1
  if (expected === 'object') return isItem && isMessagesName(name) ? { role: 'user', content: slot } : {}
  if (expected === 'array')
    return /^(?:history|chat_?history|tools|files|attachments|context|documents|tags|sources)$/i.test(name)
      ? []
      : /^(?:parts|content)$/.test(name)
        ? [{ type: 'text', text: slot }]
        : isMessagesName(name)
          ? [{ role: 'user', content: slot }]
          : [slot]
  if (expected === undefined && !isItem) {
    const known = inventByName(name, slot)
    if (known !== undefined) return known
  }
  if (isIdName(name)) return '{{session}}'
  return inventText(name) ?? slot
}

function inventByName(name: string, slot: string): unknown {
  if (/^(?:file|upload|image|photo|picture|pdf|audio|attachment|document)$/i.test(name)) return noteFile
  if (/^(?:history|chat_?history|previous_?messages|tools|files|attachments|documents)$/i.test(name)) return []
  if (isMessagesName(name)) return [{ role: 'user', content: slot }]
  if (name === 'contents') return [{ role: 'user', parts: [{ text: slot }] }]
  if (name === 'parts') return [{ text: slot }]
  if (/max_?(?:new_?|completion_?|output_?)?tokens$/i.test(name)) return 256
  if (/^(?:stream|streaming|debug|verbose)$/i.test(name)) return false
  if (/^temperature$/i.test(name)) return 0.7
  if (
    /^(?:parameters|options|config|metadata|meta|settings|state|kwargs|variables|attributes|data|payload|params|arguments|args|event|envelope|request|properties|extra|overrideConfig|forwardedProps)$/i.test(
      name,
    )
  )
    return {}
  return undefined
}

/** Whether a member wants a language, by its name in the languages that programmers use. */
const isLanguageName = (name: string): boolean =>
  /lang(?:uage|ue)?|locale|idioma|sprache|lingua|l[íi]ngua|^taal|kieli|spr[åa]k|sprog|j[ęe]zyk|^dil$|язык|语言|語言|言語|언어/iu.test(name)

/** Other values for a member that wants one of a few and does not say which, the likeliest first. */
export const likelyValues = (name: string): readonly string[] =>
  isLanguageName(name)
    ? ['en', 'en-US', 'english', 'de', 'fr', 'es']
    : ['default', 'chat', 'text', 'user', 'en', 'standard', 'web', 'general', 'assistant', 'basic']

/** Texts for members that are not the prompt. Undefined: it may be the prompt. */
function inventText(name: string): string | undefined {
  if (/model/i.test(name)) return 'default'
  if (/^(?:role|from|author|speaker)$/i.test(name)) return 'user'
  if (isLanguageName(name)) return 'en'
  if (/mail/i.test(name)) return 'alex@example.com'
  if (/channel|platform|source|medium/i.test(name)) return 'web'
  if (/(?:time|date)(?:stamp)?$|^ts$|_at$/i.test(name)) return '2026-01-01T12:00:00Z'
  if (/^(?:type|kind|content_?type|input_?type|output_?type|format|mime)$/i.test(name)) return 'text'
  if (/^(?:name|username|first_?name|user_?name|display_?name)$/i.test(name)) return 'Alex'
  if (/^(?:country|region)$/i.test(name)) return 'US'
  if (/version/i.test(name)) return '1'
  if (/^(?:tone|style|persona|mode|topic|category|department|intent)$/i.test(name)) return 'default'
  return undefined
}

/** When several members could be the prompt and one clearly sounds like it, the others get a word to fill them. */
function settlePrompt(body: unknown): unknown {
  const slots = promptSlots(body)
  if (slots.length === 0) return refill(body, [])
  // Every usual field at once: each has its own task, and the one that is read shows itself.
  if (slots.length < 2 || slots.length >= manySlots) return body
  const scored = slots.map((slot) => ({ slot, score: promptLikeness(slot.split('.').at(-1)!) })).toSorted((a, b) => b.score - a.score)
  const [first, second] = scored
  if (!first || !second || first.score - second.score < 1) return body
  return mapLeaves(body, (leaf) => (/^\{\{prompt@(.+)\}\}$/.test(leaf) && leaf !== `{{prompt@${first.slot}}}` ? filler : leaf))
}

/** The prompt turned out to be no text: then the words that only filled other members may be the place for it. */
function refill(node: unknown, path: readonly string[]): unknown {
  if (node === filler) return `{{prompt@${path.join('.')}}}`
  if (Array.isArray(node)) return node.map((item) => refill(item, path))
  return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refill(value, [...path, key])])) : node
}

/** The names in `{{prompt@name}}` leaves. */
export function promptSlots(body: unknown): readonly string[] {
  const found = new Set<string>()
  mapLeaves(body, (leaf) => {
    for (const match of leaf.matchAll(/\{\{prompt@([^{}]+)\}\}/g)) found.add(match[1]!)
    return leaf
  })
  return [...found]
}

/** The draft with one field as the prompt. The other guesses go, or, where the server insists on them, get a word to fill them. */
export function keepSlot(draft: Draft, slot: string, others: 'drop' | 'fill'): Draft {
  const body = others === 'drop' ? prune(draft.body, slot) : draft.body
  const settled = mapLeaves(body, (leaf) => leaf.replaceAll(`{{prompt@${slot}}}`, '{{prompt}}').replace(/\{\{prompt@[^{}]+\}\}/g, filler))
  return { ...draft, body: settled as Draft['body'] }
}

/** Without the members that only hold other guesses of ours than this one; what the server asked for by name stays. */
function prune(node: unknown, slot: string): unknown {
  if (!isObject(node)) return node
  const isOther = (key: string, value: unknown) => {
    const slots = promptSlots(value)
    return slots.length > 0 && !slots.includes(slot) && ourGuesses.has(key)
  }
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => (isOther(key, value) ? [] : [[key, prune(value, slot)]])))
}

export function mapLeaves(node: unknown, change: (leaf: string) => unknown): unknown {
  if (typeof node === 'string') return change(node)
  if (Array.isArray(node)) return node.map((item) => mapLeaves(item, change))
  return isObject(node) ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapLeaves(value, change)])) : node
}

export function get(node: unknown, path: readonly (string | number)[]): unknown {
  let at = node
  for (const step of path)
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Record<string | number, unknown>)[step] : undefined
  return at
}

/** A copy with a value at a path; what is in the way is replaced. */
export function put(node: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = Array.isArray(node) ? [...node] : []
    list[Math.min(step, list.length)] = put(list[step], rest, value)
    return list
  }
  const object = isObject(node) ? node : {}
  return Object.fromEntries([
    ...Object.entries(object).filter(([key]) => key !== step),
    [step, put(Object.hasOwn(object, step) ? object[step] : undefined, rest, value)],
  ])
}

/** A copy without the member at a path. */
export function without(node: unknown, path: readonly (string | number)[]): unknown {
  const [step, ...rest] = path
  if (Array.isArray(node) && typeof step === 'number')
    return rest.length === 0 ? node.toSpliced(step, 1) : node.map((item, index) => (index === step ? without(item, rest) : item))
  if (!isObject(node) || typeof step !== 'string') return node
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      key !== step ? [[key, value]] : rest.length === 0 ? [] : [[key, without(value, rest)]],
    ),
  )
}
