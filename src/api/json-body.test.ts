import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonBody, withoutNulls } from './json-body.ts'

const parse = (text: string) => parseJsonBody(Buffer.from(text))

test('every JSON value without doubled names is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      if (/"(?:__proto__|constructor)"/.test(text)) return
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
    { seed: 20261115 },
  )
})

test('nothing is no body', () => {
  for (const text of ['', ' \r\n', '\ufeff']) expect(parse(text)).toBeUndefined()
})

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"x":[{"a":1 , "b":2,\n"a" : 3}]}',
  '{"__proto__":1}',
  '{"x":{"__pro\\u0074o__":1}}',
  '{"constructor":1}',
])('%s is refused', (text) => expect(() => parse(text)).toThrow(/invalid_request/))

test.each(['{"a":"a","b":"a"}', '{"a":{"a":{"a":1}},"b":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"\\"a\\":1"}', '"a"'])('%s is read', (text) =>
  expect(parse(text)).toEqual(JSON.parse(text)),
)

test('bytes that are not UTF-8 are refused', () => {
  expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/)
})

test('a body as large as we take is looked through in a moment', () => {
  const began = performance.now()
  expect(() => parse(`{"x":"${'\\"'.repeat(120_000)}"}`)).not.toThrow()
  expect(() => parse('['.repeat(120_000))).toThrow()
  expect(() => parse(`${'['.repeat(120_000)}${']'.repeat(120_000)}`)).toThrow(/levels/)
  expect(performance.now() - began).toBeLessThan(2_000)
})

test('null is left out at the top and in target_config, and kept where it is data', () => {
  expect(withoutNulls({ a: null, b: 1, target_config: { model: null, request: { x: null } } })).toEqual({
    b: 1,
    target_config: { request: { x: null } },
  })
  expect(withoutNulls(null)).toBeUndefined()
  expect(withoutNulls([null])).toEqual([null])
})
