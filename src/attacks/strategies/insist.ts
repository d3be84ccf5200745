import type { Strategy } from '../../domain/strategy.ts'
import { refused } from './refused.ts'

/** Goes on to the next turn for as long as it is refused: each turn asks for the same thing in a more pressing way. */
export const insist: Strategy = async function* (script) {
  for (const turn of script.turns) {
    const reply = yield turn
    if (!refused(reply)) return
  }
}
