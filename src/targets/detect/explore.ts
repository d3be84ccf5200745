import type { NetResponse, ProtocolId } from '../../domain/target.ts'
import { isFragment } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { isObject } from '../protocols/parse-json.ts'
import { type Draft, isPolyglot, polyglot, promptSlots } from './draft.ts'
import { type Failure, isErrorBody, readFailure, wantsHeader } from './failure.ts'
import type { Heard } from './find-answer.ts'
import { isGraphQlError, readGraphQl } from './graphql.ts'
import type { Issue } from './issue.ts'
import { readIssues } from './issues.ts'
import { findLeaves } from './leaves.ts'
import { asForm, type Fallback, nextDraft, nextFallback, planFallbacks } from './next-draft.ts'
import { openersIn } from './open-session.ts'
import type { Prober } from './prober.ts'
import { recogniseError } from './recognise.ts'
import { isRpcDraft } from './rpc-draft.ts'
import { drawTask, type Task } from './task.ts'
import { wantsVisit } from './visit.ts'
import { sendDraft } from './way.ts'

/** What sending drafts came to. `draft` may still hold several `{{prompt@…}}` slots. */
export type Explored =
  | Found
  | Readonly<{ kind: 'failed'; failure: Failure }>
  /** The same place under another spelling of its path. */
  | Readonly<{ kind: 'moved'; url: string }>
  | Readonly<{ kind: 'rpc'; answer: Answer }>
  /** The error gives the protocol away. */
  | Readonly<{ kind: 'known'; protocol: ProtocolId }>
  /** A conversation has to be opened first, at one of these addresses. */
  | Readonly<{ kind: 'unopened'; urls: readonly string[]; response: NetResponse }>
  /** A page has to be visited first: it hands out what proves that we were there. */
  | Readonly<{ kind: 'unvisited'; response: NetResponse }>
  /** Nobody takes a POST here, or a page answers it: worth a look by GET. */
  | Readonly<{ kind: 'elsewhere'; response: NetResponse }>
  | (Readonly<{ kind: 'rejected' }> & Rejection)

/** A draft that was answered. `empty` is what came to an empty body, once one was sent. */
export type Found = Readonly<{
  kind: 'heard'
  draft: Draft
  heard: Heard
  answer: Answer
  tasks: ReadonlyMap<string, Task>
  empty: Empty | undefined
  strict: boolean
}>

/** What an empty body came to: words, or the wishes of an error. */
export type Empty = Readonly<{ heard: Heard | undefined; issues: readonly Issue[] }>
type Rejection = Readonly<{ response: NetResponse; issues: readonly Issue[] }>

/** A draft on its way: each of its slots holds a task of its own. */
type Sent = Readonly<{ draft: Draft; tasks: ReadonlyMap<string, Task>; answer: Answer }>

/** What is known so far while drafts are tried. */
type Search = {
  readonly tried: Set<string>
  readonly fallbacks: Fallback[]
  empty: Empty | undefined
  strict: boolean
  last: Rejection | undefined
  sameFailures: number
  askedGraphQl: boolean
  /** A body of JSON that was taken without a word. */
  silent: Found | undefined
}

const mostRounds = 14

/** Finds a request that is answered, starting from every usual field at once and doing what each error asks. */
export async function explore(prober: Prober, start: Draft = polyglot, excluded: ReadonlySet<ProtocolId> = new Set()): Promise<Explored> {
  const search: Search = {
    tried: new Set(),
    fallbacks: planFallbacks(prober, start),
    empty: undefined,
    strict: false,
    last: undefined,
    sameFailures: 0,
    askedGraphQl: false,
    silent: undefined,
  }
  let draft: Draft | undefined = start
  for (let round = 0; draft !== undefined && round < mostRounds; round++) {
    search.tried.add(JSON.stringify(draft))
    const sent = await sendTasks(prober, draft)
    const end = endOf(sent, prober.url, excluded, round === 0)
    if (end) return end
    const heard = hear(sent)
    if (heard && sent.tasks.size > 0 && isSilent(sent) && search.silent === undefined) {
      // PHP and the like say nothing to a body that they can't read.
      search.silent = toFound(search, sent, heard)
      draft = asForm(draft)
      continue
    }
    if (search.silent !== undefined && (!heard || isSilent(sent))) return search.silent
    if (heard && sent.tasks.size > 0) return toFound(search, sent, heard)
    const issues = heard ? [] : issuesOf(sent)
    const credential = wantsCredential(issues, sent.answer.response)
    if (credential) return { kind: 'failed', failure: credential }
    note(search, sent, heard, issues)
    draft = await advance(prober, search, draft, { response: sent.answer.response, issues })
  }
  return search.last
    ? { kind: 'rejected', ...search.last }
    : { kind: 'failed', failure: { code: 'error', message: 'Nothing could be sent.' } }
}

async function sendTasks(prober: Prober, draft: Draft): Promise<Sent> {
  const tasks = new Map(promptSlots(draft.body).map((slot) => [slot, drawTask(prober.dice)]))
  const prompts = new Map([...tasks].map(([slot, task]) => [slot, task.prompt]))
  return { draft, tasks, answer: await sendDraft(prober, draft, prompts, describe(draft)) }
}

