/** A number from a seed and a text: the same ones give the same number. FNV-1a, mixed. */
export function roll(seed: number, text: string): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

/** One of a list, chosen by seed and text. */
export const choose = <T>(seed: number, text: string, list: readonly T[]): T => list[roll(seed, text) % list.length]!

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** A code of `length` signs that is stable for the seed. */
export const code = (seed: number, name: string, length: number): string =>
  Array.from({ length }, (_, i) => choose(seed, `${name}#${i}`, [...letters])).join('')
