/** Deeper than any real answer; shallow enough that walking it can never exhaust the stack. */
const deepest = 200

/** Parses what a target sent. Undefined when it is not JSON, or nested so deeply that it can only be meant to hurt. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not JSON: the caller decides what that means
  }
}

/** One pass over the characters: counts brackets outside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member by name or index; own members only, so that `__proto__` and `constructor` are names like any other. */
export function member(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at: unknown = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined
    const key = Array.isArray(at) && typeof step === 'number' && step < 0 ? at.length + step : step
    if (!Object.hasOwn(at, key)) return undefined
    at = (at as Record<string | number, unknown>)[key]
  }
  return at
}

/** The member as a string; anything else is undefined. Lone surrogates are made harmless. */
export function stringAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = member(value, ...path)
  return typeof found === 'string' ? found.toWellFormed() : undefined
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = member(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** The member as a list; anything else is an empty one. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = member(value, ...path)
  return Array.isArray(found) ? found : []
}
