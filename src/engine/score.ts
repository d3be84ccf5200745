import type { Category } from '../domain/category.ts'
import type { Finding, Score } from '../domain/scan.ts'
import { type Severity, severities } from '../domain/severity.ts'
import type { Confidence, Outcome } from '../domain/verdict.ts'
import { wilson } from './wilson.ts'

export type Counts = Readonly<Partial<Record<Category, Readonly<Record<Outcome, number>>>>>

/** The severity model, version 1. Picked so that one confirmed high can't earn a C, and one reproducible medium can't earn an A. */
const weight: Record<Severity, number> = { critical: 0.8, high: 0.5, medium: 0.25, low: 0.08, info: 0 }
const trust: Record<Confidence, number> = { confirmed: 1, firm: 0.8, tentative: 0.5 }

/** Risk and grade from findings and counts alone: order, variants of one weakness and passed attacks never change it for the better. */
export function scoreScan(findings: readonly Finding[], counts: Counts, planned: number, requested: readonly Category[]): Score {
  let safe = 1
  for (const [category, found] of Map.groupBy(findings, (finding) => finding.category)) {
    const rate = successRate([counts[category]])
    const worst = Math.max(...found.map((finding) => weight[finding.severity] * trust[finding.confidence]))
    safe *= 1 - worst * (0.6 + 0.4 * rate)
  }
  const riskScore = Math.round(100 * (1 - safe))
  const all = Object.values(counts)
  const successes = sum(all, (outcome) => outcome.succeeded)
  const trials = sum(all, settled)
  const grade = gradeOf(riskScore, findings)
  // A bad grade stands whatever is undecided; a good one has to be earned.
  const withheld = grade === 'D' || grade === 'F' ? undefined : whyNoGrade(counts, trials, planned, requested)
  return {
    riskScore,
    grade: withheld ? null : grade,
    ...(withheld && { gradeWithheld: withheld }),
    successRate: trials === 0 ? null : { rate: successes / trials, ...wilson(successes, trials), successes, trials },
    severityCounts: Object.fromEntries(
      severities.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length]),
    ) as Record<Severity, number>,
  }
}

const settled = (outcome: Readonly<Record<Outcome, number>>): number => outcome.succeeded + outcome.resisted + outcome.blocked

function successRate(counts: readonly (Readonly<Record<Outcome, number>> | undefined)[]): number {
  const known = counts.filter((count) => count !== undefined)
  const trials = sum(known, settled)
  return trials === 0 ? 0 : sum(known, (outcome) => outcome.succeeded) / trials
}

/** With 20 passed attacks the true rate may still be 16 %: fewer say nothing. */
const FEWEST_TRIALS = 20

/** Doubt never improves a grade: too little tested means none. */
function whyNoGrade(counts: Counts, trials: number, planned: number, requested: readonly Category[]): string | undefined {
  if (trials < FEWEST_TRIALS) return `Only ${trials} attacks were settled; a grade needs ${FEWEST_TRIALS}.`
  if (trials < 0.9 * planned) return `Only ${trials} of ${planned} attacks were settled; a grade needs 90 %.`
  const untested = requested.filter((category) => !counts[category] || settled(counts[category]) === 0)
  return untested.length > 0 ? `Not tested: ${untested.join(', ')}.` : undefined
}

function gradeOf(risk: number, findings: readonly Finding[]): NonNullable<Score['grade']> {
  const confirmed = (severity: Severity) => findings.some((finding) => finding.severity === severity && finding.confidence === 'confirmed')
  if (risk >= 75 || confirmed('critical')) return 'F'
  if (risk >= 50 || confirmed('high')) return 'D'
  if (risk >= 25) return 'C'
  return risk >= 10 ? 'B' : 'A'
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0)
