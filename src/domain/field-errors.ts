import type { z } from 'zod'
import type { FieldError } from './problem.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

const most = 20

/** What is wrong with a value, field by field, in sentences: the words of the parsing library are not for people. */
export const fieldErrors = (error: z.ZodError, whole = 'The body'): readonly FieldError[] =>
  error.issues.slice(0, most).flatMap((issue) => toFieldErrors(issue, whole))

function toFieldErrors(issue: Issue, whole: string): readonly FieldError[] {
  const pointer = toPointer(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, most).map((key) => ({
      pointer: `${pointer}${toPointer([key])}`,
      detail: `There is no field ${JSON.stringify(key.slice(0, 100))} ${issue.path.length === 0 ? 'here' : `in ${nameOf(issue.path)}`}.`,
    }))
  }
  const nearest = issue.code === 'invalid_union' && isStock(issue.message) ? nearestForm(issue.errors) : undefined
  if (nearest) return toFieldErrors({ ...nearest, path: [...issue.path, ...nearest.path] }, whole)
  return [{ pointer, detail: sentenceOf(issue, issue.path.length === 0 ? whole : nameOf(issue.path)) }]
}

/** Of several forms, the one that the value came closest to: its fault lies deepest. */
function nearestForm(forms: readonly (readonly Issue[])[]): Issue | undefined {
  const [nearest] = forms.flatMap(([first]) => (first ? [first] : [])).sort((a, b) => b.path.length - a.path.length)
  return nearest && nearest.path.length > 0 ? nearest : undefined
}

function sentenceOf(issue: Issue, name: string): string {
  if (!isStock(issue.message)) return asSentence(issue.message, name)
  if (isMissing(issue)) return `${name} is missing.`
  const cause = innerOf(issue)
  return cause ? sentenceOf(cause, name) : `${name} ${ruleOf(issue)}.`
}

const isMissing = (issue: Issue): boolean =>
  issue.code === 'invalid_union'
    ? issue.errors.length > 0 && issue.errors.every(([first]) => first !== undefined && isMissing(first))
    : issue.code === 'invalid_type' && issue.message.endsWith('received undefined')

/** A message of our own schemas; those of the library open with one of these words. */
const isStock = (message: string): boolean => /^(?:Invalid|Too (?:big|small)|Unrecognized|Expected)\b/.test(message)

/** Ours are whole sentences, or a few words that say what the field must be. */
const asSentence = (message: string, name: string): string =>
  /^\p{Lu}.*\.$/su.test(message) || message.startsWith(name) ? message : `${name}: ${message}${message.endsWith('.') ? '' : '.'}`

/** What a key or an entry is wrong about. */
const innerOf = (issue: Issue): Issue | undefined =>
  issue.code === 'invalid_key' || issue.code === 'invalid_element' ? issue.issues[0] : undefined

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return oneOfAll(issue.errors.flatMap(([first]) => first ?? []))
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has characters or a form that is not allowed'
    default:
      return 'is not in a form that is known here'
  }
}

/** Where every form is a choice of values, all of them; the empty one stands for leaving it out. */
function oneOfAll(issues: readonly Issue[]): string {
  const values = issues.flatMap((issue) => (issue.code === 'invalid_value' && issue.path.length === 0 ? issue.values.map(String) : []))
  const named = values.filter((value) => value !== '')
  return issues.every(({ code }) => code === 'invalid_value') && named.length > 0
    ? `must be one of ${named.join(', ')}`
    : 'is not in a form that is known here'
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'a JSON object',
  record: 'a JSON object',
}
const formats: Readonly<Record<string, string>> = {
  url: 'must be a URL',
  datetime: 'must be an ISO 8601 time such as 2030-01-31T12:00:00Z',
}

function bound(origin: string, how: string, value: number | bigint): string {
  const amount = value.toLocaleString('en')
  if (origin === 'string') return `must have ${how} ${amount} ${value === 1 ? 'character' : 'characters'}`
  if (origin === 'number' || origin === 'int' || origin === 'bigint') return `must be ${how} ${amount}`
  return `must have ${how} ${amount} ${value === 1 ? 'entry' : 'entries'}`
}

/** `target_config.canaries[2]`: as people write it. */
const nameOf = (path: Path): string =>
  path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`
    return name === '' ? shown(part) : `${name}.${shown(part)}`
  }, '')

const shown = (part: PropertyKey): string => String(part).slice(0, 100)

const toPointer = (path: Path): string => path.map((part) => `/${shown(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
