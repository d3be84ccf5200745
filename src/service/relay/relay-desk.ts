import type { Clock, Lease, ScanStore } from '../../domain/ports.ts'
import { Problem } from '../../domain/problem.ts'
import { isTerminal, type Scan } from '../../domain/scan.ts'
import type { Log } from '../../lib/log.ts'
import { findScan } from '../find-scan.ts'
import type { RelayAbility, RelayAnswer, RelayPrompt } from './relay-prompt.ts'
import { openRelaySession, type RelaySession } from './relay-session.ts'

type Claim = Readonly<{ lease: Lease; scan: Scan }>
type Run = (claim: Claim, signal: AbortSignal) => Promise<void>

export type RelayDeskDeps = Readonly<{
  scans: ScanStore
  clock: Clock
  log: Log
  random: (size: number) => Uint8Array
  /** Names this process in leases on scans, and how long those are. */
  owner: string
  scanLeaseMs: number
  /** Works on a claimed scan under a lease that is kept alive. */
  hold: (claim: Claim, stop: AbortSignal, run: Run) => Promise<unknown>
  run: Run
  /** Throws while the operator has stopped all traffic. */
  assertRunning: () => void
  /** How long a client has for a prompt. Default a minute, as long as a request of our own. */
  promptLeaseMs?: number
  /** A relay scan whose client stays away for so long fails. Default an hour. */
  patienceMs?: number
}>

/** Relay scans of this process. A scan is worked on by the process that its client talks to, from the client's first request on. */
export interface RelayDesk {
  /** The next prompt of a scan; undefined when there is none yet. Throws `scan_ended` (410) when there will be none. */
  next(id: string, ask: Readonly<{ waitMs: number; can: readonly RelayAbility[] }>, signal: AbortSignal): Promise<RelayPrompt | undefined>
  /** Throws `conflict` for an answer that comes too late, `not_found` for one to no prompt of ours. */
  answer(id: string, answer: RelayAnswer): Promise<void>
  /** Where a running scan meets its client. */
  session(id: string): RelaySession
  /** Fails the scans whose client has stayed away for too long. To be called now and then. */
  sweep(): Promise<void>
  close(): Promise<void>
}

const mostScans = 64

export function openRelayDesk(deps: RelayDeskDeps): RelayDesk {
  const { scans, clock, log, promptLeaseMs = 60_000, patienceMs = 3_600_000 } = deps
  const openedMs = clock.now()
  const sessions = new Map<string, RelaySession>()
  const starting = new Map<string, Promise<boolean>>()
  const work = new Set<Promise<unknown>>()
  const closing = new AbortController()

  /** Takes the scan and begins to work on it. False: somebody else has it, or it has ended. */
  async function start(id: string, can: readonly RelayAbility[]): Promise<boolean> {
    if (sessions.size >= mostScans)
      throw new Problem('unavailable', `${mostScans} relay scans are running: ask again in a moment.`, { retryAfterMs: 5_000 })
    const claim = await scans.claimRelay(id, deps.owner, clock.now(), clock.now() + deps.scanLeaseMs)
    if (!claim) return false
    const session = openRelaySession({ clock, random: deps.random, can, leaseMs: promptLeaseMs })
    sessions.set(id, session)
    const job: Promise<unknown> = deps
      .hold(claim, closing.signal, deps.run)
      .catch((err: unknown) => log.error({ scan: id, err }, 'the work on a relay scan failed'))
      .finally(() => {
        work.delete(job)
        sessions.delete(id)
        session.close(ended())
      })
    work.add(job)
    return true
  }

  function attend(id: string, can: readonly RelayAbility[]): Promise<boolean> {
    const begun = starting.get(id) ?? start(id, can).finally(() => starting.delete(id))
    starting.set(id, begun)
    return begun
  }

  async function relayScan(id: string): Promise<Scan> {
    const scan = await findScan(scans, id)
    if (scan.plan.mode === 'relay') return scan
    throw new Problem('conflict', 'This scan speaks to its target itself: only scans with mode relay hand out prompts.')
  }

  async function assertNotEnded(id: string): Promise<void> {
    if (isTerminal((await findScan(scans, id)).status)) throw ended()
  }

  return {
    async next(id, { waitMs, can }, signal) {
      const scan = await relayScan(id)
      if (isTerminal(scan.status)) throw ended()
      if (closing.signal.aborted) throw new Problem('unavailable', 'The service is shutting down: ask again in a moment.')
      deps.assertRunning()
      if (!sessions.has(id) && !(await attend(id, can))) {
        await assertNotEnded(id)
        throw new Problem('unavailable', 'Another process works on this scan: ask again in a moment.', { retryAfterMs: 2_000 })
      }
      const prompt = await sessions.get(id)?.next(waitMs, signal)
      if (!prompt) await assertNotEnded(id)
      return prompt
    },

    async answer(id, answer) {
      const scan = await relayScan(id)
      const fate = sessions.get(id)?.answer(answer)
      if (fate === 'taken') return
      if (fate === 'late' || isTerminal(scan.status))
        throw new Problem('conflict', 'Nobody waits for this answer any more: ask for the next prompt.')
      throw new Problem(
        'not_found',
        'There is no such prompt: it was handed out by a process that is gone, or never. Ask for the next one.',
      )
    },

    session(id) {
      const session = sessions.get(id)
      if (!session) throw new Problem('internal', 'A relay scan is worked on without its client.')
      return session
    },

    async sweep() {
      const nowMs = clock.now()
      const missing = new Problem('target_client_missing', `No relay client asked for prompts within ${inWords(patienceMs)}.`)
      for (const session of sessions.values()) if (nowMs - session.lastSeenMs >= patienceMs) session.close(missing)
      for (const scan of await scans.unattended(nowMs)) {
        // A client that was here before we started gets its time anew: it may not know yet that we are back.
        const sinceMs = Math.max(Date.parse(scan.createdAt), scan.status === 'running' ? openedMs : 0)
        if (nowMs - sinceMs < patienceMs) continue
        await scans.failUnheld(scan.id, { code: missing.code, message: missing.detail }, new Date(nowMs).toISOString())
      }
    },

    async close() {
      const why = new Problem('unavailable', 'The service is stopping; the scan goes on when it is back.')
      closing.abort(why)
      for (const session of sessions.values()) session.close(why)
      await Promise.all(work)
    },
  }
}

const ended = () => new Problem('scan_ended', 'The scan has ended: there are no more prompts.')

const inWords = (ms: number): string => (ms === 3_600_000 ? 'an hour' : `${Math.round(ms / 1000)} seconds`)
