// Fits the two linear heads of the quick reader and writes src/judge/reading/weights.ts.
//   node test/bench/judge-fit.ts pool.jsonl.gz
// The pool is what training/ puts together: rows of the sources whose licences allow shipped weights, our own rows and
// generated ones, each {src, A: request, R: response, lang, refused, succ, teacher: [refused, succeeded] in log-odds}.
// Labels are null where only the teacher has an opinion. The rows themselves never enter the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { answerFeatures, featureNames } from '../../src/judge/reading/features.ts'

type PoolRow = Readonly<{
  src: string
  A: string
  R: string
  lang?: string
  refused: number | null
  succ: number | null
  teacher: readonly [number, number]
}>
type Example = Readonly<{ x: readonly number[]; y: number; weight: number }>

// Weight of a whole source, whatever its size: variety counts, not volume.
const sources: Readonly<Record<string, number>> = {
  gptfuzz_labeled: 1.2,
  rethinking_jailbreak: 1,
  xstest_v2: 1.2,
  chatgpt_refusals: 0.8,
  latent_jailbreak: 0.5,
  jbb_artifacts: 1,
  harmbench_zephyr: 0.8,
  refusal_direction: 0.6,
  agentdojo_runs: 0.1,
  own: 1,
  generated: 1.5,
}
const l2 = 3e-4
const epochs = 25

const path = process.argv[2]
if (path === undefined) {
  console.error('Name the pool of rows (.jsonl.gz).')
  process.exit(2)
}
const rows = gunzipSync(readFileSync(path))
  .toString('utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as PoolRow)
const sizes = sizesOf(rows)
const features = rows.map((row) => answerFeatures(row.R, row.A, row.lang).values)
const heads = [fitHead(examplesFor(0)), fitHead(examplesFor(1))] as const
const lines = featureNames.map((name, at) => `  ['${name}', ${heads[0][at]!.toFixed(3)}, ${heads[1][at]!.toFixed(3)}],`)
const last = featureNames.length
writeFileSync(
  'src/judge/reading/weights.ts',
  `// Written by test/bench/judge-fit.ts: do not edit. Feature, weight for "declined", weight for "did what was wanted".
export const weights: readonly (readonly [feature: string, refused: number, succeeded: number])[] = [
${lines.join('\n')}
]
export const bias = { refused: ${heads[0][last]!.toFixed(3)}, succeeded: ${heads[1][last]!.toFixed(3)} } as const
`,
)

function sizesOf(all: readonly PoolRow[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const { src } of all) found.set(src, (found.get(src) ?? 0) + 1)
  return found
}

/** People's label and the teacher's opinion count half each; where there is no label, the teacher alone, at half the weight. */
function examplesFor(head: 0 | 1): Example[] {
  return rows.map((row, at) => {
    const label = head === 0 ? row.refused : row.succ
    const teacher = 1 / (1 + Math.exp(-row.teacher[head]))
    const weight = ((sources[row.src] ?? 0) * 1000) / sizes.get(row.src)!
    return { x: features[at]!, y: label === null ? teacher : (label + teacher) / 2, weight: label === null ? weight / 2 : weight }
  })
}

/** Logistic regression by Adam; the order of the rows comes from a fixed seed, so that a run can be repeated. */
function fitHead(examples: readonly Example[]): Float64Array {
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
