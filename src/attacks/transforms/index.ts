import { alphabets } from './alphabets.ts'
import { ciphers } from './ciphers.ts'
import { codecs } from './codecs.ts'
import { hidden } from './hidden.ts'
import { shapes } from './shapes.ts'
import type { TransformSpec } from './transform.ts'
import { wordGames } from './word-games.ts'

/** Every way of writing a payload, by id. A new one is an entry in one of these lists. */
export const transforms: ReadonlyMap<string, TransformSpec> = new Map(
  [...shapes, ...codecs, ...ciphers, ...alphabets, ...hidden, ...wordGames].map((transform) => [transform.id, transform]),
)
