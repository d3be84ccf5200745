import type { NetResponse } from '../../domain/target.ts'
import { isObject } from '../protocols/parse-json.ts'
import {
  applyIssues,
  boxed,
  type Draft,
  emptyDraft,
  get,
  isAsWanted,
  isPolyglot,
  polyglot,
  promptSlots,
  usualBoxes,
  without,
} from './draft.ts'
import { promptLikeness } from './field-names.ts'
import type { Issue } from './issue.ts'
import { readSpec } from './openapi.ts'
import { asLists, otherEncodings, otherMediaType, otherSpellings, otherValues, withCapital } from './other-drafts.ts'
import type { Prober } from './prober.ts'
import { isRpcDraft } from './rpc-draft.ts'

/** The draft repaired as the error asks; undefined when it asks for nothing that was not tried. */
export function nextDraft(draft: Draft, response: NetResponse, issues: readonly Issue[], tried: ReadonlySet<string>): Draft | undefined {
  const isMany = isPolyglot(draft)
  const missingAgain = issues.filter(
    (issue) =>
      issue.where === 'body' && (issue.kind === 'missing' || issue.kind === 'type') && isAsWanted(get(draft.body, issue.path), issue),
  )
  const candidates: Draft[] = []
  if (missingAgain.length > 0 && !isMany) candidates.push(...otherSpellings(draft, missingAgain), ...asLists(draft, missingAgain))
  // The field is there and the server does not see it: it reads another encoding.
  if (missingAgain.length > 0 && !isMany)
    candidates.push(...otherEncodings(draft, response), ...withCapital({ ...draft, encoding: 'json' }, missingAgain))
  if (missingAgain.length > 0 && missingAgain.length === issues.length && isMany && draft.encoding === 'json')
    candidates.push(asForm(draft))
  // Not seen as a form either: then as JSON, by name.
  const isUnseenForm = isMany && draft.encoding === 'urlencoded' && missingAgain.length > 0
  if (isUnseenForm) candidates.push(applyIssues({ ...emptyDraft, ...firstOf(draft), headers: draft.headers }, issues))
  const base = isMany && !isBesideThePrompt(draft, issues) ? onlyNamed(draft, issues) : draft
  const repaired = applyIssues(base, isMany ? intoBoxes(draft, issues) : issues)
  if (repaired !== base) candidates.push(repaired)
  candidates.push(...otherValues(draft, issues))
  candidates.push(...inItsBox(draft, response))
  if (response.status === 415)
    candidates.push(...otherMediaType(draft, response), ...otherEncodings(promptSlots(draft.body).length > 0 ? draft : polyglot, response))
  return candidates.find((candidate) => !tried.has(JSON.stringify(candidate)))
}

/**
 * Whether an error to every usual field at once only misses members that are not what is said: an id, a language. Then the text was
 * taken or comes next, and the usual fields stay: a validator that names one fault at a time is satisfied in one go.
 */
function isBesideThePrompt(draft: Draft, issues: readonly Issue[]): boolean {
  return (
    issues.length > 0 &&
    issues.every(
      ({ kind, path, where }) =>
        where === 'header' ||
        (where === 'query' && promptLikeness(String(path[0])) < 1.5) ||
        (where === 'body' &&
          (kind === 'missing' || kind === 'value') &&
          promptLikeness(String(path.at(-1))) === 0 &&
          (kind === 'value' || get(draft.body, path) === undefined)),
    )
  )
}

/** Rails and Phoenix speak of what is inside the box without naming the box: then it is missing in each of those that we tried. */
function intoBoxes(draft: Draft, issues: readonly Issue[]): readonly Issue[] {
  const boxes = Object.entries(draft.body).filter(([, value]) => isObject(value))
  if (boxes.length === 0 || promptSlots(draft.body).some((slot) => !slot.includes('.'))) return issues
  return issues.flatMap((issue) =>
    issue.path.length === 1 && get(draft.body, issue.path) === undefined
      ? boxes.map(([box]) => ({ ...issue, path: [box, ...issue.path] }))
      : [issue],
  )
}

/** A text in the one field that was asked for makes the server fail: the field may be a box. */
function inItsBox(draft: Draft, response: NetResponse): readonly Draft[] {
  const [[name, value] = ['', undefined], ...others] = Object.entries(draft.body)
  const isLone = others.length === 0 && typeof value === 'string' && value.startsWith('{{prompt@')
  return isLone && response.status >= 500 && draft.encoding === 'json'
    ? [{ ...boxed(name), ...firstOf(draft), headers: draft.headers }]
    : []
}

/** Of every usual field, those that the error finds fault with inside, and what was asked for before. */
function onlyNamed(draft: Draft, issues: readonly Issue[]): Draft {
  const inside = issues.filter(({ path, where, kind }) => where === 'body' && kind !== 'extra' && path.length > 1)
  const names = new Set(inside.map(({ path }) => String(path[0])))
  const speaksOfParts = inside.some(({ path }) => path.includes('parts'))
  const kept = Object.entries(draft.body).filter(
    ([name, value]) => names.has(name) || (name !== 'stream' && promptSlots(value).length === 0),
  )
  const body = Object.fromEntries(
    kept.map(([name, value]) => [name, name === 'messages' && !speaksOfParts ? without(value, [0, 'parts']) : value]),
  )
  return { ...emptyDraft, ...firstOf(draft), encoding: draft.encoding, headers: draft.headers, body }
}

const firstOf = (draft: Draft): Pick<Draft, 'first' | 'query'> => ({
  ...(draft.first ? { first: draft.first } : {}),
  ...(draft.query ? { query: draft.query } : {}),
})

export type Fallback = (response: NetResponse) => Promise<Draft | undefined> | Draft | undefined

/** What to try when errors do not help, the likeliest first. A page that had to be visited for the first draft has to be for the others. */
export function planFallbacks(prober: Prober, start: Draft): Fallback[] {
  if (isRpcDraft(start)) return [] // whatever else is sent is no call
  const lone = (body: Readonly<Record<string, unknown>>) => (): Draft => ({ ...emptyDraft, body })
  const others: readonly Fallback[] = [
    () => emptyDraft,
    () => polyglot,
    async () => (await readSpec(prober))?.draft,
    lone({ message: '{{prompt@message}}' }),
    lone({ messages: [{ role: 'user', content: '{{prompt@messages}}' }] }),
    () => boxed(...usualBoxes),
    () => asForm(polyglot),
    lone({ prompt: '{{prompt@prompt}}' }),
    lone({ query: '{{prompt@query}}' }),
    lone({ input: '{{prompt@input}}' }),
    () => ({ ...emptyDraft, encoding: 'text', body: '{{prompt@text}}' }),
    lone({ question: '{{prompt@question}}' }),
  ]
  return others.map((make) => async (response) => {
    const draft = await make(response)
    return draft && { ...draft, headers: { ...start.headers, ...draft.headers }, ...firstOf(start) }
  })
}

export async function nextFallback(fallbacks: Fallback[], tried: ReadonlySet<string>, response: NetResponse): Promise<Draft | undefined> {
  while (fallbacks.length > 0) {
    const draft = await fallbacks.shift()!(response)
    if (draft && !tried.has(JSON.stringify(draft))) return draft
  }
  return undefined
}

/** The same fields as a form has them: texts only. */
export const asForm = (draft: Draft): Draft => ({ ...draft, encoding: 'urlencoded', body: flat(draft.body) })

const flat = (body: Draft['body']): Draft['body'] =>
  isObject(body) ? Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string')) : body
