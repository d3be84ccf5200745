import { strategies } from '../attacks/strategies/index.ts'
import { fill } from '../attacks/template.ts'
import { writeScript } from '../attacks/write-script.ts'
import type { Catalog } from '../domain/attack.ts'
import type { Clock, Lease, ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { JudgeError, Scan } from '../domain/scan.ts'
import type { Ask } from '../domain/strategy.ts'
import type { Detect, Net, Target, TargetConfig, TargetProfile } from '../domain/target.ts'
import type { Judge } from '../domain/verdict.ts'
import { runScan } from '../engine/run-scan.ts'
import { settleDoubt } from '../judge/settle-doubt.ts'
import { counted } from '../lib/counted.ts'
import type { Log } from '../lib/log.ts'
import { wait } from '../lib/wait.ts'
import { llmJudge } from './llm-judge.ts'
import { selectForTarget } from './select-for-target.ts'

export type JobDeps = Readonly<{
  scans: ScanStore
  catalog: Catalog
  /** How this scan speaks to its target. */
  openWay: (scan: Scan, config: TargetConfig) => Way
  /** Aborted while the operator has stopped all traffic. */
  stopSignal: () => AbortSignal
  unseal: (sealed: Uint8Array, scanId: string) => TargetConfig
  judge: Judge
  /** A language model of the operator's; attacks adapt with it, and a scan that asks for it has its doubts settled. */
  ask?: Ask
  /** How often its readings are wrong. */
  judgeError?: JudgeError
  declines: (text: string) => boolean
  isRefusal: (text: string) => boolean
  isFlatRefusal: (text: string) => boolean
  clock: Clock
  jitter: () => number
  log: Log
}>

/** How a scan speaks to its target: over our own network, or through a relay client. */
export type Way = Readonly<{
  net: Net
  detect: Detect
  connect: (url: string, profile: TargetProfile, net: Net) => Target
  /** How many requests went out so far. */
  requestsSent?: () => number
  /** Aborted when there is nobody left to speak to. */
  signal?: AbortSignal
}>

/** Works on a claimed scan until it ends, is cancelled, or the process has to stop. */
export async function runJob(deps: JobDeps, claim: Readonly<{ lease: Lease; scan: Scan }>, signal: AbortSignal): Promise<void> {
  const { lease, scan } = claim
  const log = deps.log.child({ scan: scan.id })
  const secrets = await deps.scans.secrets(scan.id)
  if (!secrets) return
  const config = secrets.sealedConfig ? deps.unseal(secrets.sealedConfig, scan.id) : {}
  const deadline = deadlineOf(scan, deps.clock)
  try {
    const way = deps.openWay(scan, config)
    const stop = AbortSignal.any([signal, deadline.signal, deps.stopSignal(), ...(way.signal ? [way.signal] : [])])
    const ask = deps.ask && untilStopped(deps.ask, stop, log)
    const end = await runScan({
      scan,
      lease,
      scans: deps.scans,
      net: way.net,
      ...(way.requestsSent && { requestsSent: way.requestsSent }),
      config,
      catalog: deps.catalog,
      detect: way.detect,
      connect: way.connect,
      writeScript: (probe) => writeScript(probe, secrets.canarySecret),
      fill: (text, script) => fill(text, script.vars),
      strategies,
      select: (target) => selectForTarget(deps.catalog, scan.plan, target.features),
      judge: scan.plan.judge === llmJudge && ask ? settleDoubt(deps.judge, ask, stop) : deps.judge,
      onJudgeFailure: (err, probeId) => log.error({ err, probe: probeId }, 'an answer could not be judged'),
      ...(ask && { ask }),
      ...(deps.judgeError && { judgeError: deps.judgeError }),
      declines: deps.declines,
      isRefusal: deps.isRefusal,
      isFlatRefusal: deps.isFlatRefusal,
      known: { ...(config.system_prompt && { systemPrompt: config.system_prompt }), canaries: config.canaries ?? [] },
      clock: deps.clock,
      wait,
      jitter: deps.jitter,
      signal: stop,
    })
    if (!end) {
      log.warn({}, 'another process has taken this scan over')
      return
    }
    await deps.scans.finish(lease, end)
    log.info({ status: end.status, error: end.error?.code }, 'scan ended')
  } finally {
    deadline.clear()
  }
}

/** A model that helps a scan stops with it, and does not fail in silence. */
const untilStopped =
  (ask: Ask, stop: AbortSignal, log: Log): Ask =>
  async (prompt, signal) => {
    try {
      return await ask(prompt, AbortSignal.any([signal, stop]))
    } catch (err) {
      stop.throwIfAborted()
      if (signal.aborted) throw new Problem('target_timeout', 'The model did not answer in time.', { cause: err })
      log.warn({ err }, 'the configured language model could not be asked; attacks go on without it')
      throw err
    }
  }

/** The deadline counts from the scan's first start, so a restart does not extend it. */
function deadlineOf(scan: Scan, clock: Clock): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const startedMs = scan.startedAt ? Date.parse(scan.startedAt) : clock.now()
  const leftMs = Math.max(0, startedMs + scan.plan.deadlineSeconds * 1000 - clock.now())
  const why = new Problem(
    'deadline_exceeded',
    `The scan did not finish within its ${counted(scan.plan.deadlineSeconds, 'second')}; what was recorded is kept.`,
  )
  const timer = setTimeout(() => controller.abort(why), leftMs)
  timer.unref()
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
