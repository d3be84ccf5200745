import type { Clock } from '../../domain/ports.ts'
import { Problem } from '../../domain/problem.ts'
import type { Scan } from '../../domain/scan.ts'
import type { Net } from '../../domain/target.ts'
import type { Way } from '../run-job.ts'
import type { RelaySession } from './relay-session.ts'
import { relayProfile, relayTarget } from './relay-target.ts'

/** How a relay scan speaks to its target: through its client, and never over our own network. */
export const relayWay = (scan: Scan, session: RelaySession, clock: Clock): Way => ({
  net: noNet,
  // What the first client could do stays true for the whole scan: the plan was made for it.
  detect: async () => scan.profile ?? relayProfile(session.can),
  connect: (_, profile) => relayTarget(session, profile, scan.plan, clock),
  signal: session.signal,
})

const refuse = async (): Promise<never> => {
  throw new Problem('internal', 'A relay scan sends nothing itself.')
}
const noNet: Net = { request: refuse, socket: refuse }
