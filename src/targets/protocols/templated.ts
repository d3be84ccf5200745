import { z } from 'zod'
import type { TargetFeatures } from '../../domain/target.ts'
import { documents } from './body.ts'
import type { Answer, Turn } from './http-protocol.ts'
import { parsePath, select } from './json-path.ts'
import { isObject, stringAt } from './parse-json.ts'
import { fillText, hasSlot, readTemplate, type Slots } from './template.ts'

/** How to talk to an endpoint of anybody's making. */
export const TemplateSettings = z.looseObject({
  /** A body with {{prompt}}, {{messages}}, {{session}} (letters and digits only: {{session:plain}}) or {{session:/path}}. */
  request: z.union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())]).default({ message: '{{prompt}}' }),
  /** JSON Pointer or JSONPath of the answer; in a stream, of its pieces. Without it the usual places are looked at. */
  response_path: z.string().optional(),
  conversation: z.enum(['history', 'session', 'cookie', 'none']).optional(),
  /** Where requests really go, when that is not the URL itself; of the same origin. */
  url: z.string().optional(),
  /** A conversation that must be opened first: where, with what, and the place of its id, which is `{{session}}` in `url`. */
  open: z.object({ url: z.string(), request: z.record(z.string(), z.unknown()).default({}), id: z.string() }).optional(),
  /** A page to fetch before each conversation, for its cookies and the hidden fields of its form: `{{visit:name}}`. */
  visit: z.object({ url: z.string() }).optional(),
  /** What is said first in each conversation: an endpoint that greets whoever is new answers only then. */
  hello: z.string().max(500).optional(),
  /** Parameters of the address, beside what is said in the body. */
  query: z.record(z.string(), z.string()).default({}),
  method: z.enum(['GET', 'POST']).default('POST'),
  headers: z.record(z.string(), z.string()).default({}),
  /** Each event repeats the whole answer so far. */
  snapshots: z.boolean().default(false),
  /** The answer begins with what was said. */
  echoes: z.boolean().default(false),
})
export type TemplateSettings = z.infer<typeof TemplateSettings>

/** The conversation's id: as the endpoint gave it when it was opened, else of our choosing. */
const sessionOf = ({ state, session }: Turn<TemplateSettings>): string => String(state['opened'] ?? session)

/** Where a turn goes: `{{session}}` in the address is the conversation's id. */
export function urlOf(turn: Turn<TemplateSettings>): string {
  const url = (turn.settings.url ?? turn.url).replaceAll('{{session}}', encodeURIComponent(sessionOf(turn)))
  const query = Object.entries(turn.settings.query)
  if (query.length === 0) return url
  const full = new URL(url)
  for (const [name, value] of query) full.searchParams.set(name, fillText(value, slotsOf(turn)))
  return full.href
}

/** A template that has a place for the conversation keeps one. */
export function templateFeatures(settings: TemplateSettings): TargetFeatures {
  const template = readTemplate(settings.request)
  const history = hasSlot(template, 'messages') || hasSlot(template, 'history')
  const hasId = settings.open !== undefined || hasSlot(template, 'session') || hasSessionHeader(settings.headers)
  const conversation = settings.conversation ?? (history ? 'history' : hasId ? 'session' : 'none')
  return { conversation, system: hasSlot(template, 'messages'), history, tools: false }
}

/** Whether a header carries the conversation's id, not just some id that the server insists on. */
export const hasSessionHeader = (headers: unknown): boolean =>
  isObject(headers) &&
  Object.entries(headers).some(
    ([name, value]) =>
      hasSlot(value, 'session') &&
      /session|conversation|thread|chat|dialog|context/i.test(`${name} ${String(value).replace(/session(?=\}|:)/, '')}`),
  )

export const slotsOf = (turn: Turn<TemplateSettings>): Slots => ({
  prompt: turn.text,
  messages: turn.messages,
  session: sessionOf(turn),
  returned: (path: string) =>
    path.startsWith('header:')
      ? stringAt(turn.state['headers'], path.slice('header:'.length))
      : documentsLeft(turn).flatMap((document) => select(document, parsePath(path)))[0],
  visited: (name) => stringAt(turn.state['visited'], name),
})

/** Further headers with their slots filled; one that waits for an id is left out until there is one. */
export const headersOf = (turn: Turn<TemplateSettings>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(turn.settings.headers)
      .map(([name, value]) => [name, fillText(value, slotsOf(turn))] as const)
      .filter(([, value]) => value !== ''),
  )

const documentsLeft = (turn: Turn<TemplateSettings>): readonly unknown[] => {
  const left = turn.state['documents']
  return Array.isArray(left) ? left : []
}

/** What the next turn may need of an answer. */
export const stateAfter = ({ body, response }: Answer): Readonly<Record<string, unknown>> => ({
  documents: documents(body).slice(-50),
  headers: response.headers,
})
