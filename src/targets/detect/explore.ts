import type { NetResponse, ProtocolId } from '../../domain/target.ts'
import { isFragment } from '../protocols/body.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { isObject } from '../protocols/parse-json.ts'
import { applyIssues, type Draft, emptyDraft, get, isAsWanted, keepSlot, mapLeaves, polyglot, promptSlots } from './draft.ts'
import { type Failure, isErrorBody, readFailure, wantsHeader } from './failure.ts'
import { type Heard, isEcho, wordLeaves } from './find-answer.ts'
import { isGraphQlError, readGraphQl } from './graphql.ts'
import type { Issue } from './issue.ts'
import { readIssues } from './issues.ts'
import { findLeaves } from './leaves.ts'
import { readSpec } from './openapi.ts'
import { asLists, otherEncodings, otherMediaType, otherSpellings } from './other-drafts.ts'
import type { Prober } from './prober.ts'
import { recogniseError } from './recognise.ts'
import { drawTask, type Task } from './task.ts'
import { sendDraft } from './way.ts'

/** What sending drafts came to. `draft` may still hold several `{{prompt@…}}` slots. */
export type Explored =
  | Readonly<{
      kind: 'heard'
      draft: Draft
      heard: Heard
      answer: Answer
      tasks: ReadonlyMap<string, Task>
      empty: Heard | undefined
      strict: boolean
    }>
  | Readonly<{ kind: 'failed'; failure: Failure }>
  /** The same place under another spelling of its path. */
  | Readonly<{ kind: 'moved'; url: string }>
  | Readonly<{ kind: 'rpc'; answer: Answer }>
  /** The error gives the protocol away. */
  | Readonly<{ kind: 'known'; protocol: ProtocolId }>
  /** Nobody takes a POST here, or a page answers it: worth a look by GET. */
  | Readonly<{ kind: 'elsewhere'; response: NetResponse }>
  | Readonly<{ kind: 'rejected'; response: NetResponse; issues: readonly Issue[] }>

const mostRounds = 14

/** Finds a request that is answered, starting from an empty object and doing what each error asks. */
export async function explore(prober: Prober, start: Draft = emptyDraft, excluded: ReadonlySet<ProtocolId> = new Set()): Promise<Explored> {
  const tried = new Set<string>()
  const fallbacks = planFallbacks(prober)
  let draft: Draft | undefined = start
  let empty: Heard | undefined
  let strict = false
  let last: Readonly<{ response: NetResponse; issues: readonly Issue[] }> | undefined
  let sameFailures = 0
  let askedGraphQl = false
  for (let round = 0; draft !== undefined && round < mostRounds; round++) {
    tried.add(JSON.stringify(draft))
    const tasks = new Map(promptSlots(draft.body).map((slot) => [slot, drawTask(prober.dice)]))
    const prompts = new Map([...tasks].map(([slot, task]) => [slot, task.prompt]))
    const answer = await sendDraft(prober, draft, prompts, describe(draft))
    const { response, body } = answer
    const known = response.status >= 400 ? recogniseError(response) : undefined
    if (known && !excluded.has(known)) return { kind: 'known', protocol: known }
    const moved = movedTo(response, prober.url)
    if (moved) return { kind: 'moved', url: moved }
    const failure = readFailure(response)
    if (failure) return { kind: 'failed', failure }
    if (isRpc(answer)) return { kind: 'rpc', answer }
    const isFirst = round === 0
    if (
      response.status === 405 ||
      response.status === 501 ||
      response.status === 426 ||
      (isFirst && (response.status === 404 || response.status === 410 || (body.kind === 'html' && response.status < 400 && !draft.page)))
    ) {
      if (isFirst || response.status === 405) return { kind: 'elsewhere', response }
    }
    if (tasks.size > 0 && response.status < 300 && isFragment(body)) draft = { ...draft, page: true }
    const answered: boolean = response.status < 300 && (body.kind !== 'html' || draft.page === true) && !isErrorBody(response)
    if (answered) {
      const heard: Heard = { said: [...prompts.values()].join('\n'), leaves: findLeaves(body, draft.page), tasks: [...tasks.values()] }
      if (tasks.size > 0) return { kind: 'heard', draft, heard, answer, tasks, empty, strict }
      empty = heard
    }
    const issues: readonly Issue[] = answered ? [] : readIssues(response)
    const credential = issues.find((issue) => issue.where === 'header' && /auth|api-?key|token/i.test(String(issue.path[0])))
    if (credential) return { kind: 'failed', failure: wantsHeader(String(credential.path[0]), response.status) }
    strict ||= issues.some((issue) => issue.kind === 'extra')
    const isSame =
      last !== undefined && issues.length === 0 && last.response.status === response.status && last.response.text === response.text
    sameFailures = isSame ? sameFailures + 1 : 0
    last = { response, issues }
    if (!askedGraphQl && response.status >= 400 && isGraphQlError(response.text)) {
      askedGraphQl = true
      const found = await readGraphQl(prober)
      if (!found) break // whatever else is sent is no GraphQL
      draft = found
      continue
    }
    if (sameFailures >= (response.status >= 500 ? 3 : 6)) break // nothing we send makes a difference
    draft = nextDraft(draft, response, issues, tried) ?? (await nextFallback(fallbacks, tried, response))
  }
  return last ? { kind: 'rejected', ...last } : { kind: 'failed', failure: { code: 'error', message: 'Nothing could be sent.' } }
}

