import type { LoadedCatalog } from './attacks/load.ts'
import type { Config } from './config.ts'
import type { Clock, ScanStore } from './domain/ports.ts'
import { Problem } from './domain/problem.ts'
import type { Scan } from './domain/scan.ts'
import type { Ask } from './domain/strategy.ts'
import { TargetConfig } from './domain/target.ts'
import { tentativeAt } from './judge/detectors/refusal.ts'
import { detectorsWith } from './judge/index.ts'
import { createJudge } from './judge/judge.ts'
import { measuredError } from './judge/measured-error.ts'
import { openSemanticJudge } from './judge/model/semantic-judge.ts'
import { refusalScore } from './judge/refusal/score.ts'
import type { Log } from './lib/log.ts'
import { createRedactor, type Redactor } from './lib/redact.ts'
import { SealError, type Sealer } from './lib/seal.ts'
import type { Egress } from './net/egress.ts'
import { redactRecords } from './net/redact-records.ts'
import { redactReplies } from './net/redact-replies.ts'
import { askModel } from './service/ask-model.ts'
import type { KillSwitch } from './service/kill-switch.ts'
import type { DetectTarget } from './service/probe-target.ts'
import type { RelaySession } from './service/relay/relay-session.ts'
import { relayWay } from './service/relay/relay-way.ts'
import { type JobDeps, runJob, type Way } from './service/run-job.ts'
import { connectTarget as connect } from './targets/connect.ts'
import { detect } from './targets/detect/detect.ts'
import { protocols } from './targets/index.ts'

/** What the workshop is given by the rest of the process. */
export type WorkshopDeps = Readonly<{
  config: Config
  log: Log
  clock: Clock
  scans: ScanStore
  egress: Egress
  sealer: Sealer
  catalog: LoadedCatalog
  killSwitch: KillSwitch
  relaySession: (scanId: string) => RelaySession
}>

/** Where scans are carried out: judge, detection, protocols, engine. Half of the program, loaded by the first scan and not before. */
export type Workshop = Readonly<{
  runJob: (...args: Parameters<typeof runJob> extends [JobDeps, ...infer Rest] ? Rest : never) => Promise<void>
  detect: DetectTarget
  close: () => Promise<void>
}>

export function openWorkshop({ config, log, clock, scans, egress, sealer, catalog, killSwitch, relaySession }: WorkshopDeps): Workshop {
  const reader = openSemanticJudge()
  const ask = openAsk(config, egress)
  const job: Omit<JobDeps, 'scans' | 'openWay'> = {
    catalog,
    stopSignal: () => killSwitch.signal,
    unseal: (sealed, scanId) => TargetConfig.parse(JSON.parse(unsealed(sealer, sealed, scanId))),
    judge: createJudge(detectorsWith(reader)),
    judgeError: measuredError(),
    ...(ask && { ask }),
    declines: (text) => refusalScore(text).refused >= tentativeAt,
    isRefusal: (text) => refusalScore(text).refused >= 0.5,
    isFlatRefusal: (text) => {
      const { refused, kind, features } = refusalScore(text)
      return refused >= 0.8 && kind === 'refusal' && features.redirects === 0
    },
    clock,
    jitter: Math.random,
    log,
  }
  /** Each scan knows its own secrets, and takes them out of whatever it hears and writes down. */
  const carryOut: Workshop['runJob'] = (claim, signal) => {
    const redactor = createRedactor([])
    const openWay: JobDeps['openWay'] = (scan, target) =>
      scan.plan.mode === 'relay'
        ? relayWay(scan, relaySession(scan.id), clock)
        : { ...openNet(egress, scan, target, redactor), detect, connect }
    return runJob({ ...job, scans: redactRecords(scans, redactor), openWay }, claim, signal)
  }
  return {
    runJob: carryOut,
    detect: async (url, target, signal) => {
      const { auth, headers, query } = target
      const client = egress.client({ scanId: 'probe', target: url, auth, headers, query })
      return client.redactor.deep(await detect(url, target, redactReplies(client), signal))
    },
    close: () => reader.close(),
  }
}

/** The guarded way out for one scan: its credentials, its limits, its name. */
function openNet(
  egress: Egress,
  scan: Scan,
  { auth, headers, query }: TargetConfig,
  redactor: Redactor,
): Pick<Way, 'net' | 'requestsSent'> {
  const { maxRequests } = scan.plan
  const client = egress.client({
    scanId: scan.id,
    target: scan.target,
    auth,
    headers,
    query,
    limits: { requestTimeoutMs: scan.plan.requestTimeoutMs },
    requestsPerSecond: scan.plan.requestsPerSecond,
    concurrency: scan.plan.concurrency,
    // What an earlier process sent for this scan counts too.
    maxRequests: maxRequests === null ? null : Math.max(0, maxRequests - scan.requestsSent),
    redactor,
  })
  return { net: redactReplies(client), requestsSent: () => client.requestsSent }
}

/** The operator's language model, where one is configured. It is spoken to through the same guard as a target. */
function openAsk({ llmUrl: url, llmModel: model, llmKey: key }: Config, egress: Egress): Ask | undefined {
  if (url === null) return undefined
  const protocol = new URL(url).pathname.endsWith('/messages') ? 'anthropic-messages' : 'openai-chat'
  const headers =
    key === null ? {} : protocol === 'openai-chat' ? { authorization: `Bearer ${key.reveal()}` } : { 'x-api-key': key.reveal() }
  const net = egress.client({ scanId: 'model', target: url, headers })
  return askModel(protocols[protocol]!.connect(url, model === null ? {} : { model }, net))
}

/** A scan's secrets, or the reason why they can't be read any more. */
function unsealed(sealer: Sealer, sealed: Uint8Array, scanId: string): string {
  try {
    return sealer.open(sealed, scanId)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    throw new Problem('target_config_lost', `The target's credentials can not be read: ${error.message}`, { cause: error })
  }
}
