import { toProblem } from '../../src/domain/problem.ts'
import type { Net, NetRequest } from '../../src/domain/target.ts'
import { createEgress, type Egress, type EgressClient } from '../../src/net/egress.ts'

const egress = createEgress({ mode: 'local' })

/** The real way out, one client for each server of a test, counting what it sends. */
export function openTestNet(headers: Readonly<Record<string, string>> = {}): Net & { readonly sent: NetRequest[] } {
  const sent: NetRequest[] = []
  const clients = new Map<string, EgressClient>()
  const clientOf = (url: string): EgressClient => {
    const { origin } = new URL(url.replace(/^ws/, 'http'))
    const client =
      clients.get(origin) ??
      egress.client({ scanId: 'scn_test', target: `${/^ws/.test(url) ? origin.replace(/^http/, 'ws') : origin}/`, headers })
    clients.set(origin, client)
    return client
  }
  return {
    sent,
    request(request, signal) {
      sent.push(request)
      return clientOf(request.url).request(request, signal)
    },
    socket: (request, signal) => clientOf(request.url).socket(request, signal),
  }
}

/** A way out with so many places, as a scan of that concurrency has it: whoever keeps one without need locks the others out. */
export function openNarrowNet(target: string, concurrency: number): Readonly<{ egress: Egress; net: EgressClient }> {
  const own = createEgress({ mode: 'local' })
  return { egress: own, net: own.client({ scanId: 'scn_test', target, concurrency }) }
}

/** What became of it: `fine`, or the code of its problem. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'fine',
    (error: unknown) => toProblem(error).code,
  )
