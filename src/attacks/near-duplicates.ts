import type { Attack } from '../domain/attack.ts'

const shingleWords = 4
/** Two attacks that share this much of their shingles differ in a noun, not in an idea. */
const tooAlike = 0.7

/** Pairs of attacks that say nearly the same in the same language. */
export function findNearDuplicates(attacks: readonly Attack[]): readonly Readonly<{ attackId: string; detail: string }>[] {
  const shingles = attacks.map(shinglesOf)
  const holders = new Map<string, number[]>()
  const complaints: { attackId: string; detail: string }[] = []
  for (const [i, mine] of shingles.entries()) {
    const shared = new Map<number, number>()
    for (const shingle of mine) {
      const others = holders.get(shingle) ?? []
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1)
      holders.set(shingle, [...others, i])
    }
    for (const [other, count] of shared) {
      const likeness = count / (mine.size + shingles[other]!.size - count)
      const [a, b] = [attacks[i]!, attacks[other]!]
      if (likeness >= tooAlike && proofOf(a) === proofOf(b))
        complaints.push({ attackId: a.id, detail: `says nearly the same as ${b.id} (${Math.round(likeness * 100)} % of its wording)` })
    }
  }
  return complaints
}

/** The same words with another proof, another secret planted or in another writing are another test. */
const proofOf = (attack: Attack): string => JSON.stringify([attack.detect, attack.setup ?? null, attack.transforms])

function shinglesOf(attack: Attack): ReadonlySet<string> {
  const texts = attack.turns.map((turn) => (typeof turn === 'string' ? turn : turn.say))
  const words =
    [...texts, attack.payload ?? '']
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const shingles = new Set<string>()
  for (let i = 0; i + shingleWords <= words.length; i++) shingles.add(words.slice(i, i + shingleWords).join(' '))
  if (shingles.size === 0) shingles.add(words.join(' '))
  return shingles
}
