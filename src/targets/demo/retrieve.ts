import { passagesIn } from './passages.ts'

/** The sentences of the given texts that speak of what is asked, whoever they were meant for. */
export function retrieve(question: string, texts: readonly string[]): readonly string[] {
  const words = new Set(wordsOf(question))
  if (words.size === 0) return []
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/)).map((sentence) => sentence.trim())
  const hits = sentences.filter(
    (sentence) => sentence.length > 10 && sentence.length < 500 && wordsOf(sentence).filter((word) => words.has(word)).length >= 1,
  )
  return hits.slice(0, 4)
}

/** What the client laid down as context: search results, records, house rules. */
export const contextIn = (system: string): readonly string[] => (system === '' ? [] : [system, ...passagesIn(system).data])

const wordsOf = (text: string): readonly string[] =>
  [...new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.replace(/(?:ing|es|ed|s)$/, '')))].filter(
    (word) =>
      !/^(?:what|when|where|which|with|that|this|need|have|does|from|your|about|please|tell|answer|question|use|all|result|they|them|will|would|could|should|there)$/.test(
        word,
      ),
  )
