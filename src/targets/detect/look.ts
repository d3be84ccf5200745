import { isObject } from '../protocols/parse-json.ts'
import { applyIssues, type Draft, emptyDraft } from './draft.ts'
import { type Explored, explore } from './explore.ts'
import { type Failure, readFailure } from './failure.ts'
import { wordLeaves } from './find-answer.ts'
import { readIssues } from './issues.ts'
import { findLeaves } from './leaves.ts'
import type { Prober } from './prober.ts'

/** What a GET of the URL shows, when a POST was not taken. */
export type Sight =
  | Readonly<{ kind: 'explored'; explored: Explored }>
  | Readonly<{ kind: 'failed'; failure: Failure }>
  | Readonly<{ kind: 'page'; html: string }>
  | Readonly<{ kind: 'socket' }>
  | Readonly<{ kind: 'card'; card: unknown }>
  | Readonly<{ kind: 'rpc' }>
  | Readonly<{ kind: 'absent'; status: number }>

/** The usual names of a question in a query string. */
const queryDraft: Draft = {
  ...emptyDraft,
  method: 'GET',
  encoding: 'query',
  body: Object.fromEntries(
    ['message', 'prompt', 'q', 'query', 'question', 'text', 'input', 'msg'].map((name) => [name, `{{prompt@${name}}}`]),
  ),
}

/** Looks at the URL by GET. `posted` is how it answered the POST. */
export async function look(prober: Prober, posted: number): Promise<Sight> {
  const { response, body } = await prober.send(
    {
      method: 'GET',
      url: prober.url,
      headers: { accept: 'application/json, text/event-stream, text/html;q=0.5' },
      isDone: (text) => text.includes('\n\n'),
    },
    'looked at it by GET',
  )
  const failure = readFailure(response)
  if (failure) return { kind: 'failed', failure }
  const { status, headers, text } = response
  if (
    status === 426 ||
    /websocket/i.test(headers['upgrade'] ?? '') ||
    /upgrade (?:required|to websocket)|websocket (?:only|endpoint|upgrade)|can "?upgrade"? only to "?websocket/i.test(text.slice(0, 500))
  )
    return { kind: 'socket' }
  if (
    (status === 406 && /text\/event-stream/i.test(text)) ||
    (body.kind === 'json' && isObject(body.value) && body.value['jsonrpc'] === '2.0')
  )
    return { kind: 'rpc' }
  if (body.kind === 'events' && body.events.some((event) => event.event === 'endpoint')) return { kind: 'rpc' }
  if (status === 404 || status === 410 || /^\s*Ollama is running/.test(text)) return { kind: 'absent', status }
  if (status >= 500)
    return {
      kind: 'failed',
      failure: { code: 'error', message: `The endpoint answered HTTP ${posted} to a POST and HTTP ${status} to a GET.` },
    }
  if (body.kind === 'html') return { kind: 'page', html: body.text }
  if (body.kind === 'json' && isObject(body.value) && Array.isArray(body.value['skills']) && typeof body.value['name'] === 'string')
    return { kind: 'card', card: body.value }
  // No POST is routed there, and a GET not allowed: whatever the path is for, it is not this.
  if (status === 405 && (posted === 404 || posted === 410)) return { kind: 'absent', status: posted }
  if (status === 405)
    return {
      kind: 'failed',
      failure: { code: 'not_an_ai_endpoint', message: `The endpoint takes neither POST (HTTP ${posted}) nor GET (HTTP 405).` },
    }
  const plain = findLeaves(body)
  const start = status >= 400 ? applyIssues({ ...queryDraft, body: {} }, readIssues(response)) : queryDraft
  const explored = await explore(prober, Object.keys(start.body).length === 0 ? queryDraft : { ...start, encoding: 'query' })
  if (explored.kind !== 'heard')
    return {
      kind: 'failed',
      failure: { code: 'not_an_ai_endpoint', message: `The endpoint takes no POST (HTTP ${posted}) and does not talk by GET.` },
    }
  const empty = status < 300 ? { said: '', leaves: plain, tasks: [] } : undefined
  const same =
    empty &&
    wordLeaves(empty)
      .map((leaf) => leaf.text)
      .join('\n') ===
      wordLeaves(explored.heard)
        .map((leaf) => leaf.text)
        .join('\n')
  if (same)
    return {
      kind: 'failed',
      failure: { code: 'not_an_ai_endpoint', message: 'The endpoint serves the same data whatever is asked: it takes no question.' },
    }
  return { kind: 'explored', explored: { ...explored, empty: empty && { heard: empty, issues: [] } } }
}