/** An answer after which no other body has to be tried. */
function endOf({ draft, answer }: Sent, url: string, excluded: ReadonlySet<ProtocolId>, isFirst: boolean): Explored | undefined {
  const { response, body } = answer
  const known = response.status >= 400 ? recogniseError(response) : undefined
  if (known && !excluded.has(known)) return { kind: 'known', protocol: known }
  const moved = movedTo(response, url)
  if (moved) return { kind: 'moved', url: moved }
  if (draft.first === undefined && wantsVisit(response)) return { kind: 'unvisited', response }
  const failure = readFailure(response)
  if (failure) return { kind: 'failed', failure }
  const openers = draft.first === undefined ? openersIn(response, url) : []
  if (openers.length > 0) return { kind: 'unopened', urls: openers, response }
  if (isRpc(answer) && !isRpcDraft(draft)) return { kind: 'rpc', answer }
  if (response.status === 405) return { kind: 'elsewhere', response }
  const isPage = body.kind === 'html' && response.status < 400 && !draft.page && !isFragment(body)
  return isFirst && (isPage || [404, 410, 419, 426, 501].includes(response.status)) ? { kind: 'elsewhere', response } : undefined
}

/** The words of an answer, and the draft as it turned out to be. */
type Hearing = Heard & Readonly<{ draft: Draft }>

const toFound = ({ empty, strict }: Search, { answer, tasks }: Sent, { draft, ...heard }: Hearing): Found => ({
  kind: 'heard',
  draft,
  heard,
  answer,
  tasks,
  empty,
  strict,
})

/** The words of an answer to a draft; undefined when it was an error. */
function hear({ draft, tasks, answer: { response, body } }: Sent): Hearing | undefined {
  const asked = tasks.size > 0 && response.status < 300 && isFragment(body) ? { ...draft, page: true as const } : draft
  if (response.status >= 300 || (body.kind === 'html' && !asked.page) || isErrorBody(response)) return undefined
  const said = [...tasks.values()].map((task) => task.prompt).join('\n')
  return { said, leaves: findLeaves(body, asked.page), tasks: [...tasks.values()], draft: asked }
}

const isSilent = ({ draft, answer: { response } }: Sent): boolean =>
  response.status === 200 &&
  response.text.trim() === '' &&
  (draft.encoding === 'urlencoded' || (draft.encoding === 'json' && isPolyglot(draft)))

/** What an error wishes; a procedure speaks of its parameters, not of the call. */
function issuesOf({ draft, answer: { response } }: Sent): readonly Issue[] {
  const issues = readIssues(response)
  if (!isRpcDraft(draft)) return issues
  return issues.map((issue) => (issue.path[0] === 'params' ? issue : { ...issue, path: ['params', ...issue.path] }))
}

function wantsCredential(issues: readonly Issue[], response: NetResponse): Failure | undefined {
  const header = issues.find((issue) => issue.where === 'header' && /auth|api-?key|token/i.test(String(issue.path[0])))
  return header && wantsHeader(String(header.path[0]), response.status)
}

/** Keeps what a draft without an answer in words taught. */
function note(search: Search, { draft, answer: { response } }: Sent, heard: Heard | undefined, issues: readonly Issue[]): void {
  if (isEmptyBody(draft)) search.empty = { heard, issues }
  search.strict ||= issues.some((issue) => issue.kind === 'extra')
  const isSame =
    search.last !== undefined &&
    issues.length === 0 &&
    search.last.response.status === response.status &&
    search.last.response.text === response.text
  search.sameFailures = isSame ? search.sameFailures + 1 : 0
  search.last = { response, issues }
}

/** The draft to send next: as GraphQL's schema says, as the error asks, else the likeliest of what is left. Undefined: no use. */
async function advance(prober: Prober, search: Search, draft: Draft, { response, issues }: Rejection): Promise<Draft | undefined> {
  if (!search.askedGraphQl && response.status >= 400 && isGraphQlError(response.text)) {
    search.askedGraphQl = true
    return readGraphQl(prober) // whatever else is sent is no GraphQL
  }
  if (search.sameFailures >= (response.status >= 500 ? 3 : 6)) return undefined // nothing we send makes a difference
  return nextDraft(draft, response, issues, search.tried) ?? nextFallback(search.fallbacks, search.tried, response)
}

/** A redirect that only adds or drops a slash at the end: the same endpoint. No other redirect is followed. */
function movedTo(response: NetResponse, url: string): string | undefined {
  const to = response.status >= 301 && response.status <= 308 ? URL.parse(response.headers['location'] ?? '', url) : null
  const from = new URL(url)
  const bare = (path: string) => path.replace(/\/+$/, '')
  return to && to.origin === from.origin && to.pathname !== from.pathname && bare(to.pathname) === bare(from.pathname) ? to.href : undefined
}

const isRpc = ({ body }: Answer): boolean => body.kind === 'json' && isObject(body.value) && body.value['jsonrpc'] === '2.0'

export const isEmptyBody = (draft: Draft): boolean => JSON.stringify(draft.body) === '{}'

function describe(draft: Draft): string {
  const slots = promptSlots(draft.body)
  const how = { json: 'JSON', urlencoded: 'a form', multipart: 'a multipart form', query: 'a query string', text: 'plain text' }[
    draft.encoding
  ]
  if (slots.length === 0)
    return isEmptyBody(draft) ? 'sent an empty JSON object' : `sent only ${Object.keys(draft.body).join(', ')} as ${how}`
  if (slots.length > 5) return `sent ${how} with every usual field, each with a task of its own`
  return `sent a task in ${slots.join(', ')} as ${how}`
}
