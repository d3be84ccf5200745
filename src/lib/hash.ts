import { createHash } from 'node:crypto'

/** A number in [0, 1) that depends on the words alone: the same everywhere, for every run. */
export function drawFrom(...words: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(words.join('\u0000')).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}
