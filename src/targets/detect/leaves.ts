import { type Body, streamView } from '../protocols/body.ts'
import { streamTextAt } from '../protocols/json.ts'
import { type Step, textAt, writePath } from '../protocols/json-path.ts'
import { pageView } from '../protocols/page-view.ts'
import { isObject, parseJson } from '../protocols/parse-json.ts'
import { openFrame } from '../protocols/websocket.ts'

/** A place in an answer that holds words, in the form that a later answer can be read by. */
export type Leaf = Readonly<{
  path: string
  steps: readonly Step[]
  text: string
  snapshots: boolean
  /** The names of the members beside it. */
  beside?: readonly string[]
  /** It is in one of several objects of a list. */
  many?: boolean
}>

const mostLeaves = 2000
const mostVisited = 20_000
/** Each place of a stream is looked up in each of its events; real streams have thousands of events of a few kinds. */
const mostLookups = 500_000

/** Every place of a body that holds text. A page is nobody's words, unless it was asked for by its own form. */
export function findLeaves(body: Body, isPage = false): readonly Leaf[] {
  if (body.kind === 'text') return [leaf([], body.text.trim())]
  if (body.kind === 'html') return isPage ? pageLeaves(body.text) : []
  if (body.kind === 'events') return streamLeaves(streamView(body.events))
  const found = new Map<string, Leaf>()
  for (const { steps, beside, many } of walk(body.value)) {
    const path = writePath(steps)
    // The elements of a list share one path: it is looked up once, for that reads the whole list.
    const text = found.has(path) || found.size >= mostLeaves ? undefined : textAt(body.value, steps)
    if (text !== undefined) found.set(path, { ...leaf(steps, text), beside, many })
  }
  return [...found.values()]
}

/** The last block of each kind: in a transcript that is the newest. */
function pageLeaves(html: string): readonly Leaf[] {
  const last = new Map(pageView(html).map((block) => [block.at, block.text]))
  return [...last].map(([at, text]) =>
    leaf(
      [
        { kind: 'where', name: 'at', equal: true, value: at, last: true },
        { kind: 'key', name: 'text' },
      ],
      text,
    ),
  )
}

/** Every place of a socket's frames: one frame is a document, several are a stream. */
export function frameLeaves(frames: readonly string[]): readonly Leaf[] {
  const documents = frames.map(openFrame).filter((document) => document !== '[DONE]')
  return documents.length === 1
    ? typeof documents[0] === 'string'
      ? [leaf([], documents[0])]
      : findLeaves({ kind: 'json', value: documents[0] })
    : streamLeaves(documents)
}

const leaf = (steps: readonly Step[], text: string, snapshots = false): Leaf => ({ path: writePath(steps), steps, text, snapshots })

/** In a stream the same place of many events is one leaf; events that name their kind are read by kind. */
function streamLeaves(events: readonly unknown[]): readonly Leaf[] {
  const groups = new Map<string, readonly Step[]>()
  const most = Math.min(mostLeaves, Math.ceil(mostLookups / events.length))
  const kinds = kindNames(events)
  for (const event of events.slice(0, 20_000)) {
    const pick = pickEvent(event, kinds)
    for (const { steps } of walk(event)) {
      if (groups.size < most) groups.set(writePath([pick, ...steps]), [pick, ...steps])
    }
  }
  return [...groups.values()].flatMap((steps) => {
    const joined = streamTextAt(events, steps, false)
    if (joined === undefined) return []
    const last = streamTextAt(events, steps, true) ?? ''
    // Cumulative streams repeat the answer so far: then the pieces together are much longer than the last, which starts like the first.
    const snapshots = joined.length > last.length && isCumulative(events, steps)
    return [leaf(steps, snapshots ? last : joined, snapshots)]
  })
}

function isCumulative(events: readonly unknown[], steps: readonly Step[]): boolean {
  const pieces = events.map((event) => streamTextAt([event], steps, true)).filter((piece) => piece !== undefined && piece !== '')
  return pieces.length > 1 && pieces.every((piece, index) => index === 0 || piece!.startsWith(pieces[index - 1]!))
}

