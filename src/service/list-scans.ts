import type { ScanStore } from '../domain/ports.ts'
import type { ScanStatus } from '../domain/scan.ts'
import { fromScanCursor, toScanCursor } from './scan-cursor.ts'
import type { ScanView } from './scan-view.ts'
import { toScanView } from './scan-view.ts'

export type Page<T> = Readonly<{ items: readonly T[]; next: string | null }>

/** Scans, newest first, at most 100 a page. */
export async function listScans(
  scans: ScanStore,
  query: Readonly<{ limit: number; status?: ScanStatus | undefined; cursor?: string | undefined }>,
): Promise<Page<ScanView>> {
  const limit = Math.min(query.limit, 100)
  const filter = query.status ?? ''
  const rows = await scans.list({
    limit: limit + 1,
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.cursor === undefined ? {} : { after: fromScanCursor(query.cursor, filter) }),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map((scan) => toScanView(scan)), next: last && rows.length > limit ? toScanCursor(last, filter) : null }
}
