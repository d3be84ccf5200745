import { descentOf } from '../domain/attack.ts'
import type { Attempt, JudgeAid, Outcome } from '../domain/verdict.ts'
import { entryOf } from './entry-of.ts'
import type { OwnSecrets } from './own-secrets.ts'
import type { Stock } from './plan/breed.ts'
import { isNearMiss } from './plan/near-miss.ts'
import type { ScanRun } from './scan-run.ts'

/** What planning needs to know of the probes that are recorded: how each ended, and which of them came close. */
export type Past = Readonly<{ outcomes: ReadonlyMap<string, Outcome>; nearMisses: ReadonlySet<string> }>

/** Reads what an earlier process has recorded, so that a resumed scan plans the same and knows the same secrets. */
export async function recall(run: ScanRun, stock: Stock, secrets: OwnSecrets, voice: JudgeAid['voice']): Promise<Past> {
  const outcomes = new Map<string, Outcome>()
  const nearMisses = new Set<string>()
  for await (const { attempt } of run.scans.streamAttempts(run.scan.id)) {
    const { probeId, verdict } = attempt
    const { outcome, isNear } = verdict.first ?? { outcome: verdict.outcome, isNear: isNearMiss(verdict) }
    outcomes.set(probeId, outcome)
    if (isNear) nearMisses.add(probeId)
    const attack = entryOf(attempt.attackId, descentOf(probeId), stock)?.attack
    if (!attack) continue
    const script = run.writeScript({ id: probeId, attack, transform: attempt.transform, trial: attempt.trial })
    secrets.sent(script)
    secrets.learn(transcriptOf(attempt), verdict, { script, fill: (text) => run.fill(text, script), ...(voice && { voice }) })
  }
  return { outcomes, nearMisses }
}

const transcriptOf = ({ turns, prompt, response, latencyMs }: Attempt) =>
  turns ?? [{ sent: prompt, reply: { text: response }, ms: latencyMs }]
