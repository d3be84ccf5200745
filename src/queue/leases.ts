import { setTimeout as delay } from 'node:timers/promises'
import type { Queue } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import { type Claim, defaultLeaseMs, type Ended, type HoldingDeps, leaseHolder, type Run } from './hold-lease.ts'

export type LeaseQueueDeps = HoldingDeps &
  Readonly<{
    owner: string
    maxScans: number
    /** How often to look for scans of other processes, and for those whose start time has come. */
    pollMs?: number
    /** How long stopping waits for work to end before its scans are given back over its head. */
    graceMs?: number
  }>

/** The queue of the embedded database: a worker in this process claims scans by lease, many at once. */
export function leaseQueue(deps: LeaseQueueDeps): Queue {
  const workers = new Set<Worker>()
  return {
    wake: () => {
      for (const worker of workers) worker.wake()
    },
    work: async (run) => {
      const worker = startWorker(deps, run)
      workers.add(worker)
      return {
        stop: async () => {
          workers.delete(worker)
          await worker.stop()
        },
      }
    },
  }
}

type Worker = Readonly<{ wake: () => void; stop: () => Promise<void> }>

function startWorker(deps: LeaseQueueDeps, run: Run): Worker {
  const { scans, clock, log, owner, maxScans, leaseMs = defaultLeaseMs, pollMs = 1_000, graceMs = 10_000 } = deps
  const holder = leaseHolder(deps)
  const jobs = new Map<Claim, Promise<void>>()
  const stopping = new AbortController()
  const bell = newBell()
  let troubles = 0
  let quietUntilMs = 0

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const quietMs = quietUntilMs - clock.monotonicMs()
      if (quietMs > 0) await bell.rung(quietMs)
      else if (jobs.size >= maxScans || !(await takeOne())) await bell.rung(pollMs)
    }
  }

  /** True when a scan was taken: there may be more. */
  async function takeOne(): Promise<boolean> {
    try {
      const claim = await scans.claim(owner, clock.now(), clock.now() + leaseMs)
      if (!claim) return false
      const job = holder.hold(claim, stopping.signal, run).then((ended) => settled(claim, ended))
      jobs.set(claim, job)
      return true
    } catch (error) {
      log.warn({ err: error }, 'no scan could be claimed')
      backOff()
      return false
    }
  }

  function settled(claim: Claim, ended: Ended): void {
    jobs.delete(claim)
    if (ended === 'storage_trouble') backOff()
    if (ended === 'done') troubles = 0
    bell.ring()
  }

  /** A storage that fails is left alone for longer and longer: each new try would send requests whose answers can't be kept. */
  function backOff(): void {
    quietUntilMs = clock.monotonicMs() + Math.min(30_000, 500 * 2 ** troubles)
    troubles++
  }

  async function giveBack({ lease }: Claim): Promise<void> {
    log.warn({ scan: lease.scanId }, 'the work on a scan does not stop; its lease is given back over its head')
    await scans.release(lease).catch((error: unknown) => log.warn({ scan: lease.scanId, err: error }, 'a lease could not be given back'))
  }

  const looping = loop()
  return {
    wake: () => bell.ring(),
    stop: async () => {
      stopping.abort(new Problem('unavailable', 'The service is stopping; the scan goes on when it is back.'))
      bell.ring()
      await looping
      const inTime = new AbortController()
      const late = delay(graceMs, undefined, { signal: inTime.signal }).catch(() => undefined)
      await Promise.race([Promise.all(jobs.values()), late])
      inTime.abort()
      await Promise.all([...jobs.keys()].map(giveBack))
    },
  }
}

/** Waits that a ring cuts short. A ring while nobody waits is kept for the next one. */
function newBell() {
  let rang = false
  let answer: (() => void) | undefined
  return {
    ring: () => {
      rang = true
      answer?.()
    },
    rung: async (ms: number) => {
      if (!rang) {
        const timeUp = new AbortController()
        await Promise.race([
          new Promise<void>((resolve) => {
            answer = resolve
          }),
          delay(ms, undefined, { signal: timeUp.signal }).catch(() => undefined),
        ])
        timeUp.abort()
      }
      rang = false
      answer = undefined
    },
  }
}
