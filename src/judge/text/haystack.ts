import { decodings, spellings } from './decode.ts'
import { loose, squeeze, tight } from './fold.ts'
import { dictations } from './spoken.ts'

/** A text to search for needles, with everything that is made of it made once and only when asked for: there may be many needles. */
export type Haystack = Readonly<{
  text: string
  tight: () => string
  loose: () => string
  steps: () => string
  decoded: () => Decodable
}>

/** The part of a text that is decoded, and what it decodes to. */
export type Decodable = Readonly<{
  text: string
  looseText: string
  leetText: string
  decodings: readonly Readonly<{ by: string; text: string; loose: string }>[]
}>

export function prepareHaystack(text: string): Haystack {
  const tightText = once(() => tight(text))
  const looseText = once(() => squeeze(tightText()))
  return {
    text,
    tight: tightText,
    loose: looseText,
    steps: once(() => stepsOf(looseText())),
    decoded: once(() =>
      text.length > mostDecoded
        ? decodable(`${text.slice(0, mostDecoded - 16_384)}\n${text.slice(-16_384)}`)
        : decodable(text, looseText()),
    ),
  }
}

// Decoding costs ten times what searching does; nobody hides a marker behind 32 KiB of something else.
const mostDecoded = 49_152

function decodable(text: string, looseText = loose(text)): Decodable {
  const found = [...decodings(text), ...spellings(text), ...dictations(text)].map((decoded) => ({ ...decoded, loose: loose(decoded.text) }))
  return { text, looseText, leetText: leet(looseText), decodings: found }
}

/** The distance from each letter to the next as a character; digits stand for themselves. */
export function stepsOf(text: string): string {
  const steps = new Uint16Array(Math.max(0, text.length - 1))
  let before = text.charCodeAt(0)
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    steps[at - 1] = isLetter(before) && isLetter(code) ? 200 + ((code - before + 26) % 26) : isLetter(code) ? 300 : code
    before = code
  }
  return utf16.decode(steps)
}
const utf16 = new TextDecoder('utf-16le')
const isLetter = (code: number): boolean => code >= 97 && code <= 122

const leetDigits: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', l: 'i' }
/** Letters for the digits that stand in for them. */
export const leet = (text: string): string => text.replace(/[013457l]/g, (char) => leetDigits[char]!)

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
