// Runs inside a network namespace where every address is local (see namespace.test.ts): dialling 169.254.169.254 is
// safe here, and whatever gets through is seen. Prints one JSON object.
import { createServer } from 'node:http'
import { Problem } from '../../src/domain/problem.ts'
import { classifyAddress } from '../../src/net/address.ts'
import { createEgress } from '../../src/net/egress.ts'
import { listen } from './loopback-server.ts'
import { tryRebinding } from './rebinding.ts'
import { startDns } from './rebinding-dns.ts'
import { addressInName, goodTargets, namesOf, near6, nearAddresses, never6, neverAddresses, spellingsOf } from './ssrf-spellings.ts'

const isForbidden = (address: string) => 'denied' in classifyAddress(address)
const hits: string[] = []
const handle = () =>
  createServer((request, response) => {
    const reached = request.socket.localAddress ?? ''
    hits.push(reached)
    response.end(isForbidden(reached) ? 'SECRET' : 'public')
  })
const servers = [await listen(handle(), '::', 80), await listen(handle(), '::', 8080)]
const patterns = [
  { a: ['93.184.216.34'], aaaa: [] },
  { a: ['169.254.169.254'], aaaa: [] },
  { a: ['93.184.216.34', '169.254.169.254'], aaaa: [] },
  { a: ['93.184.216.34'], aaaa: ['fd00:ec2::254'] },
  { a: ['93.184.216.34'], aaaa: ['::ffff:169.254.169.254'] },
  { a: ['100.100.100.200'], aaaa: [] },
  { a: ['93.184.216.35'], aaaa: ['2606:4700::1'] },
]
const dns = await startDns('127.0.0.1', (name, question) => {
  const carried = addressInName(name)
  if (carried) return carried.includes(':') ? { a: [], aaaa: [carried] } : { a: [carried], aaaa: [] }
  // One pattern for both record types of one question, another for the next one.
  return patterns[Math.floor((question * 7919) / 3) % patterns.length]!
})

const { signal } = new AbortController()
const caps = { public: { maxInFlight: 64 }, near: { maxInFlight: 64 } }
/** One client per URL: a client speaks to its own target's origin only. */
const reach = async (mode: 'local' | 'token', urls: readonly string[]) => {
  const egress = createEgress({ mode, caps, connectTimeoutMs: 2000 })
  const through: string[] = []
  for (const raw of urls) {
    const url = raw.replace(/^ws:/i, 'http:')
    try {
      await egress.client({ scanId: 'scn_ns', target: url }).request({ method: 'GET', url, timeoutMs: 3000 }, signal)
      through.push(raw)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  await egress.close()
  return through
}

const never = [...spellingsOf(neverAddresses, never6), ...namesOf([...neverAddresses, 'fd00:ec2::254'])].map((one) => one.url)
const near = [...spellingsOf(nearAddresses, near6), ...namesOf(nearAddresses)].map((one) => one.url)
const throughLocal = await reach('local', never)
const throughToken = await reach('token', [...never, ...near])
const hitsWhileForbidden = hits.length
const good = await reach('token', goodTargets)
const rebinding = await tryRebinding({ tries: 1000, port: 80, egress: { mode: 'local' }, isBad: isForbidden })
console.log(
  JSON.stringify({
    spellings: never.length * 2 + near.length,
    through: throughLocal.length + throughToken.length,
    hitsWhileForbidden,
    good: good.length,
    rebinding,
  }),
)
dns.close()
for (const server of servers) await server.close()
