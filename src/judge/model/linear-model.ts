import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logits } from './judge-input.ts'
import { buckets, linearFeatures } from './linear-features.ts'

/** A logistic regression over hashed n-grams: settles the clear answers in a fraction of a millisecond. */
export type LinearModel = (request: string, response: string) => Logits

type Header = Readonly<{ buckets: number; scale: readonly [number, number]; bias: readonly [number, number] }>

export function openLinearModel(folder: string): LinearModel {
  const { scale, bias, ...header } = JSON.parse(readFileSync(join(folder, 'linear.json'), 'utf8')) as Header
  const bytes = readFileSync(join(folder, 'linear.bin'))
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (header.buckets !== buckets || weights.length !== 2 * buckets)
    throw new Error('the linear model does not fit this version of its features')
  return (request, response) => {
    const found = linearFeatures(request, response)
    let refused = 0
    let succeeded = 0
    for (const bucket of found) {
      refused += weights[2 * bucket] ?? 0
      succeeded += weights[2 * bucket + 1] ?? 0
    }
    const share = 1 / Math.sqrt(Math.max(1, found.size))
    return [refused * scale[0] * share + bias[0], succeeded * scale[1] * share + bias[1]]
  }
}
