import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Problem } from '../domain/problem.ts'
import { isSameOrigin, parseTargetUrl } from './target-url.ts'

const codeOf = (raw: string) => {
  try {
    parseTargetUrl(raw)
    return 'fine'
  } catch (error) {
    return error instanceof Problem ? error.code : error
  }
}

test.each([
  [
    'http://localhost:8000/v1/chat',
    { origin: 'http://localhost:8000', hostname: 'localhost', port: 8000, secure: false, path: '/v1/chat' },
  ],
  ['https://Example.COM./a?b=c#d', { origin: 'https://example.com', hostname: 'example.com', port: 443, secure: true, path: '/a?b=c' }],
  ['wss://example.com/ws', { origin: 'https://example.com', hostname: 'example.com', port: 443, secure: true, path: '/ws' }],
  ['http://[::1]:8080', { origin: 'http://[::1]:8080', hostname: '::1', port: 8080, secure: false, path: '/' }],
  ['http://0x7f.1/', { origin: 'http://127.0.0.1', hostname: '127.0.0.1', port: 80, secure: false, path: '/' }],
  [
    'https://bücher.example/',
    { origin: 'https://xn--bcher-kva.example', hostname: 'xn--bcher-kva.example', port: 443, secure: true, path: '/' },
  ],
])('%s', (raw, expected) => {
  expect(parseTargetUrl(raw)).toEqual(expected)
})

test.each([
  ...[
    '',
    'notaurl',
    'ftp://x/',
    'file:///etc/passwd',
    'gopher://x',
    'data:text/html,x',
    'javascript:alert(1)',
    'http+unix://%2Fvar%2Frun/x',
  ],
  ...['http:/x', 'http:x', '//x', 'http://', 'http:///', 'https://?x', 'http://user@host/', 'http://user:pass@host/', 'http://@host/'],
  ...[
    'http://a b/',
    ' http://x/',
    'http://x/\n',
    'http://x\\@y/',
    'http://x/\u0000',
    'http://x\u200b/',
    'http://x\u00ad/',
    'http://x\u3000/',
  ],
  ...['http://x:0/', 'http://x:65536/', 'http://x:-1/', 'http://[::1', 'http://[fe80::1%25eth0]/', `http://x/${'a'.repeat(2048)}`],
  ...['http://1.2.3.4.5/', 'http://256.1.1.1/', 'http://0x100000000/', 'http://%00/', 'http://exa%6dple%2ecom%2f/'],
])('%j is not a target', (raw) => {
  expect(codeOf(raw)).toBe('invalid_request')
})

test.each(['http://x:25/', 'https://x:22/', 'http://x:6667/', 'ws://x:6000/', 'http://x:53/'])('%s belongs to another protocol', (raw) => {
  expect(codeOf(raw)).toBe('target_forbidden')
})

test('an origin is host, port and encryption; ws and http share it', () => {
  const at = parseTargetUrl
  expect(isSameOrigin(at('http://x/a'), at('ws://x:80/b'))).toBe(true)
  for (const other of ['https://x/', 'http://x:81/', 'http://y.x/', 'http://x.y/'])
    expect(isSameOrigin(at('http://x/'), at(other))).toBe(false)
})

test('anything at all is either parsed or refused in words', () => {
  const scheme = fc.constantFrom('http://', 'https://', 'ws://', 'http:', '')
  fc.assert(
    fc.property(scheme, fc.string({ unit: 'binary', maxLength: 60 }), (start, rest) => {
      expect(['fine', 'invalid_request', 'target_forbidden']).toContain(codeOf(start + rest))
    }),
    { numRuns: 1000, seed: 20261115 },
  )
})
