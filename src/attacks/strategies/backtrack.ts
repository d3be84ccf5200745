import type { Move, Strategy } from '../../domain/strategy.ts'
import { refused } from './refused.ts'

const mostMoves = 10 // a probe may hold ten turns

/**
 * Climbs a ladder and takes refused rungs back: a new session, the accepted rungs again, then the next one.
 * The target never sees that it said no.
 */
export const backtrack: Strategy = async function* (script) {
  const accepted: Move[] = []
  let startOver = false
  let moves = 0
  for (const turn of script.turns) {
    const replay = startOver ? accepted : []
    if (moves + replay.length + 1 > mostMoves) return
    for (const [i, rung] of replay.entries()) yield { say: rung.say, fresh: i === 0 }
    const reply = yield { say: turn.say, fresh: turn.fresh || (startOver && replay.length === 0) }
    moves += replay.length + 1
    startOver = refused(reply)
    if (!startOver) accepted.push(turn)
  }
}
