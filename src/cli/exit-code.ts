import { Problem } from '../domain/problem.ts'
import { isAtLeast, type Severity, severities } from '../domain/severity.ts'
import { isTested, type ScanView } from '../service/scan-view.ts'

/** What a shell sees. Never reused for anything else. */
export const exitCode = { clean: 0, findings: 1, misuse: 2, unfinished: 3 } as const
export type ExitCode = (typeof exitCode)[keyof typeof exitCode]

/** Says how a command ended. */
export type SetExit = (code: ExitCode) => void

/** A scan that could not finish is 3 whatever it found; otherwise it is 1 when a finding reaches the floor, and 3 when most is undecided. */
export function exitCodeOfScan(scan: ScanView, failOn: Severity): ExitCode {
  if (scan.status !== 'completed') return exitCode.unfinished
  const reached = severities.some((severity) => isAtLeast(severity, failOn) && (scan.severity_counts?.[severity] ?? 0) > 0)
  if (reached) return exitCode.findings
  return isTested(scan) ? exitCode.clean : exitCode.unfinished
}

/** A mistake of whoever typed the command is 2; everything else kept us from finishing. */
export const exitCodeOfProblem = (problem: Problem): ExitCode => (problem.isMisuse ? exitCode.misuse : exitCode.unfinished)

/** A mistake in what was typed, as a sentence. */
export const misuse = (sentence: string): Problem => new Problem('invalid_request', sentence)