/** A redirect that only adds or drops a slash at the end: the same endpoint. No other redirect is followed. */
function movedTo(response: NetResponse, url: string): string | undefined {
  const to = response.status >= 301 && response.status <= 308 ? URL.parse(response.headers['location'] ?? '', url) : null
  const from = new URL(url)
  const bare = (path: string) => path.replace(/\/+$/, '')
  return to && to.origin === from.origin && to.pathname !== from.pathname && bare(to.pathname) === bare(from.pathname) ? to.href : undefined
}

const isRpc = ({ body }: Answer): boolean => body.kind === 'json' && isObject(body.value) && body.value['jsonrpc'] === '2.0'

/** The draft repaired as the error asks; undefined when it asks for nothing that was not tried. */
function nextDraft(draft: Draft, response: NetResponse, issues: readonly Issue[], tried: ReadonlySet<string>): Draft | undefined {
  const isPolyglot = promptSlots(draft.body).length > 5
  const wants = issues.some((issue) => issue.kind !== 'extra')
  const missingAgain = issues.filter(
    (issue) =>
      issue.where === 'body' && (issue.kind === 'missing' || issue.kind === 'type') && isAsWanted(get(draft.body, issue.path), issue),
  )
  const candidates: Draft[] = []
  if (missingAgain.length > 0 && !isPolyglot) candidates.push(...otherSpellings(draft, missingAgain), ...asLists(draft, missingAgain))
  // The field is there and the server does not see it: it reads another encoding.
  if (missingAgain.length > 0 && !isPolyglot) candidates.push(...otherEncodings(draft, response))
  const restart: Draft = { ...emptyDraft, encoding: draft.encoding, headers: draft.headers }
  const repaired = applyIssues(isPolyglot && wants ? restart : draft, issues)
  if (repaired !== draft && repaired !== restart) candidates.push(repaired)
  if (response.status === 415)
    candidates.push(...otherMediaType(draft, response), ...otherEncodings(promptSlots(draft.body).length > 0 ? draft : polyglot, response))
  return candidates.find((candidate) => !tried.has(JSON.stringify(candidate)))
}

type Fallback = (response: NetResponse) => Promise<Draft | undefined> | Draft | undefined

/** What to try when errors do not help, the likeliest first. */
function planFallbacks(prober: Prober): Fallback[] {
  const lone = (body: Readonly<Record<string, unknown>>) => (): Draft => ({ ...emptyDraft, body })
  return [
    () => polyglot,
    async () => (await readSpec(prober))?.draft,
    lone({ message: '{{prompt@message}}' }),
    lone({ messages: [{ role: 'user', content: '{{prompt@messages}}' }] }),
    () => ({ ...polyglot, encoding: 'urlencoded', body: flat(polyglot.body) }),
    lone({ prompt: '{{prompt@prompt}}' }),
    lone({ query: '{{prompt@query}}' }),
    lone({ input: '{{prompt@input}}' }),
    () => ({ ...emptyDraft, encoding: 'text', body: '{{prompt@text}}' }),
    lone({ question: '{{prompt@question}}' }),
  ]
}

