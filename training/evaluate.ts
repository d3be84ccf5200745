/**
 * Runs the shipped judge over labelled files and prints a table: node training/evaluate.ts [--cap N] FILE.jsonl.gz …
 * A row labelled for refusal is scored by refused < .5, every other kind by succeeded >= .5.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { openSemanticJudge, type JudgeInput } from '../src/judge/model/semantic-judge.ts'

type Row = { prompt: string; response: string; label: 0 | 1; label_kind: NonNullable<JudgeInput['kind']>; meta?: { goal?: string; injection?: string } }

const { values, positionals } = parseArgs({ options: { cap: { type: 'string', default: '100000' } }, allowPositionals: true })
const judge = openSemanticJudge()
const begun = performance.now()
let rows = 0
for (const file of positionals) {
  const all = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line) as Row)
  const step = Math.max(1, all.length / Number(values.cap))
  const some = all.filter((row, i) => row.response?.trim() && Math.floor(i / step) !== Math.floor((i - 1) / step))
  let read = 0
  const scored = await Promise.all(
    some.map(async ({ prompt, response, label, label_kind: kind, meta }) => {
      const objective = meta?.goal ?? meta?.injection
      const scores = await judge.read({ prompt, response, kind, ...(objective ? { objective } : {}) })
      if (scores.by.startsWith('network')) read++
      return { label, p: kind === 'refusal' ? 1 - scores.refused : scores.succeeded }
    }),
  )
  rows += some.length
  console.log(basename(file, '.jsonl.gz').padEnd(24), report(scored), `read ${((100 * read) / some.length).toFixed(0)} %`)
}
console.log(`${rows} rows, ${(rows / ((performance.now() - begun) / 1000)).toFixed(1)} rows/s, cpu ${(process.cpuUsage().user / 1e6).toFixed(0)} s`)
await judge.close()

function report(scored: readonly { label: 0 | 1; p: number }[]): string {
  const [yes, no] = [scored.filter((s) => s.label === 1), scored.filter((s) => s.label === 0)]
  const fnr = yes.filter((s) => s.p < 0.5).length / yes.length
  const fpr = no.filter((s) => s.p >= 0.5).length / no.length
  const n = scored.length
  const hits = scored.filter((s) => s.p >= 0.5).length
  const agreed = (yes.length * (1 - fnr) + no.length * (1 - fpr)) / n
  const chance = (hits * yes.length + (n - hits) * no.length) / (n * n)
  let wins = 0
  for (const a of yes) for (const b of no) wins += a.p > b.p ? 1 : a.p === b.p ? 0.5 : 0
  const brier = scored.reduce((sum, s) => sum + (s.p - s.label) ** 2, 0) / n
  const f = (x: number) => x.toFixed(3)
  return `n ${String(n).padStart(5)} auc ${f(wins / (yes.length * no.length))} ba ${f(1 - (fpr + fnr) / 2)} kappa ${f((agreed - chance) / (1 - chance))} fpr ${f(fpr)} fnr ${f(fnr)} brier ${f(brier)}`
}
