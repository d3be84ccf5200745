import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { Problem } from '../domain/problem.ts'
import { createPolicy, type PolicyOptions, parseAllowRule } from './policy.ts'
import { parseTargetUrl } from './target-url.ts'

const local = createPolicy({ mode: 'local' })
const token = (allowTargets: readonly string[] = []) => createPolicy({ mode: 'token', allowTargets })
const may = (policy: ReturnType<typeof createPolicy>, url: string, address?: string) => {
  try {
    const parsed = parseTargetUrl(url)
    policy.judgeUrl(parsed)
    policy.judgeAddress(parsed, address ?? parsed.hostname)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'target_forbidden') return false
    throw error
  }
}

test.each([
  ['http://93.184.216.34/', true, true],
  ['http://127.0.0.1:8000/', true, false],
  ['http://[::1]:8000/', true, false],
  ['http://10.1.2.3/', true, false],
  ['http://[fd12::1]/', true, false],
  ['http://100.64.1.1/', false, false],
  ['http://169.254.169.254/latest/meta-data', false, false],
  ['http://[fd00:ec2::254]/', false, false],
  ['http://0.0.0.0:8000/', false, false],
  ['http://[::ffff:169.254.169.254]/', false, false],
])('%s: local %s, token %s', (url, inLocal, inToken) => {
  expect([may(local, url), may(token(), url)]).toEqual([inLocal, inToken])
})

test('a name is judged by the address it has', () => {
  expect(may(local, 'http://harmless.example/', '169.254.169.254')).toBe(false)
  expect(may(token(), 'http://harmless.example/', '10.0.0.1')).toBe(false)
  expect(may(token(), 'http://harmless.example/', '93.184.216.34')).toBe(true)
})

test.each([
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://metadata/',
  'http://instance-data/latest',
  'http://x.metadata.goog/',
])('%s is known without asking anybody', (url) => {
  expect(() => local.judgeUrl(parseTargetUrl(url))).toThrow(/metadata/)
})

test('localhost and names below it are loopback without DNS', () => {
  for (const url of ['http://localhost:1234/', 'http://LOCALHOST.:1234/', 'http://a.b.localhost:1234/']) {
    expect(() => token().judgeUrl(parseTargetUrl(url))).toThrow(/SORTIE_ALLOW_TARGETS/)
    expect(() => local.judgeUrl(parseTargetUrl(url))).not.toThrow()
  }
})

test('our own listeners are refused at every address of this machine, in every mode, whatever is allowed', () => {
  const options: Omit<PolicyOptions, 'mode'> = {
    allowTargets: ['127.0.0.0/8', '10.0.0.5', 'localhost'],
    localAddresses: () => ['10.0.0.5', 'fd12::5', '93.184.216.34'],
  }
  for (const mode of ['local', 'token'] as const) {
    const policy = createPolicy({ ...options, mode })
    policy.denyOwn([{ host: '0.0.0.0', port: 4100 }])
    policy.allowExact([{ host: '127.0.0.1', port: 4100 }])
    const spellings = [
      '127.0.0.1',
      '127.9.9.9',
      '2130706433',
      '0x7f000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '10.0.0.5',
      '[::ffff:a00:5]',
      '[fd12::5]',
      '93.184.216.34',
    ]
    for (const host of spellings) expect([host, may(policy, `http://${host}:4100/auth/api-keys`)]).toEqual([host, false])
    expect(() => policy.judgeUrl(parseTargetUrl('http://localhost:4100/'))).toThrow(/itself/)
    expect(may(policy, 'http://somewhere.example:4100/', '10.0.0.5')).toBe(false)
    expect(may(policy, 'http://127.0.0.1:4101/')).toBe(true)
    expect(may(policy, 'http://93.184.216.35:4100/')).toBe(true)
  }
})

test("the machine's own name with our port is ours", () => {
  const policy = createPolicy({ mode: 'local' })
  policy.denyOwn([{ host: '127.0.0.1', port: 4100 }])
  expect(() => policy.judgeUrl(parseTargetUrl(`http://${hostname()}:4100/`))).toThrow(/itself/)
})

test('the demo target passes in every mode at its exact address and port', () => {
  const policy = token()
  policy.allowExact([{ host: '127.0.0.1', port: 5005 }])
  expect([may(policy, 'http://127.0.0.1:5005/'), may(policy, 'http://localhost:5005/', '127.0.0.1')]).toEqual([true, true])
  expect([may(policy, 'http://127.0.0.1:5006/'), may(policy, 'http://127.0.0.2:5005/')]).toEqual([false, false])
})

test.each([
  ['10.0.0.0/8', 'http://10.9.9.9:1/', false],
  ['10.0.0.0/8', 'http://10.9.9.9:8080/', true],
  ['192.168.1.5:8080', 'http://192.168.1.5:8080/', true],
  ['192.168.1.5:8080', 'http://192.168.1.5:8081/', false],
  ['[fd12::1]:8080', 'http://[fd12::1]:8080/', true],
  ['fd12::/16', 'http://[fd12::9]/', true],
  ['100.64.0.0/10', 'http://100.64.0.9/', true],
  ['100.64.0.0/10', 'http://100.100.100.200/', false],
  ['0.0.0.0/0', 'http://169.254.169.254/', false],
  ['::/0', 'http://[fd00:ec2::254]/', false],
  ['fc00::/7', 'http://[fd00:ec2::254]/', false],
])('allowing %s: %s %s', (entry, url, expected) => {
  expect(may(token([entry]), url)).toBe(expected)
})

test('an allowed name may be private, under that name only', () => {
  const policy = token(['llm.internal:8080'])
  expect(may(policy, 'http://llm.internal:8080/', '10.0.0.1')).toBe(true)
  expect(may(policy, 'http://llm.internal:8081/', '10.0.0.1')).toBe(false)
  expect(may(policy, 'http://evil.example:8080/', '10.0.0.1')).toBe(false)
  expect(may(policy, 'http://llm.internal:8080/', '169.254.169.254')).toBe(false)
})

test.each(['', 'http://x', 'a b', 'host:99999', 'host:0', '10.0.0.0/99', '[::1', 'user@host'])(
  '%j is no entry of an allow-list',
  (entry) => {
    expect(() => parseAllowRule(entry)).toThrow(/SORTIE_ALLOW_TARGETS/)
  },
)
