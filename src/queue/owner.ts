import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Names this process in a lease, so that the next one can tell whether it is still there. */
export function newOwner(system: ProcessTable = thisSystem): string {
  const start = system.startOf(process.pid)
  const started = start === 'gone' || start === 'unknown' ? '' : start
  return [encodeURIComponent(system.host), system.bootId, process.pid, started, randomBytes(6).toString('hex')].join(':')
}

/**
 * Whether the process behind a lease may still run. Where that can't be known (another machine, another system) the answer is yes:
 * its lease then ends by running out. A process id alone proves nothing, because ids are used again; the start time settles it.
 */
export function ownerIsAlive(owner: string, system: ProcessTable = thisSystem): boolean {
  const [host, bootId, pid, started, nonce] = owner.split(':')
  if (nonce === undefined || !/^\d+$/.test(pid!)) return true
  if (host !== encodeURIComponent(system.host)) return true
  if (bootId !== system.bootId) return false
  const start = system.startOf(Number(pid))
  if (start === 'gone') return false
  return start === 'unknown' || started === '' || start === started
}

/** What must be known of the system: handed in, so that tests can tell of processes that are not there. */
export type ProcessTable = Readonly<{
  host: string
  /** Changes with every start of the machine; empty where there is no such thing. */
  bootId: string
  /** When a process started, in a form that only compares. */
  startOf: (pid: number) => string | 'gone' | 'unknown'
}>

const thisSystem: ProcessTable = { host: hostname(), bootId: readBootId(), startOf }

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Not Linux: the start time and the lease have to do.
    return ''
  }
}

function startOf(pid: number): string | 'gone' | 'unknown' {
  try {
    return startFrom(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // No such file: the process is gone, or this system has no /proc, or it hides other people's processes.
    return exists(pid) ? 'unknown' : 'gone'
  }
}

/** `pid (name) state … starttime …`; the name may hold anything, so the fields are counted from its last bracket. */
export function startFrom(stat: string): string | 'gone' | 'unknown' {
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // A zombie holds its id but does nothing any more.
  if (state === 'Z' || state === 'X') return 'gone'
  return rest[18] ?? 'unknown'
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
