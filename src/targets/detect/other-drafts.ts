import type { NetResponse } from '../../domain/target.ts'
import { isObject } from '../protocols/parse-json.ts'
import { applyIssues, type Draft, type Encoding, get, likelyValues, polyglot, put, without } from './draft.ts'
import type { Issue } from './issue.ts'

/**
 * The field is there, and the server does not see it: Go and C# name the member of their class, Spring puts the method in front,
 * Rails speaks of what is inside the one parameter that it wants.
 */
export function otherSpellings(draft: Draft, issues: readonly Issue[]): readonly Draft[] {
  const boxes = isObject(draft.body) ? Object.keys(draft.body).filter((name) => typeof get(draft.body, [name]) === 'object') : []
  const changes: readonly Respelling[] = [
    text((name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()),
    text((name) => name.charAt(0).toLowerCase() + name.slice(1)),
    text((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())),
    (path) => path.slice(-1),
    (path) => (boxes.length === 1 && path.length === 1 && path[0] !== boxes[0] ? [boxes[0]!, ...path] : path),
  ]
  return respell(draft, issues, changes)
}

/** With a capital after all: what sounded like the name of a class's member was the field's own. */
export const withCapital = (draft: Draft, issues: readonly Issue[]): readonly Draft[] =>
  respell(draft, issues, [text((name) => name.charAt(0).toUpperCase() + name.slice(1))])

type Respelling = (path: Path) => Path
const text =
  (change: (name: string) => string): Respelling =>
  (path) =>
    path.map((step) => (typeof step === 'string' ? change(step) : step))

function respell(draft: Draft, issues: readonly Issue[], changes: readonly Respelling[]): readonly Draft[] {
  return changes.flatMap((change) => {
    const moved = issues.map((issue) => ({ ...issue, path: change(issue.path) }))
    const [old] = issues
    if (!old || moved.every((issue, index) => issue.path.join('.') === issues[index]!.path.join('.'))) return []
    const cleared = issues.reduce<unknown>((body, issue) => without(body, issue.path.slice(0, 1)), draft.body)
    return [applyIssues({ ...draft, body: cleared as Draft['body'] }, moved)]
  })
}
type Path = Issue['path']

/** JSON under a name of its own, as the server asks for it. */
export function otherMediaType(draft: Draft, response: NetResponse): readonly Draft[] {
  const said = `${response.headers['accept-post'] ?? ''} ${response.headers['accept'] ?? ''} ${response.text.slice(0, 1000)}`
  const type = /\bapplication\/(?!json\b)[a-z0-9.-]{1,60}\+json\b/i.exec(said)?.[0]?.toLowerCase()
  return type === undefined ? [] : [{ ...draft, encoding: 'json', headers: { ...draft.headers, 'content-type': type } }]
}

/** The same fields in the other encodings; the server's own hint comes first. */
export function otherEncodings(draft: Draft, response: NetResponse): readonly Draft[] {
  const hint = `${response.headers['accept-post'] ?? ''} ${response.headers['accept'] ?? ''} ${response.text.slice(0, 1000)}`
  const order: readonly Encoding[] =
    /multipart/i.test(hint) || JSON.stringify(draft.body).includes('"filename":')
      ? ['multipart', 'urlencoded', 'text']
      : /urlencoded|form/i.test(hint)
        ? ['urlencoded', 'multipart', 'text']
        : /text\/plain/i.test(hint) || response.status === 415
          ? ['text', 'urlencoded', 'multipart']
          : ['urlencoded', 'multipart', 'query']
  return order
    .filter((encoding) => encoding !== draft.encoding)
    .map((encoding) =>
      encoding === 'text'
        ? { ...draft, encoding, body: '{{prompt@text}}' }
        : { ...draft, encoding, ...(typeof draft.body === 'string' ? { body: polyglot.body } : {}) },
    )
}

/** A field in the plural that was given one text may want a list of them. */
export function asLists(draft: Draft, issues: readonly Issue[]): readonly Draft[] {
  const plural = issues.filter(({ path }) => /s$/i.test(String(path.at(-1))) && typeof get(draft.body, path) === 'string')
  const body = plural.reduce<unknown>((node, { path }) => put(node, path, [get(draft.body, path)]), draft.body)
  return plural.length === 0 ? [] : [{ ...draft, body: body as Draft['body'] }]
}

/** A member that has a text, and is told that this one will not do, without a word about which would. */
export function otherValues(draft: Draft, issues: readonly Issue[]): readonly Draft[] {
  const refused = issues.filter(({ kind, path, where, options, value, expected }) => {
    const now = get(draft.body, path)
    const isPlain = typeof now === 'string' && !now.includes('{{')
    return (
      where === 'body' && kind === 'type' && isPlain && options === undefined && value === undefined && (expected ?? 'string') === 'string'
    )
  })
  const most = Math.max(0, ...refused.map(({ path }) => likelyValues(String(path.at(-1))).length))
  return Array.from({ length: most }, (_, index) => {
    const body = refused.reduce<unknown>((node, { path }) => {
      const values = likelyValues(String(path.at(-1)))
      return put(node, path, values[Math.min(index, values.length - 1)])
    }, draft.body)
    return { ...draft, body: body as Draft['body'] }
  })
}
