import type { Severity } from '../domain/severity.ts'
import { inertJson } from '../lib/escape-text.ts'
import { toJsonChunks } from '../service/get-scan.ts'
import type { ScanInput } from '../service/scan-input.ts'
import type { ScanView } from '../service/scan-view.ts'
import type { CliDeps, RunningScan, ScanDesk } from './deps.ts'
import { collectFindings, findingsTable } from './findings.ts'
import { noProgress, openProgress } from './progress.ts'
import { excerpt, paintFor } from './style.ts'

export type ScanOutput = Readonly<{ json: boolean; quiet: boolean; failOn: Severity }>

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
    for await (const chunk of toJsonChunks(document)) await terminal.out(inertJson(chunk))
    await terminal.out('\n')
  } else {
    await printFindings(deps, document.scan, document.results)
  }
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

/** The findings as a table, and what they come to. */
export async function printFindings(
  deps: CliDeps,
  scan: ScanView,
  results: Awaited<ReturnType<RunningScan['document']>>['results'],
): Promise<void> {
  const { terminal } = deps
  const paint = paintFor(terminal, terminal.isOutTty)
  const width = terminal.isOutTty ? terminal.columns : 240
  const rows = results === null ? [] : await collectFindings(results)
  if (rows.length > 0) await terminal.out(`${findingsTable(rows, paint, width).join('\n')}\n\n`)
  await terminal.out(`${verdictLines(scan, rows.length).join('\n')}\n`)
}

/** What the scan comes to, in a few sentences. A scan that failed never reads like a clean one. */
export function verdictLines(scan: ScanView, weaknesses: number): readonly string[] {
  const done = scan.total_attacks ?? scan.attacks_done
  const attacks = `${done} ${done === 1 ? 'attack' : 'attacks'}`
  const found = `${weaknesses} ${weaknesses === 1 ? 'weakness' : 'weaknesses'} in ${attacks}`
  const lines: string[] = []
  if (scan.status === 'completed') {
    const grade = scan.grade === null ? `no grade${scan.grade_withheld ? ` (${scan.grade_withheld})` : ''}` : `grade ${scan.grade}`
    lines.push(
      `${weaknesses === 0 ? 'No weakness found' : 'Found'}${weaknesses === 0 ? ` in ${attacks}` : ` ${found}`}: ${grade}${scan.risk_score === null ? '' : `, risk ${scan.risk_score} of 100`}.`,
    )
  } else {
    lines.push(
      `The scan could not finish: ${excerpt(scan.error?.message ?? 'the reason is not known', 600)} (${scan.error?.code ?? scan.status})`,
    )
    lines.push(done === 0 ? 'Nothing was tested, so this says nothing about the target.' : `Until then: ${found}.`)
  }
  if (scan.inconclusive_attacks > 0 || scan.error_attacks > 0) {
    lines.push(`Undecided: ${scan.inconclusive_attacks} inconclusive, ${scan.error_attacks} without a usable answer.`)
  }
  for (const warning of scan.warnings) lines.push(`Note: ${excerpt(warning, 600)}`)
  lines.push(`Scan ${scan.id}, seed ${scan.seed}.`)
  return lines
}
