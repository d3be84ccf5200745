import { rememberFew } from '../../lib/remember-few.ts'
import { tight } from '../text/fold.ts'

/** Whether two texts are nearly the same: canned refusals vary in a name or a greeting, and in nothing else. */
export function soundsLike(text: string, known: string): boolean {
  // Texts of very different length can't share 70 % of their shingles.
  if (known.length < 12 || text.length > known.length * 2 || known.length > text.length * 2) return false
  const a = shinglesOf(text)
  const b = shinglesOf(known)
  // 70 % of what either has is shared: so many of the one may be missing from the other, and no more.
  let missing = a.size - ((a.size + b.size) * 0.7) / 1.7
  for (const shingle of a) if (!b.has(shingle) && --missing < 0) return false
  return a.size > 0 && missing >= 0
}

// An answer is held against a handful of references, and a scan has the same references throughout.
const shinglesOf = rememberFew((text): ReadonlySet<string> => {
  const folded = tight(text.slice(0, 4000)).replace(/\s+/g, ' ')
  const shingles = new Set<string>()
  for (let at = 0; at + 5 <= folded.length; at++) shingles.add(folded.slice(at, at + 5))
  return shingles
})
