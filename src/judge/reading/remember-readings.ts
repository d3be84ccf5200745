import type { ReaderScores, ReadingInput, SemanticReader } from './read-answer.ts'

/**
 * A reader that remembers what it made of an answer. Whoever tries a whole catalogue on the same few answers asks it the same
 * thing hundreds of times; what it reads is the objective and the answer, so that other words around them change nothing.
 */
export function rememberReadings(reader: SemanticReader): SemanticReader {
  const known = new Map<string, Promise<ReaderScores>>()
  return {
    quick: (input) => reader.quick(input),
    read(input, signal) {
      const key = keyOf(input)
      const before = known.get(key)
      if (before) return before
      const asked = reader.read(input, signal)
      known.set(key, asked)
      asked.catch(() => known.delete(key))
      return asked
    },
    close: () => reader.close(),
  }
}

const keyOf = ({ prompt, objective, kind, response, language, turns }: ReadingInput): string =>
  JSON.stringify([objective?.trim() ? objective : prompt, kind, language, response, turns?.map(({ received }) => received)])
