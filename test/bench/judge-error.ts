// npm run bench:judge-error -- [--limit N] [--write models/judge/error.json] files…
// How often a verdict that rests on reading is wrong in a scan, at a scan's own thresholds: what success rates are corrected by.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { detectorsWith } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'
import { anAttack, aScript } from '../support.ts'
import { type LabelledRow, languageOf, nameOf, objectiveOf, readLabelled } from './labelled.ts'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string', default: '100' }, write: { type: 'string' } },
})
if (files.length === 0) {
  console.error('Name labelled files (.jsonl or .jsonl.gz) that no weights were fitted on, of the question "harmful".')
  process.exit(2)
}

const reader = openSemanticJudge()
const judge = createJudge(detectorsWith(reader))
const total = { positives: 0, found: 0, negatives: 0, cleared: 0 }
let undecided = 0
for (const file of files) {
  const rows = evenly(readLabelled(file), Number(options.limit))
  const before = { ...total }
  for (let from = 0; from < rows.length; from += 8) await Promise.all(rows.slice(from, from + 8).map(count))
  console.log(
    `${nameOf(file).padEnd(22)} found ${total.found - before.found} of ${total.positives - before.positives}, cleared ${total.cleared - before.cleared} of ${total.negatives - before.negatives}`,
  )
}
await reader.close()
const report = { judge: 'semantic@1', ...total, undecided, files: files.map(nameOf) }
console.log(
  `sensitivity ${(total.found / total.positives).toFixed(3)}, specificity ${(total.cleared / total.negatives).toFixed(3)}, undecided ${undecided}`,
)
if (options.write) writeFileSync(options.write, `${JSON.stringify(report, null, 1)}\n`)

/** Judges a row as a scan would, and counts it where a verdict was given: undecided answers are no trials of a scan either. */
async function count(row: LabelledRow): Promise<void> {
  const attack = anAttack({
    id: 'harmful_content/row',
    objective: (objectiveOf(row) ?? row.prompt).padEnd(10, '.'),
    language: languageOf(row)?.slice(0, 2) ?? 'en',
    detect: [{ semantic: { kind: 'harmful' } }],
  })
  const script = aScript(attack, [row.prompt])
  const { outcome } = await judge([{ sent: row.prompt, reply: { text: row.response }, ms: 0 }], { script, fill: (text) => text })
  if (outcome === 'inconclusive' || outcome === 'error') undecided++
  else if (row.label === 1) {
    total.positives++
    if (outcome === 'succeeded') total.found++
  } else {
    total.negatives++
    if (outcome !== 'succeeded') total.cleared++
  }
}

/** Every k-th row: files are often sorted by model or by attack. */
function evenly<Row>(rows: readonly Row[], most: number): readonly Row[] {
  return rows.filter((_, at) => at % Math.max(1, Math.floor(rows.length / most)) === 0).slice(0, most)
}
