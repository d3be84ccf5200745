/** Every way we know to write an address that must not be reached, by product: addresses × spellings × decorations. */
export type Spelling = Readonly<{ url: string; means: string }>

/** Forbidden in every mode, whatever is allowed. */
export const neverAddresses = [
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '0.0.0.0',
  '224.0.0.1',
  '240.0.0.1',
]
/** Forbidden in token mode unless allowed. */
export const nearAddresses = ['127.0.0.1', '127.1.2.3', '10.0.0.5', '172.16.9.9', '192.168.1.1']
export const never6 = [
  ...['fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fe80::a9fe:a9fe', 'fec0::1', '::', 'ff02::1', 'ff05::2', '2001:db8::1', '100::1'],
  ...['64:ff9b::169.254.169.254', '64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::1', '2002:7f00:1::1', '2001:0:a9fe:a9fe::1'],
  ...['::ffff:0:169.254.169.254', '::169.254.169.254', '::127.0.0.1', '2606:4700::5efe:a9fe:a9fe', '4000::1'],
]
export const near6 = ['::1', '0:0:0:0:0:0:0:1', 'fd12:3456::1', 'fc00::1']

/** URLs that reach one of these addresses if they reach anything. */
export function spellingsOf(addresses: readonly string[], six: readonly string[]): readonly Spelling[] {
  const four = addresses.flatMap((address) => hostsOf4(address).map((host) => ({ host, means: address })))
  const hosts = [...four, ...six.flatMap((address) => hostsOf6(address).map((host) => ({ host, means: address })))]
  const all = hosts.flatMap(({ host, means }) => decorate(host).map((url) => ({ url, means })))
  return [...new Map(all.map((one) => [one.url, one])).values()]
}

function hostsOf4(address: string): readonly string[] {
  const bytes = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const whole = ((a << 24) >>> 0) + (b << 16) + (c << 8) + d
  const hex = (n: number, width = 2) => n.toString(16).padStart(width, '0')
  const octal = (n: number) => `0${n.toString(8)}`
  const mapped = `${hex((a << 8) | b, 4)}:${hex((c << 8) | d, 4)}`
  const wide = [...address].map((char) => (char === '.' ? '\uff0e' : String.fromCharCode(char.charCodeAt(0) + 0xfee0))).join('')
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${whole.toString(16)}`,
    `0X${whole.toString(16).toUpperCase()}`,
    `0${whole.toString(8)}`,
    bytes.map((byte) => `0x${hex(byte)}`).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `000${octal(byte)}`).join('.'),
    `0x${hex(a)}.${b}.${octal(c)}.${d}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `0x${hex(a)}.0x${hex((b << 16) | (c << 8) | d, 6)}`,
    wide,
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff61'),
    address.replace(/\d/g, (digit) => (digit === '0' ? '0' : String.fromCodePoint(0x2460 + Number(digit) - 1))),
    [...address].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''),
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '%E3%80%82'),
    `[::ffff:${address}]`,
    `[::FFFF:${mapped}]`,
    `[0:0:0:0:0:ffff:${mapped}]`,
    `[0000:0000:0000:0000:0000:ffff:${address}]`,
    `[::${address}]`,
    `[::ffff:0:${mapped}]`,
    `[64:ff9b::${mapped}]`,
    `[2002:${mapped}::]`,
  ]
}

function hostsOf6(address: string): readonly string[] {
  return [`[${address}]`, `[${address.toUpperCase()}]`, `[${expand(address)}]`]
}

/** All eight groups written out. */
function expand(address: string): string {
  const inner = URL.parse(`http://[${address}]/`)!.hostname.slice(1, -1)
  const [head = '', tail] = inner.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(':')
}

function decorate(host: string): readonly string[] {
  return [
    `http://${host}/`,
    `HTTP://${host}:8080/latest/meta-data/`,
    `ws://${host}:8080/?x=http://93.184.216.34/`,
    `http://93.184.216.34@${host}/`,
    `http://93.184.216.34\\@${host}/`,
    `http://${host}#@93.184.216.34/`,
  ]
}

/** Names that a DNS server turns into the address they carry; what `nip.io` does in the open. */
export const namesOf = (addresses: readonly string[]): readonly Spelling[] =>
  addresses.flatMap((address) => {
    const dashed = address.replaceAll('.', '-').replaceAll(':', 'x')
    return [`http://ip-${dashed}.rebind.test/`, `http://WWW.IP-${dashed}.rebind.test.:8080/`].map((url) => ({ url, means: address }))
  })

/** The address inside such a name. */
export function addressInName(name: string): string | undefined {
  const carried = /ip-([0-9a-fx-]+)\.rebind\.test\.?$/i.exec(name)?.[1]
  return carried?.includes('x') ? carried.replaceAll('x', ':') : carried?.replaceAll('-', '.')
}

/** Fifty that must not be blocked in any mode: public addresses and names that have one. */
export const goodTargets: readonly string[] = [
  ...['1.1.1.1', '8.8.8.8', '9.9.9.9', '93.184.216.34', '104.16.0.1', '151.101.1.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '192.169.1.1'],
  ...['100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1', '169.253.255.255', '169.255.0.1', '168.63.129.15', '168.63.129.17'],
  ...['11.0.0.1', '9.255.255.255', '192.0.1.1', '198.17.255.255', '198.20.0.1', '203.0.112.1', '203.0.114.1', '223.255.255.254', '52.95.110.1'],
  ...['0x08080808', '134744072', '8.8.2056', '93.184.216.34.'],
].map((host) => `http://${host}/v1/chat`)
  .concat(['[2606:4700:4700::1111]', '[2001:4860:4860::8888]', '[2a00:1450:4001:830::200e]', '[2620:fe::fe]', '[2003::1]', '[::ffff:8.8.8.8]', '[3ffe:ffff::1]', '[2001:500::1]', '[2400:cb00::1]'].map((host) => `http://${host}/`))
  .concat(['8.8.4.4', '93.184.216.35', '151.101.65.1', '2606:2800:220:1:248:1893:25c8:1946', '1.0.0.1', '208.67.222.222', '2a02:6b8::feed:ff', '104.18.0.1', '140.82.112.3', '13.107.21.200'].flatMap((address) => namesOf([address]).slice(0, 1).map((one) => one.url))) // biome-ignore format: three lists
