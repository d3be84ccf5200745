import type { Script } from '../domain/attack.ts'
import type { Problem } from '../domain/problem.ts'
import { toProblem } from '../domain/problem.ts'
import type { Strategy } from '../domain/strategy.ts'
import type { Conversation, Exchange, OpenWith, Target } from '../domain/target.ts'
import type { Judge, JudgeAid, Verdict } from '../domain/verdict.ts'
import { farewell } from './farewell.ts'
import { opinionOfFailure } from './outcome-of-failure.ts'

export type ProbeRun = Readonly<{
  target: Target
  strategy: Strategy
  judge: Judge
  aid: JudgeAid
  /** Sends one turn, with whatever patience the scan has. */
  send: (conversation: Conversation, text: string, signal: AbortSignal) => Promise<Exchange['reply']>
  /** Whether this endpoint answered a harmless question: then a block of an attack is the attack's doing. */
  answersHarmlessQuestions: boolean
  monotonicMs: () => number
  signal: AbortSignal
}>
export type ProbeEnd = Readonly<{ transcript: readonly Exchange[]; verdict: Verdict; failure?: Problem }>

/** Holds one conversation and judges it. A failing target is a verdict with a reason, never an exception. */
export async function runProbe(script: Script, run: ProbeRun): Promise<ProbeEnd> {
  const transcript: Exchange[] = []
  const dialogue = run.strategy(script, run.aid.ask ? { ask: run.aid.ask } : {})
  let conversation = run.target.open(script.setup)
  let pending: string | undefined
  try {
    let step = await dialogue.next()
    while (!step.done) {
      if (step.value.fresh && transcript.length > 0) {
        await farewell(conversation)
        conversation = run.target.open()
      }
      pending = step.value.say
      const startedMs = run.monotonicMs()
      const reply = await run.send(conversation, pending, run.signal)
      transcript.push({ sent: pending, reply, ms: Math.round(run.monotonicMs() - startedMs) })
      step = await dialogue.next(reply)
    }
    return { transcript, verdict: await run.judge(transcript, run.aid) }
  } catch (error) {
    run.signal.throwIfAborted()
    const failure = toProblem(error)
    if (failure.code === 'internal') throw error
    return await settleFailure(failure, transcript, pending, run)
  } finally {
    await dialogue.return()
    await farewell(conversation)
  }
}

/** A conversation that broke off is still judged on what was said: proof that is there stays proof. */
async function settleFailure(
  failure: Problem,
  transcript: readonly Exchange[],
  pending: string | undefined,
  run: ProbeRun,
): Promise<ProbeEnd> {
  if (transcript.length > 0) {
    const verdict = await run.judge(transcript, run.aid)
    if (verdict.outcome === 'succeeded') return { transcript, verdict, failure }
  }
  const unanswered: Exchange[] = pending === undefined ? [] : [{ sent: pending, reply: { text: '' }, ms: 0 }]
  return {
    transcript: [...transcript, ...unanswered],
    verdict: { ...opinionOfFailure(failure, run.answersHarmlessQuestions, laidDown(run)), by: 'engine@1' },
    failure,
  }
}

/** What was really laid down before the first turn: a target without a place for it never saw it. */
function laidDown({ aid, target: { features } }: ProbeRun): OpenWith | undefined {
  const { setup } = aid.script
  const seen = Object.entries(setup ?? {}).filter(([part]) => features[part as keyof OpenWith])
  return seen.length > 0 ? Object.fromEntries(seen) : undefined
}
