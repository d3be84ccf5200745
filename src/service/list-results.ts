import type { AttemptFilter, ScanStore } from '../domain/ports.ts'
import { findScan } from './find-scan.ts'
import type { Page } from './list-scans.ts'
import type { ResultView } from './result-view.ts'
import { toResultView } from './result-view.ts'
import { fromResultCursor, toResultCursor } from './scan-cursor.ts'

/** Results in the order they were recorded, at most 200 a page, while the scan is still running too. */
export async function listResults(
  scans: ScanStore,
  id: string,
  query: Readonly<{ limit: number; cursor?: string | undefined; filter: AttemptFilter }>,
): Promise<Page<ResultView>> {
  await findScan(scans, id)
  const limit = Math.min(query.limit, 200)
  const rows = await scans.attempts(id, {
    limit: limit + 1,
    ...(query.cursor === undefined ? {} : { afterSeq: fromResultCursor(query.cursor) }),
    ...query.filter,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toResultView), next: last && rows.length > limit ? toResultCursor(last.seq) : null }
}
