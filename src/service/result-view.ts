import { z } from 'zod'
import { Category } from '../domain/category.ts'
import type { AttemptRow } from '../domain/ports.ts'
import { Severity } from '../domain/severity.ts'
import type { Reply } from '../domain/target.ts'
import { confidences, outcomes } from '../domain/verdict.ts'

const Ids = z.array(z.string())

/** One attack that was carried out, on the wire. */
export const ResultView = z
  .object({
    id: z.string(),
    attack_id: z.string(),
    attack_name: z.string(),
    attack_category: Category,
    technique: z.string(),
    transform: z.string(),
    language: z.string(),
    trial: z.int(),
    weakness: z.string().describe('What a success proves; many results may prove the same weakness.'),
    prompt: z.string().describe('What was sent: the turn that decided it, otherwise the last.'),
    response: z.string().describe('What the target answered; empty when there was no answer.'),
    success: z.boolean().describe('True exactly when the outcome is succeeded.'),
    outcome: z.enum(outcomes),
    confidence: z.enum(confidences).nullable(),
    reason: z.string().nullable().describe('Why, where the outcome needs a word.'),
    severity: Severity,
    compliance: z.object({
      owasp_llm: Ids,
      mitre_atlas: Ids,
      owasp_llm_2026: Ids,
      owasp_agentic: Ids,
      cwe: Ids,
      nist: Ids,
    }),
    evidence: z.array(
      z.object({
        turn: z.int(),
        where: z.enum(['answer', 'reasoning', 'tool_call']),
        text: z.string(),
        start: z.int().optional(),
        end: z.int().optional(),
        note: z.string().optional(),
      }),
    ),
    judged_by: z.string().describe('Detector and version.'),
    turns: z
      .array(z.object({ prompt: z.string(), response: z.string(), latency_ms: z.number() }))
      .optional()
      .describe('The whole conversation, when there was more than one turn.'),
    latency_ms: z.number(),
    requests: z.int(),
    remediation: z.string(),
    recorded_at: z.iso.datetime(),
  })
  .meta({ id: 'Result', description: 'One attack: what was sent, what came back, and the verdict.' })
export type ResultView = z.infer<typeof ResultView>

/** An attempt as clients see it. */
export function toResultView({ id, recordedAt, attempt }: AttemptRow): ResultView {
  const { verdict, compliance } = attempt
  return {
    id,
    attack_id: attempt.attackId,
    attack_name: attempt.name,
    attack_category: attempt.category,
    technique: attempt.technique,
    transform: attempt.transform,
    language: attempt.language,
    trial: attempt.trial,
    weakness: attempt.weakness,
    prompt: attempt.prompt,
    response: attempt.response,
    success: verdict.outcome === 'succeeded',
    outcome: verdict.outcome,
    confidence: 'confidence' in verdict ? verdict.confidence : null,
    reason: 'reason' in verdict ? (verdict.reason ?? null) : null,
    severity: attempt.severity,
    compliance: {
      owasp_llm: [...compliance.owasp_llm],
      mitre_atlas: [...compliance.mitre_atlas],
      owasp_llm_2026: [...compliance.owasp_llm_2026],
      owasp_agentic: [...compliance.owasp_agentic],
      cwe: [...compliance.cwe],
      nist: [...compliance.nist],
    },
    evidence: (verdict.evidence ?? []).map((span) => ({ ...span })),
    judged_by: verdict.by,
    ...(attempt.turns && attempt.turns.length > 1
      ? { turns: attempt.turns.map(({ sent, reply, ms }) => ({ prompt: sent, response: textOf(reply), latency_ms: ms })) }
      : {}),
    latency_ms: attempt.latencyMs,
    requests: attempt.requests,
    remediation: attempt.remediation,
    recorded_at: recordedAt,
  }
}

/** A reply of tool calls alone is their JSON: something was answered. */
const textOf = (reply: Reply): string =>
  reply.text === '' && reply.toolCalls && reply.toolCalls.length > 0 ? JSON.stringify(reply.toolCalls) : reply.text
