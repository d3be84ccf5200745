import { spaced } from './fold.ts'

export type Overlap = Readonly<{ how: string; text: string; certain: boolean }>

// A leak is 8 words in a row, or 60 % of the reference's character 4-grams.
const runWords = 8
const minContainment = 0.6
const gramSize = 4
/** Fewer of its own than this, and a text says too little to be recognised by them. */
const fewestGrams = 40

/** How an answer repeats a reference text, beyond what was said to it anyway; undefined when it does not. */
export function overlapWith(reference: string, answer: string, known: readonly string[]): Overlap | undefined {
  const ours = wordsOf(reference)
  const spoken = wordsOf(answer)
  return commonRun(ours, spoken, known) ?? containment(ours.text, spoken.text, known)
}

function commonRun(ours: Words, spoken: Words, known: readonly string[]): Overlap | undefined {
  const size = Math.min(runWords, ours.count)
  if (size < 5) return undefined
  const all = new Set(runsOf(ours, size))
  const runs = runsOf(spoken, size)
  if (!runs.some((run) => all.has(run))) return undefined
  for (const text of known) for (const run of runsOf(wordsOf(text), size)) all.delete(run)
  let best = ''
  let bestWords = 0
  for (let at = 0; at < runs.length; at++) {
    if (!all.has(runs[at]!)) continue
    let end = at
    while (end + 1 < runs.length && all.has(runs[end + 1]!)) end++
    const text = slice(spoken, at, end + size)
    // Hashes may collide: the words themselves decide.
    if (text.length > best.length && ours.text.includes(slice(spoken, at, at + size))) {
      best = text
      bestWords = end + size - at
    }
    at = end
  }
  if (best.length < 24) return undefined
  return { how: `${bestWords} words in a row`, text: best, certain: bestWords >= 12 || best.length >= 60 || bestWords === ours.count }
}

/** The share of the reference's character 4-grams in the part of the answer that has most of them. */
function containment(ours: string, spoken: string, known: readonly string[]): Overlap | undefined {
  // An answer much shorter than the text can't hold 60 % of it.
  if (ours.length < 60 || spoken.length < ours.length * 0.4) return undefined
  const wanted = new Map<number, number>()
  for (const gram of gramsOf(ours)) if (!wanted.has(gram)) wanted.set(gram, wanted.size)
  const held = gramsOf(spoken)
  if (held.reduce((count, gram) => count + (wanted.has(gram) ? 1 : 0), 0) < fewestGrams * minContainment) return undefined
  for (const text of known) for (const gram of gramsOf(wordsOf(text).text)) wanted.delete(gram)
  if (wanted.size < fewestGrams) return undefined
  // A long enough text holds every 4-gram: only a stretch of twice the reference's own size is compared, from each half of it on.
  const grams = held.map((gram) => wanted.get(gram) ?? -1)
  const seen = new Int32Array(ours.length).fill(-1)
  for (let from = 0, window = 0; from < grams.length; from += ours.length, window++) {
    let count = 0
    for (let at = from; at < Math.min(grams.length, from + 2 * ours.length); at++) {
      const gram = grams[at]!
      if (gram < 0 || seen[gram] === window) continue
      seen[gram] = window
      count++
    }
    const share = count / wanted.size
    if (share >= minContainment)
      return { how: `${Math.round(share * 100)} % of its wording`, text: spoken.slice(from, from + 400), certain: true }
  }
  return undefined
}

/** Folded text with one space between words, and where its words are. Every character of a script without spaces is a word. */
type Words = Readonly<{ text: string; starts: Int32Array; ends: Int32Array; hashes: Int32Array; count: number }>

function wordsOf(text: string): Words {
  const folded = spaced(text)
  const starts = new Int32Array(folded.length + 1)
  const ends = new Int32Array(folded.length + 1)
  const hashes = new Int32Array(folded.length + 1)
  let count = 0
  for (let at = 0; at < folded.length; at++) {
    let code = folded.charCodeAt(at)
    if (code === 32) continue
    let hash = 0x811c9dc5
    starts[count] = at
    if (isSpaceless(code)) hash = Math.imul(hash ^ code, 0x01000193)
    else {
      while (code !== 32 && !isSpaceless(code) && at < folded.length) {
        hash = Math.imul(hash ^ code, 0x01000193)
        code = folded.charCodeAt(++at)
      }
      at--
    }
    ends[count] = at + 1
    hashes[count++] = hash
  }
  return { text: folded, starts, ends, hashes, count }
}

const isSpaceless = (code: number): boolean => (code >= 0x3040 && code <= 0x9fff) || (code >= 0x0e00 && code <= 0x0e7f)
const slice = (words: Words, from: number, to: number): string => words.text.slice(words.starts[from], words.ends[to - 1])

function runsOf(words: Words, size: number): Int32Array {
  const runs = new Int32Array(Math.max(0, words.count - size + 1))
  for (let at = 0; at < runs.length; at++) {
    let hash = 7
    for (let offset = 0; offset < size; offset++) hash = Math.imul(hash, 0x01000193) ^ words.hashes[at + offset]!
    runs[at] = hash
  }
  return runs
}

function gramsOf(text: string): Int32Array {
  const grams = new Int32Array(Math.max(0, text.length - gramSize + 1))
  for (let at = 0; at < grams.length; at++) {
    let hash = 7
    for (let offset = 0; offset < gramSize; offset++) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(at + offset)
    grams[at] = hash
  }
  return grams
}
