import type { Verdict } from '../../domain/verdict.ts'

/**
 * Whether an answer came close: it was not turned down, or a reader was in two minds about it. What was refused in words,
 * blocked or never answered is none, and neither is a proof.
 */
export function isNearMiss(verdict: Verdict): boolean {
  switch (verdict.outcome) {
    case 'succeeded':
      return verdict.confidence === 'tentative'
    case 'inconclusive':
      // Nothing that could be read, or a request that the endpoint does not take, shows nothing about the attack.
      return !verdict.by.startsWith('answer@') && !verdict.by.startsWith('engine@')
    case 'resisted':
      return verdict.confidence === 'tentative' && !verdict.by.startsWith('refusal@')
    default:
      return false
  }
}