async function nextFallback(fallbacks: Fallback[], tried: ReadonlySet<string>, response: NetResponse): Promise<Draft | undefined> {
  while (fallbacks.length > 0) {
    const draft = await fallbacks.shift()!(response)
    if (draft && !tried.has(JSON.stringify(draft))) return draft
  }
  return undefined
}

const flat = (body: Draft['body']): Draft['body'] =>
  isObject(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string')) : body

function describe(draft: Draft): string {
  const slots = promptSlots(draft.body)
  const how = { json: 'JSON', urlencoded: 'a form', multipart: 'a multipart form', query: 'a query string', text: 'plain text' }[
    draft.encoding
  ]
  if (slots.length === 0)
    return JSON.stringify(draft.body) === '{}' ? 'sent an empty JSON object' : `sent only ${Object.keys(draft.body).join(', ')} as ${how}`
  if (slots.length > 5) return `sent ${how} with every usual field, each with a task of its own`
  return `sent a task in ${slots.join(', ')} as ${how}`
}

/** Settles which field is the prompt: the one whose task was solved or taken up, else by leaving fields out. */
export async function settleSlot(
  prober: Prober,
  found: Extract<Explored, { kind: 'heard' }>,
  solved: Task | undefined,
  taken: readonly Task[],
): Promise<Draft> {
  const slots = [...found.tasks.keys()]
  const others = slots.length > 5 ? 'drop' : 'fill'
  const bySolution = slots.find((slot) => found.tasks.get(slot) === (solved ?? taken[0]))
  if (slots.length === 1 || bySolution !== undefined) return keepSlot(found.draft, bySolution ?? slots[0]!, others)
  // Of a few that sound alike, all carry what is said: the one that is read is among them.
  const narrowed = others === 'fill' ? undefined : await narrow(prober, found, slots)
  return narrowed
    ? keepSlot(found.draft, narrowed, 'drop')
    : { ...found.draft, body: mapLeaves(found.draft.body, (leaf) => leaf.replace(/\{\{prompt@[^{}]+\}\}/g, '{{prompt}}')) as Draft['body'] }
}

/** Halves the fields until one is left. Undefined: the answers do not depend on any of them. */
async function narrow(prober: Prober, found: Extract<Explored, { kind: 'heard' }>, slots: readonly string[]): Promise<string | undefined> {
  const nothing = words(found.empty)
  if (found.empty && nothing === words(found.heard)) return undefined
  if (wordLeaves(found.heard).length === 0 && found.heard.leaves.some((leaf) => isEcho(leaf, found.heard))) return undefined
  let left = slots
  let isDoubtful = false
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2))
    const { works, failed } = await tryOnly(half)
    isDoubtful = works ? false : isDoubtful || failed
    left = works ? half : left.slice(half.length)
  }
  // Left over because others failed on the server's side, and never seen to work: it has to show.
  return isDoubtful && !(await tryOnly(left)).works ? undefined : left[0]

  async function tryOnly(some: readonly string[]): Promise<Readonly<{ works: boolean; failed: boolean }>> {
    const body = Object.fromEntries(Object.entries(found.draft.body).filter(([key]) => some.includes(key) || !slots.includes(key)))
    const task = drawTask(prober.dice)
    const { response, body: heard } = await sendDraft(
      prober,
      { ...found.draft, body },
      new Map(some.map((slot) => [slot, task.prompt])),
      `sent only ${some.join(', ')}`,
    )
    const works =
      response.status < 300 &&
      !isErrorBody(response) &&
      (!found.empty || words({ said: '', tasks: [], leaves: findLeaves(heard) }) !== nothing)
    return { works, failed: response.status >= 500 }
  }
}

const words = (heard: Heard | undefined): string =>
  (heard?.leaves ?? [])
    .map((leaf) => leaf.text)
    .filter((text) => /\s/.test(text.trim()))
    .join('\n')
