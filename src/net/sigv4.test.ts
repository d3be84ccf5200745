import { expect, test } from 'vitest'
import { signV4 } from './sigv4.ts'

const credentials = {
  type: 'sigv4',
  access_key_id: 'AKIDEXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
} as const
const at = Date.parse('2015-08-30T12:36:00Z')
const host = 'example.amazonaws.com'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

// AWS's own test suite for Signature Version 4, by the names it has there.
test.each([
  ['get-vanilla', 'GET', '/', {}, null, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['post-vanilla', 'POST', '/', {}, null, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    {},
    null,
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['post-x-www-form-urlencoded', 'POST', '/', form, 'Param1=value1', 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'],
] as const)('%s', (_, method, path, headers, body, signature) => {
  const signed = signV4({ method, host, path, headers, body }, credentials, at)
  expect(signed['x-amz-date']).toBe('20150830T123600Z')
  expect(signed['authorization']).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20150830\/us-east-1\/service\/aws4_request, /)
  expect(signed['authorization']).toContain(`Signature=${signature}`)
})

test("the IAM request of AWS's documentation", () => {
  const signed = signV4(
    {
      method: 'GET',
      host: 'iam.amazonaws.com',
      path: '/?Action=ListUsers&Version=2010-05-08',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: null,
    },
    { ...credentials, service: 'iam' },
    at,
  )
  expect(signed['authorization']).toContain('Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7')
})

test('a session token is sent and signed', () => {
  const signed = signV4({ method: 'POST', host, path: '/', headers: {}, body: null }, { ...credentials, session_token: 'tok/en==' }, at)
  expect(signed['x-amz-security-token']).toBe('tok/en==')
  expect(signed['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token')
})

test('a path that is encoded already signs differently from its plain form, as every service but S3 wants it', () => {
  const sign = (path: string, service: string) =>
    signV4({ method: 'GET', host, path, headers: {}, body: null }, { ...credentials, service }, at)['authorization']
  expect(sign('/model/a:0/converse', 'bedrock')).not.toBe(sign('/model/a%3A0/converse', 'bedrock'))
  expect(sign('/%', 's3')).toBeDefined()
})
