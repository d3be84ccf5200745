import type { Strategy } from '../../domain/strategy.ts'
import { backtrack } from './backtrack.ts'
import { crescendo } from './crescendo.ts'
import { goat } from './goat.ts'
import { insist } from './insist.ts'
import { ownWords } from './own-words.ts'
import { pair } from './pair.ts'
import { scripted } from './scripted.ts'
import { tap } from './tap.ts'

/** Every way of leading a conversation, by id. */
export const strategies: ReadonlyMap<string, Strategy> = new Map([
  ['scripted', scripted],
  ['insist', insist],
  ['backtrack', backtrack],
  ['own-words', ownWords],
  ['crescendo', crescendo],
  ['goat', goat],
  ['pair', pair],
  ['tap', tap],
])
