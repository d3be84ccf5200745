import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldErrors } from './field-errors.ts'

const details = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : fieldErrors(parsed.error).map(({ pointer, detail }) => `${pointer} ${detail}`)
}
const Body = z.strictObject({
  name: z.string().min(2).max(4).optional(),
  seed: z.int().min(0).max(10).optional(),
  rate: z.number().positive().optional(),
  mode: z.enum(['direct', 'relay']).optional(),
  list: z.array(z.string().max(3)).max(2).optional(),
  url: z.url().optional(),
  at: z.iso.datetime().optional(),
  map: z.record(z.string().regex(/^[a-z]+$/, 'not a header name'), z.string()).optional(),
  either: z.union([z.string(), z.strictObject({ code: z.int() })]).optional(),
  auth: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('bearer'), token: z.string().min(1) })]).optional(),
  ours: z.string('ours must be a string, and a nice one.').optional(),
})

test.each([
  [{ name: 'x' }, '/name name must have at least 2 characters.'],
  [{ name: 'xxxxx' }, '/name name must have at most 4 characters.'],
  [{ name: 7 }, '/name name must be a string.'],
  [{ seed: -1 }, '/seed seed must be at least 0.'],
  [{ seed: 1.5 }, '/seed seed must be a whole number.'],
  [{ rate: 0 }, '/rate rate must be more than 0.'],
  [{ mode: 'x' }, '/mode mode must be one of direct, relay.'],
  [{ list: ['abcd'] }, '/list/0 list[0] must have at most 3 characters.'],
  [{ list: ['a', 'b', 'c'] }, '/list list must have at most 2 entries.'],
  [{ list: 'a' }, '/list list must be an array.'],
  [{ url: 'x' }, '/url url must be a URL.'],
  [{ at: 'x' }, '/at at must be an ISO 8601 time such as 2030-01-31T12:00:00Z.'],
  [{ map: { A1: 'x' } }, '/map/A1 map.A1: not a header name.'],
  [{ either: 7 }, '/either either is not in a form that is known here.'],
  [{ either: { code: 'x' } }, '/either/code either.code must be a number.'],
  [{ auth: { type: 'bearer' } }, '/auth/token auth.token is missing.'],
  [{ auth: { type: 'smoke' } }, '/auth/type auth.type is not in a form that is known here.'],
  [{ ours: 7 }, '/ours ours must be a string, and a nice one.'],
  [{ nme: 'x' }, '/nme There is no field "nme" here.'],
  [[], ' The body must be a JSON object.'],
  [undefined, ' The body is missing.'],
])('%j: %s', (value, detail) => {
  expect(details(Body, value)).toEqual([detail])
})

test('a field that may have several forms and is not there is missing', () => {
  expect(details(z.object({ id: z.union([z.string(), z.number()]) }), {})).toEqual(['/id id is missing.'])
})

test('the words of the library reach nobody, whatever is wrong', () => {
  for (const bad of [null, 0, '', [], {}, true, 'x'.repeat(100)]) {
    for (const name of Object.keys(Body.shape)) {
      for (const detail of details(Body, { [name]: bad })) {
        expect(detail).not.toMatch(/Invalid|expected|received|Too (?:big|small)|Unrecognized|undefined/)
        expect(detail).toMatch(/\.$/)
      }
    }
  }
})
