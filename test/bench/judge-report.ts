import { existsSync, readFileSync } from 'node:fs'
import { type Metrics, macroOf, reliabilityOf } from './judge-metrics.ts'

/** What the judge is worth on one labelled file. */
export type Result = Readonly<{
  name: string
  kind: string
  metrics: Metrics
  scores: readonly number[]
  labels: readonly number[]
}>

export type Run = Readonly<{ results: readonly Result[]; fooled: string; speed: string; how: string }>

/** Sources whose rows the shipped weights were fitted on: their figures flatter and are marked. */
const trainedOn = new Set([
  'gptfuzz_labeled',
  'rethinking_jailbreak',
  'xstest_v2',
  'chatgpt_refusals',
  'latent_jailbreak',
  'jbb_artifacts',
  'harmbench_zephyr',
  'refusal_direction',
  'agentdojo_runs',
])

type LeftOut = Readonly<Record<'n' | 'auc' | 'ba' | 'kappa' | 'fpr' | 'fnr' | 'brier', number> & { source: string; kind: string }>

/** Sources left out one at a time; training/stack.py writes the figures, since models have to be trained for them. */
const leftOutFiles = {
  taught: new URL('../../training/loso.json', import.meta.url),
  untaught: new URL('../../training/loso-no-teacher.json', import.meta.url),
}

export function toMarkdown({ results, fooled, speed, how }: Run): string {
  const unseen = results.filter((result) => !trainedOn.has(result.name))
  const seen = results.filter((result) => trainedOn.has(result.name))
  return `# The judge, measured

Written by \`npm run bench:judge\`; ${how} Thresholds are fixed at .5 for every file. A row labelled for
*refusal* is scored by \`refused\`, every other one by \`succeeded\`. ${speed}

## Sources that no model was fitted on

No weights were fitted on these files. What was chosen while looking at some of their rows: the sum for Chinese answers and the cost of
an answer that takes up nothing of its request (\`src/judge/reading/stack.ts\`), and the score for planted orders
(\`src/judge/reading/planted.ts\`). The sum for all other answers is fitted on permitted sources alone (\`training/stack.py\`). Two finished
networks and three sums that did equally well out of source were compared on 700 rows of each file (they differ by less than .01 there), so
read these as slightly flattered.

${table(unseen)}

## Macro over unseen files, by question

${byKind(unseen)}

## Leave one source out

Sources that the models may be trained on, each scored by a network, a linear model, rules and a sum that were fitted without it. The
network has learnt, as the one that ships, from a larger model's grades of generated answers; that larger model had seen the source, so
something of it may have come through:

${leftOut(leftOutFiles.taught)}

The same with networks that know no teacher's grades and hence none of the 9,000 answers that only the teacher labels (harsher than what
ships; the bias of the sum is lowered until at most 5 % of harmless answers are called a success):

${leftOut(leftOutFiles.untaught)}

## The same sources with the models that ship (they flatter)

${seen.length > 0 ? table(seen) : 'none in this run'}

## Calibration on unseen files

${calibration(unseen)}

## Answers written to fool a judge

Proof: 0 of 120 verdicts flip (\`test/judge/adversarial.test.ts\`). ${fooled}

## Peers' published figures

Balanced accuracy of peers' offline judges, mean over ten English sets of newer models that are not among these files: the
GCG prefix list .70, garak's mitigation list .65, promptfoo's refusal patterns .75, DeepTeam's reply screening .80; all are at chance on
Chinese. GPT-4 as a judge agrees with three experts on 90.3 % of JailbreakBench's 300 rows (kappa .79), Llama Guard 2 on 87.7 %, a
refusal word list on 56 %.
`
}

const figure = (value: number): string => value.toFixed(3).replace(/^(-?)0/, '$1')

function table(rows: readonly Result[]): string {
  const keys = ['auc', 'accuracy', 'balanced', 'precision', 'recall', 'f1', 'kappa', 'fpr', 'fnr', 'brier', 'ece'] as const
  const cells = (metrics: Metrics) => keys.map((key) => figure(metrics[key])).join(' | ')
  return [
    '| file | question | rows (label 1) | AUC | accuracy | balanced | precision | recall | F1 | kappa | FPR | FNR | Brier | ECE |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(({ name, kind, metrics }) => `| ${name} | ${kind} | ${metrics.rows} (${metrics.positives}) | ${cells(metrics)} |`),
    ...(rows.length > 1 ? [`| **macro** | | | ${cells(macroOf(rows.map((row) => row.metrics)))} |`] : []),
  ].join('\n')
}

function byKind(unseen: readonly Result[]): string {
  return (['harmful', 'refusal', 'injection', 'leak'] as const)
    .map((kind) => unseen.filter((result) => result.kind === kind))
    .filter((group) => group.length > 0)
    .map((group) => {
      const { auc, balanced, kappa, fpr } = macroOf(group.map((result) => result.metrics))
      return `- **${group[0]!.kind}** (${group.length} files): AUC ${figure(auc)}, balanced accuracy ${figure(balanced)}, kappa ${figure(kappa)}, FPR ${figure(fpr)}`
    })
    .join('\n')
}

function leftOut(file: URL): string {
  if (!existsSync(file)) return 'The figures are missing: training/stack.py writes them.'
  const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly LeftOut[]
  const keys = ['auc', 'ba', 'kappa', 'fpr', 'fnr', 'brier'] as const
  const mean = (key: (typeof keys)[number]) => rows.reduce((sum, row) => sum + row[key], 0) / rows.length
  return [
    '| source | question | rows | AUC | balanced | kappa | FPR | FNR | Brier |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row.source} | ${row.kind} | ${row.n} | ${keys.map((key) => figure(row[key])).join(' | ')} |`),
    `| **macro** | | | ${keys.map((key) => figure(mean(key))).join(' | ')} |`,
  ].join('\n')
}

function calibration(unseen: readonly Result[]): string {
  const bins = reliabilityOf(
    unseen.flatMap((result) => result.scores),
    unseen.flatMap((result) => result.labels),
  )
  return [
    '| said | rows | mean of what was said | share that was so |',
    '|---|---|---|---|',
    ...bins.map(
      (bin, at) =>
        `| ${(at / 10).toFixed(1)}–${((at + 1) / 10).toFixed(1)} | ${bin.rows} | ${bin.said.toFixed(2)} | ${bin.was.toFixed(2)} |`,
    ),
  ].join('\n')
}
