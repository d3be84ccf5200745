import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { JudgeError } from '../domain/scan.ts'

const count = z.int().min(1)
const Measured = z.object({ positives: count, found: count, negatives: count, cleared: count })

/** How often the shipped judge's readings are wrong, as `npm run bench:judge-error` measured it and wrote it down beside the weights. */
export function measuredError(): JudgeError {
  return Measured.parse(JSON.parse(readFileSync(new URL('../../models/judge/error.json', import.meta.url), 'utf8')))
}
