import type { CatalogAttack } from '../domain/attack.ts'
import { Problem } from '../domain/problem.ts'
import type { Target, TargetProfile } from '../domain/target.ts'
import { type Calibration, calibrate } from './calibrate.ts'
import { countProbes } from './plan/rounds.ts'
import { type RetryBudget, retryBudget, withRetries } from './retry.ts'
import type { ScanRun } from './scan-run.ts'

/** A scan that knows how to talk to its target and what it will send. */
export type Ready = Readonly<{
  target: Target
  profile: TargetProfile
  calibration: Calibration
  attacks: readonly CatalogAttack[]
  retries: RetryBudget
  planned: number
  warnings: readonly string[]
  /** Why the result should not be read as a grade. */
  caveat?: string
}>

/** Detects, connects, listens to the target's own voice, and selects. Throws a Problem when there is nothing to test. */
export async function prepare(run: ScanRun): Promise<Ready> {
  const { scan, scans, lease, signal } = run
  const now = () => new Date(run.clock.now()).toISOString()
  await scans.update(lease, { phase: 'detecting', ...(!scan.startedAt && { startedAt: now() }) })
  const detected = scan.profile?.protocol ? scan.profile : await run.detect(scan.target, run.config, run.net, signal)
  const mayGoOn = (text: string) => run.config.protocol !== undefined || run.isRefusal(text)
  const profile = talkAnyway(detected, (text) => mayGoOn(text) || isSpokenByModels(detected.doubtful?.protocol))
  await scans.update(lease, { profile, phase: 'calibrating', ...(profile !== scan.profile && { requestsSent: profile.requests_used }) })

  const retries = retryBudget(scan.plan.maxAttacks)
  const target = run.connect(scan.target, profile, run.net)
  let asked = 0
  const calibration = await calibrate(
    target,
    (conversation, text) =>
      withRetries(
        () => {
          asked++
          return conversation.send(text, signal)
        },
        { budget: retries, wait: run.wait, jitter: run.jitter, monotonicMs: run.clock.monotonicMs, signal },
      ),
    run.declines,
  )
  await scans.update(lease, { requestsSent: asked, profile: { ...profile, controls: calibration.controls } })
  const { benign } = calibration.voice
  const isDeaf = calibration.mirror === 'constant' || profile !== detected || (benign.length > 0 && benign.every(run.isFlatRefusal))
  // Whom detection heard answering is scanned all the same: a bot for one subject may say one thing to all that is foreign to it.
  if (calibration.mirror === 'echo' || (profile !== detected && !mayGoOn(benign[0] ?? '') && !isSpokenByModels(profile.protocol)))
    throw mirrored(calibration.mirror)
  if (calibration.answered === 0 && calibration.failure && calibration.failure.code !== 'target_blocked') throw calibration.failure

  const { chosen, untested } = run.select(target)
  if (chosen.length === 0) throw new Problem('nothing_tested', `No attack fits this target. ${untested.join(' ')}`.trim())
  const planned = countProbes(
    chosen.map(({ attack }) => attack),
    scan.plan.repeats,
    scan.plan.maxAttacks,
  )
  const warnings = [...scan.warnings, ...(isDeaf ? [DEAF] : []), ...untested].filter((text, index, all) => all.indexOf(text) === index)
  await scans.update(lease, { phase: 'attacking', attacksPlanned: planned, warnings })
  return {
    target,
    profile,
    calibration,
    attacks: chosen,
    retries,
    planned,
    warnings,
    ...(isDeaf && { caveat: DEAF }),
  }
}

/**
 * An endpoint that turns down whatever is said, that the operator vouches for, or that speaks like a model's API, is scanned although
 * its answers did not depend on what was said: it may have one sentence for all that is foreign to its subject, and the end tells.
 */
function talkAnyway(profile: TargetProfile, mayGoOn: (text: string) => boolean): TargetProfile {
  const { doubtful, problem, ...rest } = profile
  if (!doubtful || !mayGoOn(doubtful.received)) return profile
  return {
    ...rest,
    protocol: doubtful.protocol,
    settings: doubtful.settings,
    confidence: 0.3,
    notes: [...profile.notes, problem?.message ?? DEAF],
  }
}

/** Forms, shops and status pages answer in JSON and text too; only chats of models and platforms speak the others. */
const isSpokenByModels = (protocol: string | null | undefined): boolean => protocol != null && !anybodys.has(protocol)
const anybodys: ReadonlySet<string> = new Set(['json', 'text', 'form', 'websocket'])

const DEAF = 'The endpoint answers everything alike, harmless questions too, so this says little about what is behind it.'

const mirrored = (how: Calibration['mirror']): Problem =>
  how === 'echo'
    ? new Problem('target_not_ai', 'The endpoint repeats what it is told, so no answer says anything about it. Is this the right URL?')
    : new Problem(
        'target_not_ai',
        'The endpoint gives the same answer to everything, harmless or not, so nothing can be tested. Is this the right URL?',
      )
