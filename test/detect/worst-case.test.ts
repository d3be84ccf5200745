import { expect, test } from 'vitest'
import type { NetResponse } from '../../src/domain/target.ts'
import { decide } from '../../src/targets/detect/decide.ts'
import { isErrorBody, readFailure } from '../../src/targets/detect/failure.ts'
import { wordLeaves } from '../../src/targets/detect/find-answer.ts'
import { likeness, takesUpRare, topicOf } from '../../src/targets/detect/follows.ts'
import { isGraphQlError } from '../../src/targets/detect/graphql.ts'
import { readIssues } from '../../src/targets/detect/issues.ts'
import { findLeaves, frameLeaves } from '../../src/targets/detect/leaves.ts'
import { findInPage } from '../../src/targets/detect/page.ts'
import type { Prober } from '../../src/targets/detect/prober.ts'
import { recogniseAnswer, recogniseError } from '../../src/targets/detect/recognise.ts'
import { readBody } from '../../src/targets/protocols/body.ts'
import { keepCookies } from '../../src/targets/protocols/cookies.ts'
import { isStreamDone } from '../../src/targets/protocols/http-protocol.ts'
import { messages } from '../../src/targets/protocols/mcp-link.ts'
import { excerpt, readFilter, readRetryAfter, readWall } from '../../src/targets/protocols/read-status.ts'
import { openFrame } from '../../src/targets/protocols/websocket.ts'

/** Some readers give up on long texts: the shorter one is read by all of them. */
const sizes = [256 * 1024, 90_000]
/** 50 ms is what a quarter of a megabyte may cost, 220 were seen on a busy machine, and a pattern that stumbles takes many seconds. */
const mostMs = 1000

/** Pieces that a pattern can stumble over when they come by the thousand. */
const pieces = [
  ...['a', '9', '-', '9-', 'a-', 'a.', ':', '<', '{', '[', '"', '\\', '/', ' ', '\t', '\r', '\n', '\r\n', '\u0300', '\ud800'],
  ...['<script src ', '<form action ', "fetch('", 'messages ', 'required ', 'expected ', 'invalid_type ', 'one of ', 'reference9'],
  ...['access denied ', 'missing ', '"a" is ', 'valid ', 'model ', 'a=b; ', 'data: x\n\n', 'x: y\n', '{"a":1}\n'],
]
const wrappings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify({ error: { message: text, type: 'invalid', param: 'x' } }),
  (text) => JSON.stringify({ detail: [{ loc: ['body', 'x'], msg: `expected${text}!`, type: 'missing' }] }),
]
const inputs = sizes.flatMap((size) =>
  pieces.flatMap((piece) => wrappings.map((wrap) => ({ piece, text: wrap(piece.repeat(Math.ceil(size / piece.length))) }))),
)

const answered = (status: number, text: string, headers = {}): NetResponse => ({
  ...{ status, headers, text },
  ...{ truncated: false, malformed: false, ms: 1 },
})
const body = (text: string) => readBody({ text, headers: {} })
const heard = (said: string, text: string) => ({ said, leaves: findLeaves(body(text)), tasks: [] })
/** A page of which no script can be had. */
const prober = { url: 'http://127.0.0.1/', send: async () => ({ response: answered(404, ''), body: body('') }) } as unknown as Prober

