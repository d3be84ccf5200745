import { lookup } from 'node:dns/promises'
import { request as nodeRequest } from 'node:http'
import { Problem } from '../../src/domain/problem.ts'
import { createEgress, type EgressOptions } from '../../src/net/egress.ts'

/** How often each kind of client got through to what it must not reach. */
export type RebindingResult = Readonly<{
  tries: number
  naiveLeaks: number
  guardLeaks: number
  guardReached: number
  guardRefused: number
}>

/**
 * Names that change their address between two questions, against the guard and against the usual mistake: resolve,
 * check, then let the HTTP client resolve again. The mistake is here to show that the test can fail.
 */
export async function tryRebinding(
  options: Readonly<{ tries: number; port: number; egress: EgressOptions; isBad: (address: string) => boolean }>,
): Promise<RebindingResult> {
  const { tries, port, isBad } = options
  const result = { tries, naiveLeaks: 0, guardLeaks: 0, guardReached: 0, guardRefused: 0 }
  const egress = createEgress({ ...options.egress, dnsTtlMs: 0, caps: { public: { maxInFlight: 64 }, near: { maxInFlight: 64 } } })
  const ask = options.egress.lookup ?? (async (name: string) => (await lookup(name, { all: true })).map((answer) => answer.address))
  const { signal } = new AbortController()

  const guarded = async (number: number) => {
    const url = `http://g${number}.flip.test:${port}/`
    const client = egress.client({ scanId: 'scn_rebind', target: url })
    // Three requests a name: the address is changed while connections are kept as well.
    for (let i = 0; i < 3; i++) {
      try {
        const { text } = await client.request({ method: 'GET', url, timeoutMs: 5000 }, signal)
        if (text.includes('SECRET')) result.guardLeaks++
        else result.guardReached++
      } catch (error) {
        if (error instanceof Problem && error.code === 'target_forbidden') result.guardRefused++
        else throw error
      }
    }
  }
  const naive = async (number: number) => {
    const name = `n${number}.flip.test`
    if ((await ask(name)).some(isBad)) return
    const [dialled = ''] = await ask(name)
    if ((await get(dialled, port)).includes('SECRET')) result.naiveLeaks++
  }

  for (let start = 0; start < tries; start += 50) {
    const batch = Array.from({ length: Math.min(50, tries - start) }, (_, i) => start + i)
    await Promise.all(batch.flatMap((number) => [guarded(number), naive(number)]))
  }
  await egress.close()
  return result
}

const get = (host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    nodeRequest({ host, port, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
