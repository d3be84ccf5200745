import type { Clock, ScanStore } from '../domain/ports.ts'
import { Problem } from '../domain/problem.ts'
import type { Scan } from '../domain/scan.ts'

/** Stops everything that is sent to targets, at once, until the operator lifts it. A restart does not. */
export interface KillSwitch {
  /** When all traffic was stopped; null while it flows. */
  readonly stoppedAt: string | null
  /** Aborted while traffic is stopped, with the reason that scans end with. Another one after each resume. */
  readonly signal: AbortSignal
  /** Throws `traffic_stopped` (503). */
  assertRunning(): void
  /** Cancels all running scans; answers how many there were. Doing it twice is doing it once. */
  stop(): Promise<Readonly<{ stoppedAt: string; scansCancelled: number }>>
  resume(): Promise<void>
  /** Follows what another process, or a person, did to the mark. To be called often: it is one look at one file. */
  look(): Promise<void>
}

/** Where it is written down that all traffic is stopped: the same place for all processes of a data folder. */
export type StopMark = Readonly<{ read: () => string | null; write: (at: string) => void; remove: () => void }>

export type KillSwitchDeps = Readonly<{
  scans: ScanStore
  clock: Clock
  traffic: Readonly<{ stopAll: () => void; resume: () => void }>
  mark: StopMark
}>

export function openKillSwitch({ scans, clock, traffic, mark }: KillSwitchDeps): KillSwitch {
  let stoppedAt: string | null = null
  let controller = new AbortController()
  // A stop that could not be written down is not lifted because nothing is written.
  let isWritten = false

  function shut(at: string): void {
    if (stoppedAt !== null) return
    stoppedAt = at
    controller.abort(stoppedByOperator())
    traffic.stopAll()
  }

  function open(): void {
    if (stoppedAt === null) return
    stoppedAt = null
    isWritten = false
    controller = new AbortController()
    traffic.resume()
  }

  function writeDown(at: string): Problem | undefined {
    try {
      mark.write(at)
      isWritten = true
      return undefined
    } catch (cause) {
      const detail = 'All traffic is stopped, but this could not be written down: a restart would let it flow again. Is the disk full?'
      return new Problem('storage_full', detail, { cause })
    }
  }

  /** Those that somebody works on end by themselves, through the signal; this ends those that wait for a worker. */
  async function cancelAll(): Promise<number> {
    const { code, detail: message } = stoppedByOperator()
    let count = 0
    for await (const page of runningScans(scans)) {
      count += page.length
      await Promise.all(page.map(({ id }) => scans.failUnheld(id, { code, message }, new Date(clock.now()).toISOString())))
    }
    return count
  }

  const found = mark.read()
  if (found !== null) {
    isWritten = true
    shut(found)
  }

  return {
    get stoppedAt() {
      return stoppedAt
    },
    get signal() {
      return controller.signal
    },
    assertRunning() {
      if (stoppedAt === null) return
      throw new Problem(
        'traffic_stopped',
        `The operator stopped all traffic to targets at ${stoppedAt}: nothing is sent until it is resumed (POST /admin/resume, or sortie resume).`,
        {
          retryAfterMs: 60_000,
        },
      )
    },
    async stop() {
      // First the traffic, then the record of it: a full disk must not keep us from stopping.
      const at = stoppedAt ?? new Date(clock.now()).toISOString()
      shut(at)
      const unwritten = writeDown(at)
      const scansCancelled = await cancelAll()
      if (unwritten) throw unwritten
      return { stoppedAt: at, scansCancelled }
    },
    async resume() {
      mark.remove()
      open()
    },
    async look() {
      const at = mark.read()
      if (at === null) return isWritten ? open() : undefined
      isWritten = true
      if (stoppedAt !== null) return
      shut(at)
      await cancelAll()
    },
  }
}

const stoppedByOperator = () => new Problem('cancelled', 'All traffic was stopped by the operator.')

async function* runningScans(scans: ScanStore): AsyncGenerator<readonly Scan[]> {
  const limit = 100
  for (let last: Scan | undefined; ; ) {
    const page = await scans.list({ limit, status: 'running', ...(last && { after: { createdAt: last.createdAt, id: last.id } }) })
    if (page.length > 0) yield page
    if (page.length < limit) return
    last = page.at(-1)
  }
}
