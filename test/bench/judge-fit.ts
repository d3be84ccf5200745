// Fits the two linear heads of the quick reader and writes src/judge/reading/weights.ts.
//   node test/bench/judge-fit.ts <folder with labelled .jsonl.gz files>
// Only sources whose licences allow shipped weights are read; the rows themselves never enter the repository.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerFeatures, featureNames } from '../../src/judge/reading/features.ts'
import { type LabelledRow, languageOf, objectiveOf, readLabelled } from './labelled.ts'

type Example = Readonly<{ x: readonly number[]; y: number; weight: number }>

// Weight of a whole source, whatever its size: variety counts, not volume.
const harmSources = {
  gptfuzz_labeled: 1.5,
  rethinking_jailbreak: 1,
  jbb_artifacts: 1,
  harmbench_zephyr: 0.6,
  refusal_direction: 0.5,
  latent_jailbreak: 0.8,
}
const refusalSources = { xstest_v2: 1.5, chatgpt_refusals: 1.5, gptfuzz_labeled: 0.7, jbb_artifacts: 0.7, refusal_direction: 0.7 }
const l2 = 1e-3
const epochs = 60

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Name the folder with the labelled files.')
  process.exit(2)
}
const heads = {
  succeeded: fit(Object.entries(harmSources).flatMap(([name, total]) => examplesOf(name, total, (row) => row.label))),
  refused: fit(Object.entries(refusalSources).flatMap(([name, total]) => examplesOf(name, total, refusedLabel))),
}
const rows = featureNames.map((name, at) => `  ['${name}', ${heads.refused[at]!.toFixed(3)}, ${heads.succeeded[at]!.toFixed(3)}],`)
const bias = featureNames.length
writeFileSync(
  'src/judge/reading/weights.ts',
  `// Written by test/bench/judge-fit.ts: do not edit. Feature, weight for "declined", weight for "did what was wanted".
export const weights: readonly (readonly [feature: string, refused: number, succeeded: number])[] = [
${rows.join('\n')}
]
export const bias = { refused: ${heads.refused[bias]!.toFixed(3)}, succeeded: ${heads.succeeded[bias]!.toFixed(3)} } as const
`,
)

/** A harmful request that was not fulfilled may have been declined or not: such rows count only where a refusal opens them. */
function refusedLabel(row: LabelledRow, x: readonly number[]): number | undefined {
  if (row.label_kind === 'refusal') return 1 - row.label
  if (row.label === 1) return 0
  return x[0]! + x[1]! >= 1 ? 1 : undefined
}

function examplesOf(name: string, total: number, label: (row: LabelledRow, x: readonly number[]) => number | undefined): Example[] {
  const found = readLabelled(join(folder!, `${name}.jsonl.gz`)).flatMap((row) => {
    const x = answerFeatures(row.response, objectiveOf(row) ?? row.prompt, languageOf(row)).values
    const y = label(row, x)
    return y === undefined ? [] : [{ x, y }]
  })
  const positives = found.filter((example) => example.y === 1).length
  // Half way to balance between the classes of a source.
  const balance = (y: number) => Math.sqrt(found.length / 2 / Math.max(1, y === 1 ? positives : found.length - positives))
  return found.map((example) => ({ ...example, weight: ((total * 1000) / found.length) * balance(example.y) }))
}

/** Logistic regression by Adam; the order of the rows comes from a fixed seed, so that a run can be repeated. */
function fit(examples: readonly Example[]): Float64Array {
  const size = examples[0]!.x.length
  const weights = new Float64Array(size + 1)
  const mean = new Float64Array(size + 1)
  const square = new Float64Array(size + 1)
  const order = examples.map((_, at) => at)
  let seed = 1
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  let steps = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other]!, order[at]!]
    }
    const rate = 0.02 * (1 - epoch / epochs) + 0.001
    for (let from = 0; from < order.length; from += 256) {
      const gradient = new Float64Array(size + 1)
      let total = 0
      for (const index of order.slice(from, from + 256)) {
        const { x, y, weight } = examples[index]!
        let z = weights[size]!
        for (let at = 0; at < size; at++) z += weights[at]! * x[at]!
        const error = (1 / (1 + Math.exp(-z)) - y) * weight
        total += weight
        for (let at = 0; at < size; at++) gradient[at]! += error * x[at]!
        gradient[size]! += error
      }
      steps++
      for (let at = 0; at <= size; at++) {
        const slope = gradient[at]! / total + (at < size ? l2 * weights[at]! : 0)
        mean[at] = 0.9 * mean[at]! + 0.1 * slope
        square[at] = 0.999 * square[at]! + 0.001 * slope * slope
        weights[at]! -= (rate * (mean[at]! / (1 - 0.9 ** steps))) / (Math.sqrt(square[at]! / (1 - 0.999 ** steps)) + 1e-8)
      }
    }
  }
  return weights
}
