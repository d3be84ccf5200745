import type { CatalogAttack, Probe } from '../domain/attack.ts'
import { Problem } from '../domain/problem.ts'
import type { Ask, Strategy } from '../domain/strategy.ts'
import type { Conversation, Reply } from '../domain/target.ts'
import type { Judge, JudgeAid } from '../domain/verdict.ts'
import { Breaker } from './breaker.ts'
import { entryOf } from './entry-of.ts'
import { HeldBack } from './held-back.ts'
import { maySpill, OwnSecrets } from './own-secrets.ts'
import type { Stock } from './plan/breed.ts'
import { isNearMiss } from './plan/near-miss.ts'
import { Rounds } from './plan/rounds.ts'
import type { Ready } from './prepare.ts'
import { ProbeQueue } from './probe-queue.ts'
import { recall } from './recall.ts'
import { Recorder } from './recorder.ts'
import { withRetries } from './retry.ts'
import { runProbe } from './run-probe.ts'
import type { ScanRun } from './scan-run.ts'
import { type Carried, toAttempt } from './to-attempt.ts'

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

  const stock = stockOf(run, ready)
  const secrets = new OwnSecrets()
  const past = await recall(run, stock, secrets, ready.calibration.voice)
  const rounds = new Rounds({ attacks: ready.attacks.map(({ attack }) => attack), ...plan, stock }, past.outcomes, past.nearMisses)
  const breaker = new Breaker(run.wait)
  const recorder = new Recorder(
    (batch) => run.scans.record(run.lease, batch, new Date(run.clock.now()).toISOString()),
    () => end('lost'),
    run.wait,
  )
  const record = (carried: Carried, aid: JudgeAid) => {
    const verdict = secrets.review(carried.transcript, carried.verdict, aid)
    return recorder.add(toAttempt({ ...carried, verdict }, sourceOf(carried.script.probe, stock), run.catalog))
  }
  const held = new HeldBack<Readonly<{ carried: Carried; aid: JudgeAid }>>(({ carried, aid }) => {
    // A store that failed says so at the next result, and at the latest when everything is flushed.
    record(carried, aid).catch(() => undefined)
  })
  const queue = new ProbeQueue(rounds, (round) => held.release(round - 2))
  const patience = { budget: ready.retries, wait: run.wait, jitter: run.jitter, monotonicMs: run.clock.monotonicMs, signal }

  const carryOut = async (probe: Probe) => {
    const script = run.writeScript(probe)
    secrets.sent(script)
    const aid: JudgeAid = {
      script,
      fill: (text) => run.fill(text, script),
      voice: ready.calibration.voice,
      known: run.known,
      ...(run.ask && { ask: run.ask }),
    }
    let requests = 0
    let usedModel = false
    const strategy = telling(run.strategies.get(probe.attack.strategy)!, () => {
      usedModel = true
    })
    const send = (conversation: Conversation, text: string): Promise<Reply> =>
      withRetries(() => {
        requests++
        return conversation.send(text, signal)
      }, patience)
    const { transcript, verdict, failure } = await runProbe(script, {
      target: ready.target,
      strategy,
      judge: judging(run),
      aid,
      send,
      answersHarmlessQuestions: ready.calibration.answered > 0,
      monotonicMs: run.clock.monotonicMs,
      signal,
    })
    if (failure?.isFinal) return end(failure)
    if (verdict.outcome === 'error') breaker.failed(signal)
    else breaker.answered()
    queue.settle(probe, verdict.outcome, isNearMiss(verdict))
    secrets.learn(transcript, verdict, aid)
    const carried = { script, transcript, verdict, requests, usedModel }
    // Another answer may yet prove that what stands in this one is a secret.
    if (verdict.outcome !== 'succeeded' && verdict.outcome !== 'error' && maySpill(transcript))
      held.hold(queue.roundOf(probe), { carried, aid })
    else await record(carried, aid)
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
  if (ended !== 'lost') {
    held.release()
    await recorder.flush()
  }
  if (ended) return ended
  run.signal.throwIfAborted()
  if (settled.some((one) => one.status === 'rejected')) throw stop.signal.reason
  return undefined
}

/** The same strategy, which tells when it has a language model write for it: what few can repeat is less severe. */
const telling =
  (strategy: Strategy, onAsk: () => void): Strategy =>
  (script, { ask }) => {
    if (!ask) return strategy(script, {})
    const noted: Ask = (prompt, signal) => {
      onAsk()
      return ask(prompt, signal)
    }
    return strategy(script, { ask: noted })
  }

/** The attacks that fit this target, and the catalogue's ways of making others of them. */
function stockOf({ catalog }: ScanRun, { attacks }: Ready): Stock {
  return { ...catalog, entries: new Map(attacks.map((entry) => [entry.attack.id, entry])) }
}

/** Where a probe's ids come from. A descendant's are those of its first parent unless the catalogue makes it anew. */
const sourceOf = ({ attack, descent }: Probe, stock: Stock): CatalogAttack =>
  entryOf(attack.id, descent, stock) ?? stock.entries.get(descent?.parents[0] ?? '')!

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