/** Members by which events name their kind, the one that tells most of them apart first: Coze's `type` is the same for pieces and the whole. */
function kindNames(events: readonly unknown[]): readonly string[] {
  const seen = new Map(['type', 'event', 'kind'].map((name) => [name, new Set<unknown>()]))
  for (const event of events.slice(0, 2000))
    if (isObject(event)) for (const [name, values] of seen) if (typeof event[name] === 'string') values.add(event[name])
  return [...seen].toSorted(([, a], [, b]) => b.size - a.size).map(([name]) => name)
}

const pickEvent = (event: unknown, names: readonly string[]): Step => {
  for (const name of names) {
    const value = isObject(event) && Object.hasOwn(event, name) ? event[name] : undefined
    if (typeof value === 'string' && value.length < 100 && !value.includes("'"))
      return { kind: 'where', name, equal: true, value, last: false }
  }
  return { kind: 'all' }
}

type Place = Readonly<{ steps: readonly Step[]; beside: readonly string[]; many: boolean }>

/** The paths of all strings, written so that they fit the next answer too. Iterative and bounded. */
function walk(document: unknown): readonly Place[] {
  const places: Place[] = []
  const open: (Place & Readonly<{ node: unknown; depth: number }>)[] = [{ node: document, steps: [], depth: 0, beside: [], many: false }]
  for (let visited = 0; visited < open.length && visited < mostVisited && places.length < mostLeaves; visited++) {
    const { node, depth, ...place } = open[visited]!
    const { steps } = place
    if (typeof node === 'string') {
      const inner = /^\s*[[{]/.test(node) ? parseJson(node) : undefined
      if (inner === undefined) places.push(place)
      else if (depth < 40) open.push({ ...place, node: inner, depth: depth + 1 })
    } else if (Array.isArray(node)) {
      const many = place.many || (node.length > 1 && node.every(isObject))
      for (const [index, item] of node.slice(0, 200).entries())
        for (const step of arraySteps(node, index, steps))
          open.push({ node: item, steps: [...steps, step], depth: depth + 1, beside: [], many })
    } else if (isObject(node) && depth < 40) {
      const names = Object.keys(node)
      const beside = names.slice(0, 30)
      for (const name of names.slice(0, 500))
        if (name.length <= 200)
          open.push({ node: node[name], steps: [...steps, { kind: 'key', name }], depth: depth + 1, beside, many: place.many })
    }
  }
  return places
}

const speakers = ['role', 'from', 'author', 'sender', 'speaker', 'type']
const isUser = /^(?:user|human|you|me|customer|client|visitor|guest|question|request|input|prompt)$/i

/** How to find an element again when the list is longer next time: by who speaks, else the last of a log, else all of several. */
function arraySteps(list: readonly unknown[], index: number, steps: readonly Step[]): readonly Step[] {
  const item = list[index]
  const parent = steps.at(-1)
  const name = parent?.kind === 'key' ? parent.name : ''
  if (typeof item === 'string')
    return list.length > 1 && list.every((one) => typeof one === 'string') ? [{ kind: 'all' }] : [{ kind: 'index', index }]
  if (!isObject(item)) return [{ kind: 'index', index }]
  const speaker = speakers.find(
    (key) => typeof item[key] === 'string' && list.every((one) => isObject(one) && typeof one[key] === 'string'),
  )
  if (speaker) {
    const values = new Set(list.map((one) => (one as Record<string, string>)[speaker]!))
    const users = [...values].filter((value) => isUser.test(value))
    const value = item[speaker] as string
    if (users.length > 0 && !isUser.test(value) && users[0] !== undefined)
      return [{ kind: 'where', name: speaker, equal: false, value: users[0], last: true }]
    if (value.length < 60 && !value.includes("'") && (values.size > 1 || speaker === 'type'))
      return [{ kind: 'where', name: speaker, equal: true, value, last: false }]
  }
  if (/^(?:history|log|turns|transcript|conversation|chat|thread|dialog(?:ue)?)$/i.test(name))
    return [{ kind: 'index', index: index === list.length - 1 ? -1 : index }]
  // All of them together, or only the last: which is right shows when one of them is our own.
  if (/^(?:messages|responses|replies|answers|content|parts|blocks|segments|bubbles|items)$/i.test(name) || steps.length === 0)
    return index === list.length - 1 && list.length > 1 ? [{ kind: 'all' }, { kind: 'index', index: -1 }] : [{ kind: 'all' }]
  return [{ kind: 'index', index }]
}
