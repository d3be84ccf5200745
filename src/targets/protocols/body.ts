import { createParser } from 'eventsource-parser'
import type { NetResponse } from '../../domain/target.ts'
import { readAmazonEvents } from './amazon-events.ts'
import { isObject, parseJson } from './parse-json.ts'

/** One event of a stream. `data` is parsed where it is JSON. */
export type StreamEvent = Readonly<{ event: string; data: unknown }>

/** What an answer's bytes turned out to be, whatever its content type claims. */
export type Body =
  | Readonly<{ kind: 'json'; value: unknown }>
  | Readonly<{ kind: 'events'; format: 'sse' | 'ndjson' | 'ai-sdk-data'; events: readonly StreamEvent[] }>
  /** A page, or another document of tags: nobody's words. */
  | Readonly<{ kind: 'html'; text: string }>
  | Readonly<{ kind: 'text'; text: string }>

/** Sniffs a body: servers stream when asked not to, and label streams as text. Looks at the bytes first, at the label last. */
export function readBody(response: Pick<NetResponse, 'headers' | 'text'>): Body {
  const text = response.text.toWellFormed().replace(/^\uFEFF/, '')
  const label = response.headers['content-type'] ?? ''
  const start = text.trimStart()
  if (/vnd\.amazon\.eventstream/i.test(label)) return { kind: 'events', format: 'sse', events: readAmazonEvents(text) }
  if (/^(?:image|audio|video|font)\/|octet-stream|application\/(?:pdf|zip|gzip)/i.test(label)) return { kind: 'text', text: '' }
  if (/^(?:event|data|id|retry)(?::|\r?\n)|^:/.test(start) || /event-stream/i.test(label)) {
    const events = readSse(start)
    if (events.length > 0) return { kind: 'events', format: 'sse', events }
  }
  const lines = readDataStream(start)
  if (lines) return { kind: 'events', format: 'ai-sdk-data', events: lines }
  const value = parseJson(text)
  // A quoted word in plain text is a word in quotes; a bare scalar is JSON only where the label says so.
  if (typeof value === 'object' || (value !== undefined && /json/i.test(label))) return { kind: 'json', value }
  const ndjson = readNdjson(start)
  if (ndjson) return { kind: 'events', format: 'ndjson', events: ndjson }
  if (
    /^(?:<!doctype html|<html|<head|<body|<\?xml|<rss|<feed|<svg|<soap)/i.test(start) ||
    (/html|xml/i.test(label) && /^<[a-z]/i.test(start))
  )
    return { kind: 'html', text }
  return { kind: 'text', text }
}

/** Whether tags are a piece of a page, or a document of somebody's own, rather than a page or a feed. */
export const isFragment = (body: Body): boolean =>
  body.kind === 'html' && !/<(?:!doctype|html|head|body|rss|feed|svg|soap)/i.test(body.text.slice(0, 1000))

function readSse(text: string): readonly StreamEvent[] {
  const events: StreamEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event: event ?? '', data: parseData(data) }),
    onError: () => undefined,
  })
  parser.feed(text.split('\n').filter(isField).join('\n'))
  parser.feed('\n\n') // a stream that was cut still counts as far as it goes
  return events
}

/** Unknown fields (Flowise writes `message:`) mean nothing; the parser would make an error of each, 10 µs a line. */
const isField = (line: string): boolean => /^(?:data|event|id|retry)?(?::|\r?$)|\r./s.test(line)

const parseData = (data: string): unknown => (/^\s*[[{"]|^\s*(?:-?\d|true|false|null)/.test(data) ? (parseJson(data) ?? data) : data)

/** The AI SDK 4 data stream: lines of a one-character code, a colon and JSON. */
function readDataStream(text: string): readonly StreamEvent[] | undefined {
  if (!/^[0-9a-k]:(?:["[{]|null|\d)/.test(text)) return undefined
  const events: StreamEvent[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const data = /^[0-9a-k]:/.test(line) ? parseJson(line.slice(2)) : undefined
    if (data === undefined) return events.length > 0 ? events : undefined
    events.push({ event: line[0]!, data })
  }
  return events
}

/** One JSON value a line, at least two of them; a last line that was cut is left out. */
function readNdjson(text: string): readonly StreamEvent[] | undefined {
  if (!/^[[{]/.test(text)) return undefined
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const events: StreamEvent[] = []
  for (const [index, line] of lines.entries()) {
    const data = parseJson(line)
    if (data === undefined && index === 0) return undefined
    if (data === undefined) break
    events.push({ event: isObject(data) && typeof data['event'] === 'string' ? data['event'] : '', data })
  }
  return lines.length > 1 ? events : undefined
}

/** The JSON documents of a body: one, or one an event. Nothing for text. */
export function documents(body: Body): readonly unknown[] {
  if (body.kind === 'json') return [body.value]
  return body.kind === 'events' ? body.events.map((event) => event.data) : []
}

/** What streams send to say that they are over. */
const endMark = /^\s*\[(?:DONE|END|EOS|EOF|STOP|FINISH(?:ED)?|COMPLETED?)\]\s*$/i

/**
 * The events of a stream as one list of documents, as paths see it: an event's name is its member `event`,
 * a bare text under a name is `{event, data}`, and end marks are gone.
 */
export function streamView(events: readonly StreamEvent[]): readonly unknown[] {
  return events
    .filter(({ data }) => data !== '' && !(typeof data === 'string' && endMark.test(data)))
    .map(({ event, data }) => {
      if (event === '') return data
      return isObject(data) ? (Object.hasOwn(data, 'event') ? data : { ...data, event }) : { event, data }
    })
}