test.each<readonly [string, (text: string) => unknown]>([
  ['readBody', body],
  ['readBody of a stream', (text) => readBody({ text, headers: { 'content-type': 'text/event-stream' } })],
  ['findLeaves', (text) => findLeaves(body(text))],
  ['frameLeaves', (text) => frameLeaves([text])],
  ['wordLeaves', (text) => wordLeaves(heard('Good morning', text))],
  [
    'decide',
    (text) => decide([heard('Good morning', text.slice(text.length / 2)), heard('Good evening', text.slice(text.length / 2 + 1))]),
  ],
  ['likeness', (text) => likeness(text, `${text}!`)],
  ['takesUpRare', (text) => takesUpRare([heard('My code is 12345', text)], () => text)],
  ['readIssues', (text) => readIssues({ text, headers: {} })],
  ['recogniseAnswer', (text) => recogniseAnswer(body(text))],
  ['recogniseError', (text) => recogniseError(answered(400, text))],
  ['readFailure', (text) => readFailure(answered(403, text))],
  ['readFailure of headers', (text) => readFailure(answered(302, '', { location: text, 'www-authenticate': text }))],
  ['isErrorBody', (text) => isErrorBody(answered(200, text))],
  ['readFilter', (text) => readFilter(answered(400, text))],
  ['readWall', (text) => readWall(answered(403, text))],
  ['readRetryAfter', (text) => readRetryAfter({ 'retry-after': text, 'retry-after-ms': text }, 0)],
  ['excerpt', (text) => excerpt(text)],
  ['isStreamDone', isStreamDone],
  ['openFrame', openFrame],
  ['openFrame of socket.io', (text) => openFrame(`42/${text}`)],
  ['keepCookies', (text) => keepCookies(new Map(), text)],
  ['topicOf', topicOf],
  ['isGraphQlError', isGraphQlError],
  ['messages of MCP', (text) => messages({ text, headers: {} })],
  ['findInPage', (text) => void findInPage(prober, text)],
])('%s takes no longer than its text deserves, whatever is repeated in it', (_, read) => {
  const slow = inputs.flatMap(({ piece, text }) => {
    const spent = Math.round(spentMs(() => read(text)))
    return spent > mostMs ? [{ piece, start: text.slice(0, 30), spent }] : []
  })
  expect(slow).toEqual([])
})

test.each<readonly [string, (text: string) => unknown]>([
  ['the message of ajv', (text) => ({ keyword: 'type', instancePath: '/x', params: {}, message: `expected${text}!` })],
  ['what was expected', (text) => ({ loc: ['body', 'x'], msg: 'no', expected: `expected${text}!` })],
  ['the sentence under a field', (text) => ({ x: [`expected${text.slice(0, 480)}!`] })],
  ['the options', (text) => ({ loc: ['body', 'x'], msg: 'no', ctx: { expected: text } })],
  ['a field that is named', (text) => ({ field: 'x', message: `must be one of${text}` })],
  ['a hundred sentences', (text) => Array.from({ length: 100 }, () => text.slice(0, 1500))],
])('%s in an error takes no longer than its text deserves', (_, wrap) => {
  const slow = pieces.flatMap((piece) => {
    const text = JSON.stringify(wrap(piece.repeat(Math.ceil(90_000 / piece.length))))
    const spent = Math.round(spentMs(() => readIssues({ text, headers: {} })))
    return spent > mostMs ? [{ piece, spent }] : []
  })
  expect(slow).toEqual([])
})

test('an answer that is as wide as it may be is read in good time', () => {
  const wide = (item: (index: number) => unknown) => JSON.stringify({ data: Array.from({ length: 5000 }, (_, index) => item(index)) })
  for (const text of [
    wide((index) => ({ [`k${index}`]: 'Some words' })),
    wide(() => ({ text: 'Some words', more: [{ text: 'Other words' }] })),
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 'Some words']))),
  ])
    expect(spentMs(() => findLeaves(body(text)))).toBeLessThan(mostMs)
})

test('a stream of events that are all different is read in good time', () => {
  const text = Array.from({ length: 9000 }, (_, index) => `data: {"k${index}":"x"}\n\n`).join('')
  expect(spentMs(() => findLeaves(body(text)))).toBeLessThan(2 * mostMs)
})

/** Processor time, not wall time; the better of two, since the first may have met the compiler or the collector. */
function spentMs(work: () => unknown): number {
  const once = () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const first = once()
  return first > mostMs ? Math.min(first, once()) : first
}
