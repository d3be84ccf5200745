import { expect, test } from 'vitest'
import { canonicalAddress, classifyAddress, isInBlock, parseBlock } from './address.ts'

const kindOf = (address: string) => {
  const verdict = classifyAddress(address)
  return 'kind' in verdict ? verdict.kind : 'denied'
}

test.each([
  ['public', ['1.1.1.1', '8.8.8.8', '93.184.216.34', '168.63.129.15', '100.63.255.255', '2606:4700::1111', '2a00:1450:4001::1', '3ffe::1']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fd12:3456::1', 'fc00::1', '::ffff:10.0.0.1']],
  ['shared', ['100.64.0.1', '100.127.255.254', '100.100.100.201']],
] as const)('%s', (kind, addresses) => {
  for (const address of addresses) expect([address, kindOf(address)]).toEqual([address, kind])
})

test.each([
  [
    'link-local and metadata',
    ['169.254.0.1', '169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', '192.0.0.1'],
  ],
  ['metadata inside unique local space', ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe']],
  ['IPv6 link-local and site-local', ['fe80::1', 'febf::1', 'fec0::1', 'fe80::a9fe:a9fe', 'fe80::1%eth0']],
  ['this host', ['0.0.0.0', '0.1.2.3', '::']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1', 'ff0e::1']],
  [
    'reserved and documentation',
    ['240.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1', '100::1'],
  ],
  ['IPv4-mapped forms of them', ['::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '::ffff:0.0.0.0', '::ffff:100.100.100.200']],
  ['IPv4-compatible', ['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::8.8.8.8']],
  ['translated (SIIT)', ['::ffff:0:127.0.0.1', '::ffff:0:a9fe:a9fe']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::808:808', '64:ff9b:1::1']],
  ['6to4', ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '192.88.99.1']],
  ['Teredo', ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2']],
  ['ISATAP', ['2606:4700::5efe:7f00:1', '2606:4700::200:5efe:a9fe:a9fe']],
  ['never handed out', ['4000::1', '5f00::1', '8000::1', 'e000::1', '1::1']],
  ['no address at all', ['', 'localhost', '1.2.3', '0x7f.1', '127.1', '127.0.0.1 ', '127.0.0.01']],
] as const)('never: %s', (_, addresses) => {
  for (const address of addresses) expect([address, kindOf(address)]).toEqual([address, 'denied'])
})

test('one address has one spelling', () => {
  expect(canonicalAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(canonicalAddress('FD00:0:0:0:0:0:0:1')).toBe('fd00::1')
})

test('blocks hold what they say, whatever way it is written', () => {
  const block = parseBlock('10.1.0.0/16')!
  expect([isInBlock('10.1.2.3', block), isInBlock('::ffff:10.1.2.3', block), isInBlock('10.2.0.1', block)]).toEqual([true, true, false])
  expect(isInBlock('fd12::1', block)).toBe(false)
  expect(isInBlock('fd12::1', parseBlock('fd12::/16')!)).toBe(true)
  for (const wrong of ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'example.com', '10.0.0.0/-1', 'fe80::1%lo/64']) {
    expect(parseBlock(wrong)).toBeUndefined()
  }
})
