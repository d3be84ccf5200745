/** Every value that stands under a field name in the JSON of an answer: the answer itself, a fence, or an object inside prose. */
export function jsonFields(text: string, field: string): unknown[] {
  const found: unknown[] = []
  for (const json of candidates(text)) {
    const parsed = parse(json)
    if (parsed !== undefined) collect(parsed, field, found, 0)
  }
  return found
}

function candidates(text: string): string[] {
  const fences = [...text.matchAll(/```(?:json)?[^\S\n]*\n([^`]{2,100000})```/g)].map((match) => match[1]!)
  const first = text.search(/[[{]/)
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return [...fences, ...(first >= 0 && last > first ? [text.slice(first, last + 1)] : [])]
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // Text of a target: whatever is not JSON has no fields.
  }
}

function collect(value: unknown, field: string, found: unknown[], depth: number): void {
  if (depth > 20 || value === null || typeof value !== 'object' || found.length >= 100) return
  for (const [key, child] of Object.entries(value)) {
    if (key === field) found.push(child)
    collect(child, field, found, depth + 1)
  }
}
