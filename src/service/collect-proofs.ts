import type { AttemptSummary, ScanStore } from '../domain/ports.ts'
import { severities } from '../domain/severity.ts'
import { confidences } from '../domain/verdict.ts'
import type { Trials } from '../engine/statistics.ts'
import { isSettled } from '../engine/tally.ts'

/** What a scan's results say about one weakness. */
export type Proofs = Readonly<{
  /** The settled attacks on it that differ: one that was fired again counts once, as a success if it ever came through. */
  all: Trials
  /** Its successes, the worst first and of those the surest, at most `mostIds`. */
  ids: readonly string[]
  /** The success that shows it best: the surest of the worst, because that is what the finding is called by. */
  best: AttemptSummary | undefined
  /** How often the probe came through that was fired again most. */
  reproduced: (Trials & Readonly<{ attackId: string; transform: string }>) | null
}>

/** Reads a scan's results a page at a time and keeps a few words for each weakness. */
export async function collectProofs(scans: ScanStore, scanId: string): Promise<ReadonlyMap<string, Proofs>> {
  const found = new Map<string, Collected>()
  for await (const row of everySummary(scans, scanId)) {
    const { weakness } = row.attempt
    const collected = found.get(weakness) ?? { hits: [], variants: new Map() }
    found.set(weakness, collected)
    add(collected, row)
  }
  return new Map([...found].map(([weakness, collected]) => [weakness, toProofs(collected)]))
}

/** Every result of a scan after a place, without what was said. */
export async function* everySummary(scans: ScanStore, scanId: string, afterSeq = 0): AsyncGenerator<AttemptSummary> {
  for (let seq = afterSeq; ; ) {
    const rows = await scans.summaries(scanId, { limit: pageRows, afterSeq: seq })
    yield* rows
    if (rows.length < pageRows) return
    seq = rows.at(-1)!.seq
  }
}

const pageRows = 500
const mostIds = 20

type Collected = { hits: AttemptSummary[]; variants: Map<string, Trials & { attackId: string; transform: string }> }
const none: Trials = { successes: 0, trials: 0 }

function add(collected: Collected, row: AttemptSummary): void {
  const { verdict, attackId, transform } = row.attempt
  if (!isSettled(verdict.outcome)) return
  const success = verdict.outcome === 'succeeded'
  const variant = `${attackId}+${transform}`
  const before = collected.variants.get(variant) ?? { ...none, attackId, transform }
  collected.variants.set(variant, { ...before, ...count(before, success) })
  if (success) collected.hits = [...collected.hits, row].sort(byProof).slice(0, mostIds)
}

const count = ({ successes, trials }: Trials, success: boolean): Trials => ({
  successes: successes + (success ? 1 : 0),
  trials: trials + 1,
})

const byProof = (a: AttemptSummary, b: AttemptSummary): number => harm(a) - harm(b) || rank(a) - rank(b) || a.seq - b.seq
const harm = ({ attempt }: AttemptSummary): number => severities.indexOf(attempt.severity)
const rank = ({ attempt: { verdict } }: AttemptSummary): number =>
  'confidence' in verdict ? confidences.indexOf(verdict.confidence) : confidences.length

function toProofs({ hits, variants }: Collected): Proofs {
  const all = { successes: [...variants.values()].filter(({ successes }) => successes > 0).length, trials: variants.size }
  const again = [...variants.values()].filter(({ trials, successes }) => trials > 1 && successes > 0)
  const [most] = again.sort((a, b) => b.trials - a.trials)
  return { all, ids: hits.map(({ id }) => id), best: hits[0], reproduced: most ?? null }
}
