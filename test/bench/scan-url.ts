import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCore } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { openScanDesk } from '../../src/desks.ts'
import { silentLog } from '../../src/lib/log.ts'
import type { ResultView } from '../../src/service/result-view.ts'
import { ScanInput } from '../../src/service/scan-input.ts'
import type { ScanView } from '../../src/service/scan-view.ts'

export type Scanned = Readonly<{ scan: ScanView; results: readonly ResultView[] }>
export interface Scanner {
  scanUrl(url: string, options: Readonly<{ seed: number; maxAttacks: number }>): Promise<Scanned>
  close(): Promise<void>
}

/** Scans as the command line does: the whole engine with judge and store, in a data folder of its own. */
export async function openScanner(): Promise<Scanner> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sortie-yield-'))
  const desk = openScanDesk(await openCore(readConfig({ dataDir, auth: 'local', host: '127.0.0.1' }), silentLog))
  return {
    async scanUrl(url, { seed, maxAttacks }) {
      const running = await desk.start(ScanInput.parse({ target: url, seed, max_attacks: maxAttacks }))
      for await (const event of running.events) if (event.type === 'end') break
      const { scan, results } = await running.document()
      const all: ResultView[] = []
      if (results !== null) for await (const result of results) all.push(result)
      return { scan, results: all }
    },
    async close() {
      await desk.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
