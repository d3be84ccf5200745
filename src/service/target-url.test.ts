import { expect, test } from 'vitest'
import { faultOfTargetUrl } from './target-url.ts'

test.each([
  'http://a',
  'HTTPS://A.example/x?y=1#z',
  'ws://127.0.0.1:1/',
  'wss://[::1]/',
  'http://example.com/@user',
  'http://exämple.com/',
])('%s is a target', (text) => expect(faultOfTargetUrl(text)).toBeUndefined())

test.each([
  '',
  'example.com',
  'http:/example.com',
  'http:example.com',
  'http://',
  'http://:80/',
  'javascript://example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'http://a:b@c/',
  'http://a@c/',
  'http://@c/',
  'http://exa\tmple.com/',
  'http://example.com/\n',
  'http://example.com\\@evil.example/',
  'http://example.com/\u200b',
  'http://example.com:99999/',
  'http://example.com:0/',
  'http://[::1/',
  `http://example.com/${'x'.repeat(2048)}`,
])('%j is none', (text) => expect(faultOfTargetUrl(text)).toEqual(expect.any(String)))
