import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import type { FieldError } from '../domain/problem.ts'
import { Problem } from '../domain/problem.ts'

/** Parses what a route declares, and names every field that is wrong in one answer. */
export const validate: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? { value: parsed.data } : { error: toFieldProblem(parsed.error) }
  }

function toFieldProblem(error: z.ZodError): Problem {
  const errors = error.issues.slice(0, 20).flatMap(toFieldErrors)
  const first = errors[0]
  const detail = first ? `${first.detail}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}` : 'The request is not valid.'
  return new Problem('invalid_request', detail, { errors })
}

function toFieldErrors(issue: z.core.$ZodIssue): readonly FieldError[] {
  const pointer = toPointer(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, 20).map((key) => ({
      pointer: `${pointer}${toPointer([key])}`,
      detail: `There is no field ${JSON.stringify(key.slice(0, 100))} here.`,
    }))
  }
  if (issue.code === 'invalid_type' && issue.path.length === 0) return [{ pointer: '', detail: 'The body must be a JSON object.' }]
  const field = issue.path.join('.')
  const isOurs = /^[A-Z].*\.$/.test(issue.message) || (field !== '' && issue.message.startsWith(String(issue.path[0])))
  return [{ pointer, detail: isOurs || field === '' ? issue.message : `${field}: ${issue.message}` }]
}

const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
