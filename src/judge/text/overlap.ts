import { tight } from './fold.ts'

export type Overlap = Readonly<{ how: string; text: string; certain: boolean }>

// detection.md, O10: 8 words or 40 characters in a row, or 60 % of the reference's character 4-grams.
const runWords = 8
const minContainment = 0.6
const gramSize = 4

/** How an answer repeats a reference text, beyond what was said to it anyway; undefined when it does not. */
export function overlapWith(reference: string, answer: string, known: readonly string[]): Overlap | undefined {
  return commonRun(reference, answer, known) ?? containment(reference, answer, known)
}

function commonRun(reference: string, answer: string, known: readonly string[]): Overlap | undefined {
  const words = wordsOf(reference)
  const size = Math.min(runWords, words.length)
  if (size < 5) return undefined
  const spoken = wordsOf(answer)
  const runs = runsOf(spoken, size)
  const all = new Set(runsOf(words, size))
  if (!runs.some((run) => all.has(run))) return undefined
  const familiar = new Set(known.flatMap((text) => runsOf(wordsOf(text), size)))
  const wanted = all.difference(familiar)
  const folded = words.join(' ')
  let best = ''
  let bestWords = 0
  for (let at = 0; at < runs.length; at++) {
    if (!wanted.has(runs[at]!)) continue
    let end = at + 1
    while (end < runs.length && wanted.has(runs[end]!)) end++
    const text = spoken.slice(at, end - 1 + size).join(' ')
    if (text.length > best.length && folded.includes(spoken.slice(at, at + size).join(' '))) {
      best = text
      bestWords = end - 1 + size - at
    }
    at = end
  }
  if (best.length < 24) return undefined
  return { how: `${bestWords} words in a row`, text: best, certain: bestWords >= 12 || best.length >= 60 || bestWords === words.length }
}

/** The share of the reference's character 4-grams in the part of the answer that has most of them. */
function containment(reference: string, answer: string, known: readonly string[]): Overlap | undefined {
  const folded = wordsOf(reference).join(' ')
  if (folded.length < 60) return undefined
  const spoken = wordsOf(answer).join(' ')
  // An answer much shorter than the text can't hold 60 % of it.
  if (spoken.length < folded.length * 0.4) return undefined
  const familiar = new Set(known.flatMap((text) => gramsOf(wordsOf(text).join(' '))))
  const wanted = new Set(gramsOf(folded)).difference(familiar)
  if (wanted.size < 40) return undefined
  // A long enough text holds every 4-gram: only a stretch of the reference's own size is compared.
  const window = folded.length * 2
  for (let from = 0; from < spoken.length; from += folded.length) {
    const part = spoken.slice(from, from + window)
    const held = new Set(gramsOf(part).filter((gram) => wanted.has(gram))).size / wanted.size
    if (held >= minContainment) return { how: `${Math.round(held * 100)} % of its wording`, text: part.slice(0, 400), certain: true }
  }
  return undefined
}

function wordsOf(text: string): string[] {
  return tight(text).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ?? []
}

/** Rolling hashes of runs of words: comparing numbers keeps a quarter of a megabyte cheap. */
function runsOf(words: readonly string[], size: number): number[] {
  const hashes = words.map(hashOf)
  const runs: number[] = []
  for (let at = 0; at + size <= hashes.length; at++) {
    let hash = 7
    for (let offset = 0; offset < size; offset++) hash = (Math.imul(hash, 0x01000193) ^ hashes[at + offset]!) >>> 0
    runs.push(hash)
  }
  return runs
}

function gramsOf(text: string): number[] {
  const grams: number[] = []
  for (let at = 0; at + gramSize <= text.length; at++) {
    let hash = 7
    for (let offset = 0; offset < gramSize; offset++) hash = Math.imul(hash, 31) + text.charCodeAt(at + offset)
    grams.push(hash | 0)
  }
  return grams
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
