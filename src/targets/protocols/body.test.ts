import { expect, test } from 'vitest'
import { readBody } from './body.ts'
import { parseJson } from './parse-json.ts'

const read = (text: string, type = 'text/plain') => readBody({ text, headers: { 'content-type': type } })

test.each([
  ['sse', 'data: {"a":1}\n\ndata: [DONE]\n\n', 'application/json'],
  ['sse', ': ping\n\nevent: x\ndata: {"a":1}\n\n', 'text/event-stream'],
  ['sse', 'message:\ndata:{"event":"token","data":"a"}\n\n', 'text/event-stream'],
  ['ai-sdk-data', 'f:{"messageId":"m"}\n0:"Hel"\n0:"lo"\nd:{"finishReason":"stop"}\n', 'text/plain'],
  ['ndjson', '{"a":1}\n{"a":2}\n', 'application/json'],
])('a %s stream is known by its bytes, not by its label', (format, text, type) => {
  expect(read(text, type)).toMatchObject({ kind: 'events', format })
})

test('JSON, pages and text are told apart', () => {
  expect(read('\uFEFF{"a":1}', 'text/html')).toEqual({ kind: 'json', value: { a: 1 } })
  expect(read('<!doctype html><p>x').kind).toBe('html')
  expect(read('Hello there').kind).toBe('text')
  expect(read('a: b').kind).toBe('text')
})

test('a stream that was cut counts as far as it goes', () => {
  expect(read('data: {"a":1}\n\ndata: {"a":2', 'text/event-stream')).toMatchObject({ events: [{ data: { a: 1 } }, { data: '{"a":2' }] })
})

test('nesting a million deep is no JSON and no crash', () => {
  expect(parseJson('['.repeat(1e6) + ']'.repeat(1e6))).toBeUndefined()
  expect(read('['.repeat(1e6)).kind).toBe('text')
})

test('brackets inside strings are no depth, and the last duplicate counts', () => {
  expect(parseJson(JSON.stringify({ a: '['.repeat(1000) }))).toBeDefined()
  expect(parseJson('{"a":1,"a":2}')).toEqual({ a: 2 })
})

test.each(['\n', '\r\n', '\r'])('lines of a stream that mean nothing are passed over, with line ends %j', (end) => {
  const text = [
    'message:',
    'data: one',
    'nonsense',
    '',
    ': a comment',
    'data: two',
    'more: nonsense',
    'data',
    'data: \u2028three',
    '',
    '',
  ].join(end)
  const body = readBody({ text, headers: { 'content-type': 'text/event-stream' } })
  expect(body).toMatchObject({ kind: 'events', events: [{ data: 'one' }, { data: 'two\n\n\u2028three' }] })
})
