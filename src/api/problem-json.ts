import { z } from 'zod'
import type { ProblemCode } from '../domain/problem.ts'
import { Problem, toProblem } from '../domain/problem.ts'

/** RFC 9457, plus `error` and `message` for simple clients. */
export const ProblemBody = z
  .object({
    type: z.string().describe('Where the code is explained.'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('A sentence you can act on.'),
    instance: z.string(),
    code: z.string(),
    request_id: z.string().describe('The same as the X-Request-Id header.'),
    errors: z.array(z.object({ pointer: z.string().describe('JSON Pointer of the field.'), detail: z.string() })),
    error: z.string().describe('The same as code.'),
    message: z.string().describe('The same as detail.'),
  })
  .meta({
    id: 'Problem',
    description: 'An error: RFC 9457 application/problem+json.',
    examples: [
      {
        type: '/docs#invalid_request',
        title: 'The request is not valid',
        status: 400,
        detail: 'max_attacks must be an integer from 1 to 10,000.',
        instance: '/scans',
        code: 'invalid_request',
        request_id: 'req_019a3c1f0e2b7c4d8e5f60718293a4b5',
        errors: [{ pointer: '/max_attacks', detail: 'max_attacks must be an integer from 1 to 10,000.' }],
        error: 'invalid_request',
        message: 'max_attacks must be an integer from 1 to 10,000.',
      },
    ],
  })
export type ProblemBody = z.infer<typeof ProblemBody>

export const problemType = 'application/problem+json; charset=utf-8'

/** A problem as it leaves the house: nothing of its cause. */
export function toProblemBody(problem: Problem, at: Readonly<{ instance: string; requestId: string }>): ProblemBody {
  return {
    type: `/docs#${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance: at.instance,
    code: problem.code,
    request_id: at.requestId,
    errors: [...(problem.extra.errors ?? [])],
    error: problem.code,
    message: problem.detail,
  }
}

/** Headers that belong to a problem. */
export function problemHeaders(problem: Problem): Readonly<Record<string, string>> {
  const { retryAfterMs } = problem.extra
  const canRetry = problem.status === 429 || problem.status === 503
  return {
    ...(problem.status === 401 ? { 'www-authenticate': 'ApiKey realm="sortie", header="X-API-Key"' } : {}),
    ...(canRetry ? { 'retry-after': String(Math.max(1, Math.ceil((retryAfterMs ?? 5_000) / 1000))) } : {}),
  }
}

const named: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', 'The body may have at most 256 KiB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_request', 'The body does not have the length that Content-Length says.'],
  FST_ERR_BAD_URL: ['not_found', 'There is nothing at this address.'],
  FST_ERR_MAX_PARAM_LENGTH: ['not_found', 'There is nothing at this address.'],
}

/** Any error of the framework or of ours as a Problem; what nobody expected says nothing of itself. */
export function fromAnyError(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? named[code] : undefined
  if (known) return new Problem(known[0], known[1], { cause: error })
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new Problem('invalid_request', 'The request could not be read.', { cause: error })
  }
  return toProblem(error)
}
