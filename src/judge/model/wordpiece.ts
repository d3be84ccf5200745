/** BERT's tokeniser: clean, split ideographs and punctuation off, then the longest known piece from the left. */
export interface WordPiece {
  encode(text: string): number[]
}

type Options = Readonly<{ lowerCase: boolean }>

// The same limit as the tokeniser the networks were trained with: a longer "word" is unknown as a whole.
const longestWord = 100
const ideograph =
  /[\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{20000}-\u{2a6df}\u{2a700}-\u{2b73f}\u{2b740}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{f900}-\u{faff}\u{2f800}-\u{2fa1f}]/gu
const noise = /[\0\ufffd]|(?![\t\n\r])\p{C}/gu
const pieces = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu

export function openWordPiece(vocabulary: readonly string[], { lowerCase }: Options): WordPiece {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]))
  const unknown = ids.get('[UNK]') ?? 0
  const seen = new Map<string, readonly number[]>()

  const encodeWord = (word: string): readonly number[] => {
    const letters = Array.from(word)
    if (letters.length > longestWord) return [unknown]
    const out: number[] = []
    for (let start = 0; start < letters.length; ) {
      let end = letters.length
      let id: number | undefined
      for (; end > start; end--) {
        id = ids.get((start > 0 ? '##' : '') + letters.slice(start, end).join(''))
        if (id !== undefined) break
      }
      if (id === undefined) return [unknown]
      out.push(id)
      start = end
    }
    return out
  }

  return {
    encode(text) {
      const out: number[] = []
      for (const [word] of normalise(text, lowerCase).matchAll(pieces)) {
        let found = seen.get(word)
        if (found === undefined) {
          found = encodeWord(word)
          if (seen.size > 20_000) seen.clear()
          if (word.length <= 32) seen.set(word, found)
        }
        for (const id of found) out.push(id)
      }
      return out
    },
  }
}

function normalise(text: string, lowerCase: boolean): string {
  const clean = text.replace(noise, '').replace(ideograph, ' $& ')
  if (!lowerCase) return clean
  // A capital sigma is lowered without regard to its place in the word, as the trainer's tokeniser does.
  return clean
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replaceAll('Σ', 'σ')
    .toLowerCase()
}
