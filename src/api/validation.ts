import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { fieldErrors } from '../domain/field-errors.ts'
import { Problem } from '../domain/problem.ts'

/** Parses what a route declares, and names every field that is wrong in one answer. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: toFieldProblem(parsed.error) }
  }

function toFieldProblem(error: z.ZodError): Problem {
  const errors = fieldErrors(error)
  const first = errors[0]
  const detail = first ? `${first.detail}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}` : 'The request is not valid.'
  return new Problem('invalid_request', detail, { errors })
}
