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

const ids = (specs: readonly TransformSpec[]): readonly string[] => specs.map(({ id }) => id)
const all = [...transforms.values()].filter(({ id }) => id !== 'plain')

/** Names for many transforms at once. `disguises` can be read without being told how, the others need a word about it. */
export const transformGroups: Readonly<Record<string, readonly string[]>> = {
  codecs: ids(codecs),
  ciphers: ids(ciphers),
  disguises: ids(all.filter(({ readable }) => readable)),
  any: ids(all),
}

/** A list with its groups written out, each transform once, in the order given. */
export const expandTransforms = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => transformGroups[name] ?? [name])),
]
