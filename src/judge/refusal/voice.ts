import { tight } from '../text/fold.ts'

/** Whether two texts are nearly the same: canned refusals vary in a name or a greeting, and in nothing else. */
export function soundsLike(text: string, known: string): boolean {
  // Texts of very different length can't share 70 % of their shingles.
  if (known.length < 12 || text.length > known.length * 2 || known.length > text.length * 2) return false
  const a = shinglesOf(text)
  const b = shinglesOf(known)
  let shared = 0
  for (const shingle of a) if (b.has(shingle)) shared++
  return shared / (a.size + b.size - shared) >= 0.7
}

// An answer is held against a handful of references, and a scan has the same references throughout.
const recent = new Map<string, ReadonlySet<string>>()
const mostRecent = 64

function shinglesOf(text: string): ReadonlySet<string> {
  const known = recent.get(text)
  if (known) return known
  const folded = tight(text.slice(0, 4000)).replace(/\s+/g, ' ')
  const shingles = new Set<string>()
  for (let at = 0; at + 5 <= folded.length; at++) shingles.add(folded.slice(at, at + 5))
  if (recent.size >= mostRecent) recent.clear()
  recent.set(text, shingles)
  return shingles
}
