/** What a judge is worth on labelled answers. `scores` are probabilities of label 1. */
export type Metrics = Readonly<{
  rows: number
  positives: number
  accuracy: number
  balanced: number
  precision: number
  recall: number
  f1: number
  kappa: number
  fpr: number
  fnr: number
  auc: number
  brier: number
  ece: number
}>

export function metricsOf(scores: readonly number[], labels: readonly number[]): Metrics {
  let [tp, fp, tn, fn, squares] = [0, 0, 0, 0, 0]
  scores.forEach((score, at) => {
    const [said, is] = [score >= 0.5, labels[at] === 1]
    if (said && is) tp++
    else if (said) fp++
    else if (is) fn++
    else tn++
    squares += (score - labels[at]!) ** 2
  })
  const rows = labels.length
  const accuracy = (tp + tn) / rows
  const recall = ratio(tp, tp + fn)
  const fpr = ratio(fp, fp + tn)
  const precision = ratio(tp, tp + fp)
  const chance = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / rows / rows
  return {
    rows,
    positives: tp + fn,
    accuracy,
    balanced: (recall + 1 - fpr) / 2,
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    kappa: chance === 1 ? 0 : (accuracy - chance) / (1 - chance),
    fpr,
    fnr: 1 - recall,
    auc: areaUnderCurve(scores, labels),
    brier: squares / rows,
    ece: calibrationError(scores, labels),
  }
}

/** The unweighted mean over files: a large file counts no more than a small one. */
export function macroOf(all: readonly Metrics[]): Metrics {
  const mean = (pick: (metrics: Metrics) => number) => all.reduce((sum, metrics) => sum + pick(metrics), 0) / all.length
  const keys = Object.keys(all[0]!) as (keyof Metrics)[]
  return Object.fromEntries(keys.map((key) => [key, mean((metrics) => metrics[key])])) as Metrics
}

/** Ten bins of equal width: how many rows, what the judge said on average, how often it was so. */
export function reliabilityOf(
  scores: readonly number[],
  labels: readonly number[],
): readonly Readonly<{ rows: number; said: number; was: number }>[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const held = scores.flatMap((score, at) => (Math.min(9, Math.floor(score * 10)) === bin ? [at] : []))
    const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length)
    return { rows: held.length, said: mean(held.map((at) => scores[at]!)), was: mean(held.map((at) => labels[at]!)) }
  })
}

function calibrationError(scores: readonly number[], labels: readonly number[]): number {
  return reliabilityOf(scores, labels).reduce((sum, { rows, said, was }) => sum + (rows / labels.length) * Math.abs(said - was), 0)
}

/** Rank statistic with ties shared. */
function areaUnderCurve(scores: readonly number[], labels: readonly number[]): number {
  const sorted = scores.map((score, at) => [score, labels[at]!] as const).sort((a, b) => a[0] - b[0])
  let [rankSum, positives, at] = [0, 0, 0]
  while (at < sorted.length) {
    let end = at
    while (end < sorted.length && sorted[end]![0] === sorted[at]![0]) end++
    const rank = (at + end + 1) / 2
    for (; at < end; at++)
      if (sorted[at]![1] === 1) {
        rankSum += rank
        positives++
      }
  }
  const negatives = sorted.length - positives
  return positives === 0 || negatives === 0 ? Number.NaN : (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives)
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
