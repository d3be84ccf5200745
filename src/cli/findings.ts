import { type Severity, severities, worst } from '../domain/severity.ts'
import { confidences } from '../domain/verdict.ts'
import type { ResultView } from '../service/result-view.ts'
import { cut, excerpt, type Paint } from './style.ts'
import { table } from './table.ts'

/** All successes of one weakness, with the one that shows it best. */
export type FindingRow = Readonly<{ weakness: string; severity: Severity; count: number; best: ResultView }>

/** Groups the successes of a stream of results, worst first. Keeps one result for each weakness in memory. */
export async function collectFindings(results: AsyncIterable<ResultView>): Promise<readonly FindingRow[]> {
  const found = new Map<string, { weakness: string; severity: Severity; count: number; best: ResultView }>()
  for await (const result of results) {
    if (!result.success) continue
    const row = found.get(result.weakness)
    if (!row) {
      found.set(result.weakness, { weakness: result.weakness, severity: result.severity, count: 1, best: result })
      continue
    }
    row.count += 1
    row.severity = worst(row.severity, result.severity)
    if (isBetterProof(result, row.best)) row.best = result
  }
  return [...found.values()].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.count - a.count)
}

function isBetterProof(a: ResultView, b: ResultView): boolean {
  const rank = (result: ResultView) => (result.confidence === null ? confidences.length : confidences.indexOf(result.confidence))
  return rank(a) < rank(b)
}

// Below this many columns the evidence would be cut to a few letters: it gets a line of its own.
const wideColumns = 150

/** The table of findings. Everything in it that a target chose is escaped. */
export function findingsTable(rows: readonly FindingRow[], paint: Paint, width: number): readonly string[] {
  const isWide = width >= wideColumns
  const columns = [
    { title: 'SEVERITY', paint: (text: string, row: number) => paint.severity(rows[row]!.severity, text) },
    { title: 'CATEGORY', most: 28 },
    { title: 'TIMES' },
    { title: 'ATTACK', most: 60 },
    ...(isWide ? [{ title: 'EVIDENCE' }] : []),
  ]
  const cells = rows.map(({ severity, count, best }) => [
    severity,
    best.attack_category,
    `${count}×`,
    excerpt(best.attack_name, 80),
    ...(isWide ? [evidenceOf(best)] : []),
  ])
  const [head, ...lines] = table(columns, cells, width)
  if (isWide) return [head!, ...lines]
  return [head!, ...lines.flatMap((line, i) => [line, paint.dim(cut(`          ${evidenceOf(rows[i]!.best)}`, width))])]
}

/** The words that prove it: the first span, otherwise the beginning of the answer. */
export function evidenceOf(result: ResultView): string {
  const span = result.evidence[0]
  const words = excerpt(span?.text || result.response, 160)
  return words === '' ? (span?.note ?? '') : words
}
