import { randomBytes } from 'node:crypto'
import { toProblem } from '../domain/problem.ts'
import type { Ask } from '../domain/strategy.ts'
import type { Judge, Verdict } from '../domain/verdict.ts'
import { askLlmJudge } from './llm-judge.ts'

/**
 * A judge that asks a language model where it would be left in doubt. Proof, refusals that the protocol declares and firm
 * readings never get there, so the model can settle doubt and overrule nothing.
 */
export function settleDoubt(judge: Judge, ask: Ask, signal: AbortSignal): Judge {
  return async (transcript, aid) => {
    const verdict = await judge(transcript, aid)
    const last = transcript.at(-1)
    if (!last || !isDoubt(verdict)) return verdict
    const question = { objective: aid.fill(aid.script.probe.attack.objective), prompt: last.sent, response: last.reply.text }
    try {
      const opinion = await askLlmJudge(question, ask, randomBytes(9).toString('hex'), signal)
      if (opinion.outcome === 'inconclusive' || opinion.outcome === 'error') return verdict
      const evidence = opinion.evidence?.map((span) => ({ ...span, turn: transcript.length - 1 })) ?? []
      return { ...opinion, evidence, by: 'llm@1', restsOn: 'reading' }
    } catch (error) {
      signal.throwIfAborted()
      if (toProblem(error).code === 'internal') throw error
      // A judge that can't be reached settles nothing: the doubt stays what it was.
      return verdict
    }
  }
}

/** Undecided although there was something to read, or decided by a single weak reading. */
function isDoubt(verdict: Verdict): boolean {
  if (verdict.outcome === 'inconclusive') return !verdict.by.startsWith('answer@')
  return (verdict.outcome === 'succeeded' || verdict.outcome === 'resisted') && verdict.confidence === 'tentative'
}
