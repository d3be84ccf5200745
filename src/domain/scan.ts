import type { Category } from './category.ts'
import type { ProblemCode } from './problem.ts'
import type { Severity } from './severity.ts'
import type { TargetProfile } from './target.ts'

export const scanStatuses = ['pending', 'running', 'completed', 'failed'] as const
export type ScanStatus = (typeof scanStatuses)[number]

/** What a running scan is doing, for people. */
export const phases = ['queued', 'waiting', 'detecting', 'calibrating', 'attacking', 'scoring', 'done'] as const
export type Phase = (typeof phases)[number]

/** The two that never change any more. */
export const isTerminal = (status: ScanStatus): boolean => status === 'completed' || status === 'failed'

/** What was asked for, with every default settled. Secrets are not in here: they are sealed beside it. */
export type ScanPlan = Readonly<{
  maxAttacks: number
  categories: readonly Category[] | null
  techniques: readonly string[] | null
  languages: readonly string[] | null
  repeats: number
  concurrency: number
  requestsPerSecond: number | null
  deadlineSeconds: number
  requestTimeoutMs: number
  maxRequests: number | null
  seed: number
  mode: 'direct' | 'relay'
  judge: string | null
  failOn: Severity | null
  authorization: Readonly<Record<string, string>> | null
  startAt: string | null
}>

/** A share with the interval that holds the true one with 95 %. */
export type Rate = Readonly<{ rate: number; low: number; high: number }>

/** How often attacks succeeded, each probe counted once. */
export type SuccessRate = Rate &
  Readonly<{
    successes: number
    trials: number
    /** The same, allowing for the judge's measured error. Proof counts as free of error; `read` trials rest on reading. */
    corrected?: Rate & Readonly<{ read: number; sensitivity: number; specificity: number }>
  }>

/**
 * How the reading judge did on labelled answers that it was not fitted on: it `found` so many of the `positives`, and `cleared` so
 * many of the `negatives`. Measured by `npm run bench:judge-error`.
 */
export type JudgeError = Readonly<{ positives: number; found: number; negatives: number; cleared: number }>

/** Everything that is known when the last result is in. */
export type Score = Readonly<{
  riskScore: number
  grade: 'A' | 'B' | 'C' | 'D' | 'F' | null
  /** Why there is no grade. */
  gradeWithheld?: string
  successRate: SuccessRate | null
  /** The same for each category with at least one settled attack. */
  byCategory?: Readonly<Partial<Record<Category, SuccessRate>>>
  severityCounts: Readonly<Record<Severity, number>>
}>

export type ScanError = Readonly<{ code: ProblemCode; message: string }>

export type Scan = Readonly<{
  id: string
  target: string
  name: string | null
  status: ScanStatus
  phase: Phase
  plan: ScanPlan
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  createdBy: string | null
  progress: number
  attacksPlanned: number
  attacksDone: number
  requestsSent: number
  succeeded: number
  inconclusive: number
  errors: number
  blocked: number
  vulnerabilities: number
  catalogVersion: string | null
  profile: TargetProfile | null
  score: Score | null
  error: ScanError | null
  warnings: readonly string[]
  cancelRequested: boolean
}>

/** All successful attempts that prove one weakness. */
export type Finding = Readonly<{
  weakness: string
  category: Category
  severity: Severity
  confidence: 'confirmed' | 'firm' | 'tentative'
  count: number
  firstProbeId: string
}>

/** How a scan ends, once and for ever. */
export type ScanEnd = Readonly<{
  status: 'completed' | 'failed'
  completedAt: string
  error: ScanError | null
  score: Score | null
  warnings: readonly string[]
}>
