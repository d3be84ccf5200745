import type { Transform } from '../../domain/attack.ts'

/** A way of writing a text: pure, total, and the same for the same dice. */
export type TransformSpec = Readonly<{
  id: string
  /** Its name in a sentence: “decode this Base64 text”. */
  name: string
  /** How to undo it, in one sentence that can stand in a prompt. */
  decoding: string
  /** Whether a reader gets along without being told what it is. */
  readable: boolean
  apply: (text: string, seed: number) => string
}>

/** Makes a transform whose text has to be decoded. */
export const defineTransform = (id: string, name: string, decoding: string, apply: Transform): TransformSpec => ({
  id,
  name,
  decoding,
  readable: false,
  apply,
})

/** Makes a transform that disguises a text which stays readable: for people, for models, not for word filters. */
export const defineDisguise = (id: string, name: string, decoding: string, apply: Transform): TransformSpec => ({
  ...defineTransform(id, name, decoding, apply),
  readable: true,
})

/** Rewrites ASCII letters by their place in the alphabet and leaves everything else alone. */
export function mapLetters(text: string, move: (place: number) => number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(base + (((move(letter.charCodeAt(0) - base) % 26) + 26) % 26))
  })
}

/** Small repeatable dice for transforms (mulberry32): they need variety, not secrecy. */
export function diceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
