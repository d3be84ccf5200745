import type { Strategy } from '../../domain/strategy.ts'

/** Says every turn in order, whatever comes back. */
export const scripted: Strategy = async function* (script) {
  for (const turn of script.turns) yield turn
}
