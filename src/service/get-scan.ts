import type { ScanStore } from '../domain/ports.ts'
import { isTerminal } from '../domain/scan.ts'
import { findScan } from './find-scan.ts'
import type { ResultView } from './result-view.ts'
import { toResultView } from './result-view.ts'
import type { ScanView } from './scan-view.ts'
import { toScanView } from './scan-view.ts'

/** A scan, and its results once it has ended: a stream, because a large scan does not fit into memory. */
export type ScanDocument = Readonly<{ scan: ScanView; results: AsyncIterable<ResultView> | null }>

export async function getScan(scans: ScanStore, id: string): Promise<ScanDocument> {
  const scan = await findScan(scans, id)
  const [findings, coverage] = await Promise.all([scans.findings(id), scans.coverage(id)])
  return { scan: toScanView(scan, { findings, coverage }), results: isTerminal(scan.status) ? resultsOf(scans, id) : null }
}

async function* resultsOf(scans: ScanStore, id: string): AsyncGenerator<ResultView> {
  for await (const row of scans.streamAttempts(id)) yield toResultView(row)
}

const chunkChars = 64 * 1024

/** The document as JSON text, a piece at a time. */
export async function* toJsonChunks({ scan, results }: ScanDocument): AsyncGenerator<string> {
  const head = JSON.stringify(scan)
  if (results === null) {
    yield head
    return
  }
  let chunk = `${head.slice(0, -1)},"results":[`
  let separator = ''
  for await (const result of results) {
    chunk += separator + JSON.stringify(result)
    separator = ','
    if (chunk.length < chunkChars) continue
    yield chunk
    chunk = ''
  }
  yield `${chunk}]}`
}
