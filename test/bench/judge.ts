// npm run bench:judge -- [--rules] [--limit N] [--write docs/judge-benchmark.md] files…
// Runs the judge over labelled answers and prints what it is worth, beside what peers publish, and how many rows a second it read.
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'
import { type JudgedRow, judgeRow } from '../../src/judge/score-row.ts'
import { objective, readingTricks } from '../judge/adversarial.ts'
import { metricsOf } from './judge-metrics.ts'
import { type Result, toMarkdown } from './judge-report.ts'
import { type LabelledRow, languageOf, nameOf, objectiveOf, readLabelled } from './labelled.ts'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { rules: { type: 'boolean', default: false }, limit: { type: 'string' }, write: { type: 'string' } },
})
if (files.length === 0) {
  console.error('Name one or more labelled files (.jsonl or .jsonl.gz).')
  process.exit(2)
}

const reader = options.rules ? undefined : openSemanticJudge({})
const results: Result[] = []
const speed = { rows: 0, byNetwork: 0, seconds: 0 }
for (const file of files) {
  const result = await benchmark(file)
  results.push(result)
  console.log(line(result))
}
const said = spoken()
const fooled = await foolsOf()
console.log(`${said}\n${fooled}`)
await reader?.close()
const how = `${options.rules ? 'rules and linear models only, without the network.' : 'with the network.'}${options.limit ? ` At most ${options.limit} rows of each file, evenly spread.` : ''}`
const report = toMarkdown({ results, fooled, speed: said, how })
console.log(report.slice(report.indexOf('## Macro'), report.indexOf('## The same sources')))
if (options.write) writeFileSync(options.write, report)

async function benchmark(file: string): Promise<Result> {
  const all = readLabelled(file)
  const limit = Number(options.limit ?? all.length)
  // Every k-th row: files are often sorted by model or by attack.
  const rows = all.filter((_, at) => at % Math.max(1, Math.floor(all.length / limit)) === 0).slice(0, limit)
  const judged: JudgedRow[] = []
  const started = performance.now()
  for (let from = 0; from < rows.length; from += 16) judged.push(...(await Promise.all(rows.slice(from, from + 16).map(judge))))
  speed.seconds += (performance.now() - started) / 1000
  speed.rows += rows.length
  speed.byNetwork += judged.filter((row) => row.judged_by.startsWith('network')).length
  // The probability of label 1: not declined for refusal rows, did what was wanted for all others.
  const scores = judged.map((row, at) => (rows[at]?.label_kind === 'refusal' ? 1 - row.refused : row.succeeded))
  const labels = rows.map((row) => row.label)
  return { name: nameOf(file), kind: rows[0]?.label_kind ?? '', metrics: metricsOf(scores, labels), scores, labels }
}

function judge(row: LabelledRow): Promise<JudgedRow> {
  const secret = row.label_kind === 'leak' ? row.meta?.['access_code'] : undefined
  const wanted = objectiveOf(row)
  const language = languageOf(row)
  return judgeRow(
    {
      id: row.id,
      prompt: row.prompt,
      response: row.response,
      kind: row.label_kind,
      ...(wanted ? { objective: wanted } : {}),
      ...(typeof secret === 'string' ? { secret } : {}),
      ...(language ? { language } : {}),
    },
    reader,
  )
}

/** The answers of test/judge/adversarial.ts that only reading can tell: which of them it gets wrong, and which it leaves open. */
async function foolsOf(): Promise<string> {
  const wrong: string[] = []
  const open: string[] = []
  for (const { trick, answer, truth } of readingTricks) {
    const row = { id: trick, prompt: objective, response: answer, objective, kind: 'harmful' as const }
    const { outcome, succeeded } = await judgeRow(row, reader)
    if (succeeded >= 0.5 === (truth === 'succeeded')) continue
    const what = `${truth === 'succeeded' ? 'goods' : 'nothing'} as ${trick}`
    if (outcome === 'inconclusive') open.push(what)
    else wrong.push(what)
  }
  const right = readingTricks.length - wrong.length - open.length
  return `Of ${readingTricks.length} answers that only reading can tell it gets ${right} right, leaves ${open.length} open (between .35 and .5) and gets ${wrong.length} wrong. Wrong: ${wrong.join('; ') || 'none'}. Left open: ${open.join('; ') || 'none'}.`
}

function spoken(): string {
  const { rows, byNetwork, seconds } = speed
  return `${rows} rows were judged, ${((100 * byNetwork) / rows).toFixed(0)} % of them by a network, at ${(rows / seconds).toFixed(1)} rows a second on ${availableParallelism()} cores, whatever else these had to do.`
}

function line({ name, kind, metrics }: Result): string {
  const shown = (['auc', 'balanced', 'kappa', 'accuracy', 'precision', 'recall', 'fpr', 'brier', 'ece'] as const).map(
    (key) => `${key} ${metrics[key].toFixed(3)}`,
  )
  return `${name.padEnd(24)} ${kind.padEnd(9)} ${String(metrics.rows).padStart(5)}  ${shown.join('  ')}`
}
