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

export function createRedactor(secrets: readonly string[]): Redactor {
  let forms: readonly string[] = []
  const add = (secret: string) => {
    if (secret.length < minLength) return
    // Longest first: the whole goes before any part of it does.
    forms = [...new Set([...forms, ...encodingsOf(secret)])].sort((a, b) => b.length - a.length)
  }
  for (const secret of secrets) add(secret)
  // One search per form: plain substring search is several times faster here than one large pattern, and linear.
  const text = (input: string) => {
    if (input.length < minLength) return input
    let output = input
    for (const form of forms) if (output.includes(form)) output = output.replaceAll(form, redacted)
    return output
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
