import type { CatalogAttack, Probe } from '../domain/attack.ts'
import { Problem } from '../domain/problem.ts'
import type { Conversation, Reply } from '../domain/target.ts'
import type { Judge, JudgeAid } from '../domain/verdict.ts'
import { Breaker } from './breaker.ts'
import { endsScan } from './outcome-of-failure.ts'
import { Rounds } from './plan/rounds.ts'
import type { Ready } from './prepare.ts'
import { Recorder } from './recorder.ts'
import { withRetries } from './retry.ts'
import { runProbe } from './run-probe.ts'
import type { ScanRun } from './scan-run.ts'
import { toAttempt } from './to-attempt.ts'

/**
 * Carries out the planned probes, a few at a time, recording each as it ends. Answers undefined when all are done, the
 * problem that ended it early, or 'lost' when the scan has become somebody else's.
 */
export async function attackInRounds(run: ScanRun, ready: Ready): Promise<Problem | 'lost' | undefined> {
  const { plan } = run.scan
  const stop = new AbortController()
  const signal = AbortSignal.any([run.signal, stop.signal])
  let ended: Problem | 'lost' | undefined
  const end = (why: Problem | 'lost') => {
    ended ??= why
    stop.abort(why)
  }

  const byId = new Map<string, CatalogAttack>(ready.attacks.map((entry) => [entry.attack.id, entry]))
  const rounds = new Rounds({ attacks: ready.attacks.map(({ attack }) => attack), ...plan }, ready.recorded)
  const breaker = new Breaker(run.wait)
  const recorder = new Recorder(
    (batch) => run.scans.record(run.lease, batch, new Date(run.clock.now()).toISOString()),
    () => end('lost'),
  )
  const queue = new ProbeQueue(rounds)
  const patience = { budget: ready.retries, wait: run.wait, jitter: run.jitter, signal }

  const carryOut = async (probe: Probe) => {
    const script = run.writeScript(probe)
    const aid: JudgeAid = {
      script,
      fill: (text) => run.fill(text, script),
      voice: ready.calibration.voice,
      known: run.known,
      ...(run.ask && { ask: run.ask }),
    }
    let requests = 0
    const send = (conversation: Conversation, text: string): Promise<Reply> =>
      withRetries(() => {
        requests++
        return conversation.send(text, signal)
      }, patience)
    const { transcript, verdict, failure } = await runProbe(script, {
      target: ready.target,
      strategy: run.strategies.get(probe.attack.strategy)!,
      judge: judging(run),
      aid,
      send,
      answersHarmlessQuestions: ready.calibration.answered > 0,
      monotonicMs: run.clock.monotonicMs,
      signal,
    })
    if (failure && endsScan(failure)) return end(failure)
    if (verdict.outcome === 'error') breaker.failed(signal)
    else breaker.answered()
    queue.settle(probe, verdict.outcome)
    await recorder.add(toAttempt(script, byId.get(probe.attack.id)!, transcript, verdict, requests))
    if (breaker.hasGivenUp)
      end(new Problem('too_many_errors', `The target stopped answering. Last problem: ${failure?.detail ?? 'unknown'}`))
  }

  const worker = async () => {
    for (let probe = await queue.take(signal); probe; probe = await queue.take(signal)) {
      await breaker.pass()
      await carryOut(probe)
    }
  }
  const guarded = async () => {
    try {
      await worker()
    } catch (error) {
      stop.abort(error)
      throw error
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: Math.min(plan.concurrency, ready.planned) }, guarded))
  if (ended !== 'lost') await recorder.flush()
  if (ended) return ended
  run.signal.throwIfAborted()
  if (settled.some((one) => one.status === 'rejected')) throw stop.signal.reason
  return undefined
}

/** A judge that fails on one answer leaves that answer undecided. Too many of them, and the scan fails for it. */
const judging =
  (run: ScanRun): Judge =>
  async (transcript, aid) => {
    try {
      return await run.judge(transcript, aid)
    } catch (error) {
      run.signal.throwIfAborted()
      run.onJudgeFailure(error, aid.script.probe.id)
      return { outcome: 'error', reason: 'This answer could not be judged; the log says why.', by: 'judge@1' }
    }
  }

/** Hands out probes round after round; whoever finds the next round not plannable yet waits for the last answers it needs. */
class ProbeQueue {
  readonly #rounds: Rounds
  #waiting: Probe[] = []
  #isOver = false
  #wakeUps: (() => void)[] = []

  constructor(rounds: Rounds) {
    this.#rounds = rounds
  }

  settle(...args: Parameters<Rounds['settle']>): void {
    this.#rounds.settle(...args)
    for (const wakeUp of this.#wakeUps.splice(0)) wakeUp()
  }

  async take(signal: AbortSignal): Promise<Probe | undefined> {
    for (;;) {
      signal.throwIfAborted()
      const probe = this.#waiting.pop()
      if (probe || this.#isOver) return probe
      if (this.#rounds.isReady) {
        const round = this.#rounds.next()
        if (!round) this.#isOver = true
        else this.#waiting = round.toReversed()
      } else {
        await new Promise<void>((resolve) => {
          const wakeUp = () => {
            signal.removeEventListener('abort', wakeUp)
            resolve()
          }
          this.#wakeUps.push(wakeUp)
          signal.addEventListener('abort', wakeUp, { once: true })
        })
      }
    }
  }
}
