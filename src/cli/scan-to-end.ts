import { escapeText } from '../lib/escape-text.ts'
import type { ScanInput } from '../service/scan-input.ts'
import type { ScanView } from '../service/scan-view.ts'
import type { CliDeps, RunningScan, ScanDesk } from './deps.ts'
import { mostInFull } from './findings.ts'
import { printJson, printScan } from './print-scan.ts'
import { noProgress, openProgress } from './progress.ts'

export type ScanOutput = Readonly<{ json: boolean; quiet: boolean }>

/** Runs a scan to its end, shows its progress, prints what it found, and returns the scan as it ended. */
export async function scanToEnd(deps: CliDeps, desk: ScanDesk, input: ScanInput, output: ScanOutput): Promise<ScanView> {
  const { terminal } = deps
  const running = await desk.start(input)
  const unsubscribe = deps.onInterrupt(() => {
    void cancel(deps, running)
  })
  const progress = output.quiet ? noProgress : openProgress(terminal)
  try {
    for await (const event of running.events) await progress.show(event)
  } finally {
    unsubscribe()
    await progress.end()
  }
  const document = await running.document()
  if (output.json) {
    await printJson(deps, document)
    const { error } = document.scan
    if (error) await terminal.err(`The scan failed: ${escapeText(error.message)}\n`)
  } else await printScan(deps, document, await running.findings(), mostInFull)
  return document.scan
}

async function cancel(deps: CliDeps, running: RunningScan): Promise<void> {
  await deps.terminal.err('\nStopping the scan; what it found so far is kept. Press Ctrl-C again to leave at once.\n')
  try {
    await running.cancel()
  } catch (error) {
    // It may have ended in this very moment: then there is nothing left to stop.
    await deps.terminal.err(`The scan could not be stopped: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

/** Commands that go on from a scan that has just ended: only those that have something to show. */
export const whereToLook = (scan: ScanView): readonly string[] => [
  ...(scan.vulnerabilities_found > 0 ? ['  sortie show last --all               every finding in full'] : []),
  ...(scan.attacks_done > 0
    ? ['  sortie show last --json              all prompts, answers and evidence']
    : ['  sortie probe <url>                   looks at the target again, without a scan']),
  ...(scan.attacks_done === 0 && scan.target_profile?.suggested_config
    ? ['  sortie scan <url> --target-config <file>   with the settings above, completed, in a file']
    : []),
]
