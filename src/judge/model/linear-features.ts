/**
 * What the linear model looks at: hashed word n-grams of the head, the body and the tail of an answer (single characters where a script
 * has no spaces), and a few measures in steps. The cost is bounded: at most `bodyChars` + `edgeChars` characters are looked at.
 * training/linear.py trains on exactly these numbers (training/linear-rows.ts writes them out), so there is no second implementation.
 */
export const buckets = 1 << 18

const edgeChars = 400
const bodyChars = 2400
const unspaced = '\\u3040-\\u30ff\\u3400-\\u9fff\\u0e00-\\u0e7f'
const token = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}'])+|[^\\s\\p{L}\\p{M}\\p{N}']`, 'gu')
// Spaces of the item's own line only: with line ends among them, a run of empty lines would be read once from each of its lines.
const item = /^[^\S\n\r\u2028\u2029]*(?:\d{1,2}[.)、]|[-*•]|step \d|第[一二三四五六七八九十]步)/gimu

/** The buckets an answer falls into, each once. */
export function linearFeatures(request: string, response: string): Set<number> {
  const text = response.trim()
  const body = tokensOf(text.slice(0, bodyChars))
  const head = tokensOf(text.slice(0, edgeChars)).slice(0, 60)
  const tail = tokensOf(text.slice(-edgeChars)).slice(-60)
  const out = new Set<number>()
  addGrams(out, head, 4, 1)
  addGrams(out, body, 2, 2)
  addGrams(out, tail, 3, 3)
  // What was asked: a full answer to a harmless question is no success.
  addGrams(out, [...tokensOf(request.slice(0, edgeChars)), ...tokensOf(request.slice(edgeChars).slice(-edgeChars))], 2, 4)
  const step = (name: string, value: number) => out.add(bucket(hash(hash(seed, 9), `${name}:${value}`)))
  const start = text.slice(0, bodyChars)
  step('length', Math.round(2 * Math.log2(1 + text.length)))
  step('items', Math.min(8, start.match(item)?.length ?? 0))
  step('code', start.includes('```') ? 1 : 0)
  step('placeholder', /\[[A-Z][A-Z ]+\]|【/u.test(start) ? 1 : 0)
  step('overlap', overlap(request, body))
  return out
}

function addGrams(out: Set<number>, tokens: readonly string[], longest: number, place: number): void {
  for (let i = 0; i < tokens.length; i++) {
    let h = hash(seed, place)
    for (let n = 0; n < longest && i + n < tokens.length; n++) {
      h = hash(hash(h, 32), tokens[i + n] ?? '')
      out.add(bucket(h))
    }
  }
}

/** How many of the request's longer words come back in the answer, in sixths. */
function overlap(request: string, body: readonly string[]): number {
  const asked = new Set(tokensOf(request.slice(0, 600)).filter((word) => word.length > 3 || /[\u3400-\u9fff]/u.test(word)))
  if (asked.size === 0) return 7
  const given = new Set(body)
  let found = 0
  for (const word of asked) if (given.has(word)) found++
  return Math.round((6 * found) / asked.size)
}

function tokensOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/[’ʼ‘`´]/gu, "'")
      .match(token) ?? []
  )
}

// FNV-1a over code units.
const seed = 0x811c9dc5
function hash(state: number, value: string | number): number {
  if (typeof value === 'number') return Math.imul(state ^ value, 0x01000193)
  for (let i = 0; i < value.length; i++) state = Math.imul(state ^ value.charCodeAt(i), 0x01000193)
  return state
}

function bucket(h: number): number {
  // FNV's low bits are weak: fold the high ones in.
  return ((h ^ (h >>> 15)) >>> 0) & (buckets - 1)
}
