import { expect, test } from 'vitest'
import { judgeHeaders } from './header-rules.ts'

test.each([
  ...[
    'Host',
    'host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'TE',
    'Expect',
    'Via',
    'X-Sortie-Scan',
    'X-Forwarded-For',
  ],
  ...[
    'Proxy-Authorization',
    'Metadata',
    'Metadata-Flavor',
    'X-aws-ec2-metadata-token',
    'X-AWS-EC2-Metadata-Token-TTL-Seconds',
    'Sec-WebSocket-Key',
  ],
])('%s may not be set', (name) => {
  expect(() => judgeHeaders({ [name]: 'x' })).toThrow(/may not be set/)
})

test.each(['Authorization', 'X-Api-Key', 'Cookie', 'api-key', 'User-Agent', 'X-Tenant', 'anthropic-version'])('%s may be set', (name) => {
  expect(() => judgeHeaders({ [name]: 'value' })).not.toThrow()
})

test.each(['a\r\nHost: evil', 'a\nb', 'a\u0000b', '\u2028'])('the value %j is refused', (value) => {
  expect(() => judgeHeaders({ 'X-Key': value })).toThrow(/one line/)
})

test.each(['', 'X Y', 'X:Y', 'X\r\nY', 'é'])('the name %j is refused', (name) => {
  expect(() => judgeHeaders({ [name]: 'x' })).toThrow(/header name/)
})
