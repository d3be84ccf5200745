import type { Strategy } from '../../domain/strategy.ts'
import { backtrack } from './backtrack.ts'
import { insist } from './insist.ts'
import { ownWords } from './own-words.ts'
import { scripted } from './scripted.ts'

/** Every way of leading a conversation, by id. */
export const strategies: ReadonlyMap<string, Strategy> = new Map([
  ['scripted', scripted],
  ['insist', insist],
  ['backtrack', backtrack],
  ['own-words', ownWords],
])
