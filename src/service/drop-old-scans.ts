import type { Clock, ScanStore } from '../domain/ports.ts'

/** Deletes scans that ended more than `days` ago, a few at a time so that nobody waits for it. 0 days keeps everything. */
export async function dropOldScans(deps: Readonly<{ scans: ScanStore; clock: Clock }>, days: number): Promise<number> {
  if (days === 0) return 0
  const before = new Date(deps.clock.now() - days * 24 * 3600 * 1000).toISOString()
  let dropped = 0
  for (;;) {
    const now = await deps.scans.removeEndedBefore(before, AT_ONCE)
    dropped += now
    if (now < AT_ONCE) return dropped
  }
}

const AT_ONCE = 20
