import { z } from 'zod'
import { Severity } from '../domain/severity.ts'
import { TargetConfig } from '../domain/target.ts'
import { faultOfTargetUrl } from './target-url.ts'

const Words = (what: string) =>
  z
    .array(z.string(`Each of the ${what} must be a string.`).max(100), `${what} must be an array of strings.`)
    .min(1, `${what} must name at least one, or be left out for all.`)
    .max(200)

/** A line of text for people: no control characters, no half characters that break JSON readers. */
export const Label = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'A name is one line of plain text.')

const count = (field: string, most: number) => {
  const error = `${field} must be an integer from 1 to ${most.toLocaleString('en')}.`
  return z.int(error).min(1, error).max(most, error)
}

/** The URL of an AI endpoint, as text. */
export const TargetUrl = z
  .string('The target must be a string: the URL of the AI endpoint to test.')
  .superRefine((text, ctx) => {
    const fault = faultOfTargetUrl(text)
    if (fault !== undefined) ctx.addIssue({ code: 'custom', message: fault })
  })
  .meta({ format: 'uri', maxLength: 2048, examples: ['https://chat.example.com/v1/chat/completions'] })

/** The body of POST /scans. Unknown fields are refused: a typo in max_attacks must not launch a hundred attacks. */
export const ScanInput = z
  .strictObject({
    target: TargetUrl.describe('URL of the AI endpoint to test.'),
    categories: Words('categories').optional().describe('Attack categories to run; - and _ and case are forgiven. Default: all.'),
    max_attacks: count('max_attacks', 10_000).default(100).describe('Most attacks to run.'),
    name: Label.optional().describe('A label for people.'),
    target_config: TargetConfig.optional().describe(
      'What you know about the target. auth, headers and query are write-only: sealed, sent to the target only, never shown again.',
    ),
    techniques: Words('techniques').optional().describe('Only attacks of these techniques. Default: all.'),
    languages: Words('languages').optional().describe('Only attacks in these languages (ISO 639 codes). Default: all.'),
    start_at: z.iso
      .datetime({ offset: true, error: 'start_at must be an ISO 8601 time such as 2030-01-31T12:00:00Z.' })
      .optional()
      .describe('Not before this time; until then the scan is pending.'),
    repeats: count('repeats', 100)
      .default(1)
      .describe(
        'Trials of what succeeds, at most: it is fired again until it is known to work more often than not. Every trial is one attack.',
      ),
    concurrency: count('concurrency', 64).optional().describe('Most probes at once. Default: 10.'),
    requests_per_second: z.number().positive().max(10_000).optional().describe('Most requests a second.'),
    deadline_seconds: count('deadline_seconds', 86_400).default(3600).describe('The scan ends after this time.'),
    seed: z
      .int()
      .min(0)
      .max(2 ** 32 - 1)
      .optional()
      .describe('Fixes which probes run and in what order. Default: random.'),
    max_requests: count('max_requests', 1_000_000).optional().describe('Bounds everything that is sent, detection and retries included.'),
    mode: z
      .enum(['direct', 'relay'], 'mode must be direct or relay.')
      .default('direct')
      .describe('relay: a client of yours carries the prompts, and target is a label. Pending until it asks for the first one.'),
    judge: z.string().min(1).max(100).optional().describe('The name of a judge that the operator configured.'),
    fail_on: Severity.optional().describe('Findings at or above this severity make the gate fail.'),
    authorization: z
      .record(z.string().min(1).max(100), z.string().max(2000))
      .refine((record) => Object.keys(record).length <= 20, 'At most 20 entries.')
      .optional()
      .describe('Your own record of the permission to test, such as a ticket or a contract.'),
  })
  .meta({
    id: 'ScanRequest',
    description: 'A scan to run. Only target is required.',
    examples: [{ target: 'http://127.0.0.1:8000/v1/chat/completions', categories: ['jailbreak', 'prompt_injection'], max_attacks: 50 }],
  })
export type ScanInput = z.infer<typeof ScanInput>
