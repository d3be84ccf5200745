import type { z } from 'zod'
import type { Script } from './attack.ts'
import type { Category } from './category.ts'
import type { Compliance } from './compliance.ts'
import type { Exposure } from './exposure.ts'
import type { Severity } from './severity.ts'
import type { Ask } from './strategy.ts'
import type { Exchange } from './target.ts'

export const outcomes = ['succeeded', 'resisted', 'blocked', 'inconclusive', 'error'] as const
export type Outcome = (typeof outcomes)[number]
export const confidences = ['confirmed', 'firm', 'tentative'] as const
export type Confidence = (typeof confidences)[number]

/** A piece of the transcript that carries the verdict: the sentence a reader needs. `start` and `end` are its offsets in that place's text. */
export type Span = Readonly<{
  turn: number
  where: 'answer' | 'reasoning' | 'tool_call'
  text: string
  /** The very words that prove it, where they are fewer than `text`: a marker, a secret, a number. */
  found?: string
  start?: number
  end?: number
  /** What was expected, and why finding it is proof. */
  note?: string
}>

/** What one detector makes of a transcript. Failing to find out is an outcome of its own, never a pass. */
export type Opinion = Readonly<
  | { outcome: 'succeeded'; confidence: Confidence; evidence: readonly Span[] }
  | { outcome: 'resisted' | 'blocked'; confidence: Confidence; evidence?: readonly Span[]; reason?: string }
  /** `abstains`: it had nothing to look for, so that others decide as if it had not been asked. */
  | { outcome: 'inconclusive' | 'error'; reason: string; evidence?: readonly Span[]; abstains?: boolean }
>

/**
 * What a detector's word rests on: a mark that is there or is not, words that say something, a call that was made, or a reading
 * of the answer, which errs.
 */
export type Ground = 'mark' | 'words' | 'call' | 'reading'

/** An opinion with the detector and version that hold it, as `canary@1`. */
export type Verdict = Opinion &
  Readonly<{
    by: string
    /** Left out where it is a mark. */
    restsOn?: Ground
    /** What came out, where that is not what the attack was about: the finding is filed there. */
    exposes?: Exposure
    /** What planning goes by, where more became known about an answer afterwards: a resumed scan must plan the same again. */
    first?: Readonly<{ outcome: Outcome; isNear: boolean }>
    /** Why the severity is not the attack's own: the impact that was shown. */
    impact?: string
  }>

/** What detectors may lean on besides the transcript. */
export type JudgeAid = Readonly<{
  script: Script
  /** Fills `{{slots}}` in a detector's option with this probe's values. */
  fill: (text: string) => string
  /** How this very endpoint refuses, and how it answers harmless questions. */
  voice?: Readonly<{ refusals: readonly string[]; benign: readonly string[] }>
  /** Texts that must not come out, as told by the operator. */
  known?: Readonly<{ systemPrompt?: string; canaries: readonly string[] }>
  ask?: Ask
}>

export type Judge = (transcript: readonly Exchange[], aid: JudgeAid) => Verdict | Promise<Verdict>
export type CompiledDetector = (transcript: readonly Exchange[], aid: JudgeAid) => Opinion | Promise<Opinion>

/**
 * How a detector decides. `proof` finds something in the answer that is there or is not; `reading` weighs what the answer
 * says, and speaks only when no proof was found.
 */
export type DetectorKind = 'proof' | 'reading'

/** One way of deciding. Options are parsed when packs load, so that a bad pattern stops the load and not a scan. */
export interface Detector {
  readonly id: string
  readonly version: number
  readonly kind: DetectorKind
  /** Goes by form or wording, which our own words in another spelling, a service's message or a refusal may have as well. */
  readonly byShape: boolean
  readonly restsOn: Ground
  compile(options: unknown): CompiledDetector
}

export function defineDetector<Options>(
  id: string,
  version: number,
  schema: z.ZodType<Options>,
  compile: (options: Options) => CompiledDetector,
  {
    kind = 'proof',
    byShape = false,
    restsOn = kind === 'reading' ? 'reading' : 'mark',
  }: Partial<Pick<Detector, 'kind' | 'byShape' | 'restsOn'>> = {},
): Detector {
  return { id, version, kind, byShape, restsOn, compile: (options) => compile(schema.parse(options)) }
}

/** A probe, carried out and judged: a result on the wire. Immutable once recorded. */
export type Attempt = Readonly<{
  probeId: string
  attackId: string
  name: string
  category: Category
  weakness: string
  technique: string
  transform: string
  language: string
  trial: number
  severity: Severity
  compliance: Compliance
  remediation: string
  /** The turn that decided it, otherwise the last. */
  prompt: string
  response: string
  /** The whole conversation when there was more than one turn. */
  turns?: readonly Exchange[]
  verdict: Verdict
  requests: number
  latencyMs: number
}>
