import { encodingsOf } from './redact-encodings.ts'

/** Takes known secrets out of text: whoever was told one may say it back, plain or encoded. */
export interface Redactor {
  text(text: string): string
  /** Every string in a JSON-like value, keys included. The value itself is not changed. */
  deep<T>(value: T): T
  /** Learns one more secret (a token fetched on the way). */
  add(secret: string): void
  /** False: there is nothing to look for, and everything comes out as it went in. */
  readonly hasSecrets: boolean
}

/** Stands where a secret was. */
export const redacted = '[redacted]'

// Shorter values are more likely words than secrets, and would tear holes into ordinary text.
const minLength = 6
// Without what stood between them, letters of ordinary words come together: only long forms are looked for that way.
const minSqueezed = 12

export function createRedactor(secrets: readonly string[]): Redactor {
  let forms: readonly string[] = []
  let squeezedForms: readonly string[] = []
  const add = (secret: string) => {
    if (secret.length < minLength) return
    forms = [...new Set([...forms, ...encodingsOf(secret).map(fold)])]
    const squeezed = forms.map(squeeze).filter((form) => form.length >= minSqueezed && (/\d/.test(form) || form.length >= 24))
    squeezedForms = [...new Set(squeezed)]
  }
  for (const secret of secrets) add(secret)
  // One search per form: plain substring search is several times faster here than one large pattern, and linear.
  const text = (input: string) => {
    if (input.length < minLength || forms.length === 0) return input
    const folded = fold(input)
    const squeezed = squeeze(folded)
    const found = [
      ...forms.flatMap((form) => placesOf(form, folded)),
      ...squeezedForms.flatMap((form) => (squeezed.includes(form) ? unsqueezed(placesOf(form, squeezed), folded) : [])),
    ]
    return found.length === 0 ? input : without(found, input)
  }
  return {
    text,
    add,
    deep: (value) => (forms.length === 0 ? value : redactDeep(value, text)),
    get hasSecrets() {
      return forms.length > 0
    },
  }
}

type Place = readonly [start: number, end: number]

/** Letters of either case are the same. ASCII only where the whole would change its length, and with it every place. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Letters and digits alone: spaces, dashes, quotes, line breaks and invisible characters between them hide nothing. */
const squeeze = (folded: string): string => folded.replace(/[^a-z0-9]+/g, '')

function placesOf(form: string, text: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) places.push([at, at + form.length])
  return places
}

/** Where places in the squeezed text lie in the text itself. */
function unsqueezed(places: readonly Place[], folded: string): Place[] {
  const at: number[] = []
  for (const match of folded.matchAll(/[a-z0-9]/g)) at.push(match.index)
  return places.map(([start, end]) => [at[start]!, at[end - 1]! + 1])
}

/** Places that overlap are one. */
function without(places: readonly Place[], input: string): string {
  let output = ''
  let done = 0
  let hole: { start: number; end: number } | undefined
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    if (hole && start < hole.end) {
      hole.end = Math.max(hole.end, end)
      continue
    }
    if (hole) {
      output += input.slice(done, hole.start) + redacted
      done = hole.end
    }
    hole = { start, end }
  }
  return hole ? output + input.slice(done, hole.start) + redacted + input.slice(hole.end) : input
}

/** The cast is safe: strings become strings, and the shape stays. */
function redactDeep<T>(value: T, text: (input: string) => string): T {
  return walk(value, text, 0) as T
}

function walk(value: unknown, text: (input: string) => string, depth: number): unknown {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return value
  // A target's JSON can be nested a million times; nobody reads what lies below a hundred.
  if (depth > 100) return redacted
  if (Array.isArray(value)) return value.map((item) => walk(item, text, depth + 1))
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), walk(item, text, depth + 1)]))
}
