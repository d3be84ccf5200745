import { inertJson } from '../lib/escape-text.ts'
import { type ScanDocument, toJsonChunks } from '../service/get-scan.ts'
import type { FindingView } from '../service/list-findings.ts'
import type { CliDeps } from './deps.ts'
import { findingLines } from './findings.ts'
import { paintFor, wrap } from './style.ts'
import { verdictLines } from './verdict-lines.ts'

/** The scan as GET /scans/{id} answers it, and nothing else on stdout. */
export async function printJson({ terminal }: CliDeps, document: ScanDocument): Promise<void> {
  for await (const chunk of toJsonChunks(document)) await terminal.out(inertJson(chunk))
  await terminal.out('\n')
}

/** The findings and what they come to, for people. */
export async function printScan(
  { terminal }: CliDeps,
  { scan }: ScanDocument,
  findings: readonly FindingView[],
  inFull: number,
): Promise<void> {
  const paint = paintFor(terminal, terminal.isOutTty)
  const width = terminal.isOutTty ? terminal.columns : 240
  const verdict = verdictLines(scan, findings.length).flatMap((line) => wrap(line, width))
  const lines = [...findingLines(findings, paint, width, inFull), ...verdict]
  await terminal.out(`${lines.join('\n')}\n`)
}
