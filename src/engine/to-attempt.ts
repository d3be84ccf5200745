import type { CatalogAttack, Script } from '../domain/attack.ts'
import type { Exchange } from '../domain/target.ts'
import type { Attempt, Verdict } from '../domain/verdict.ts'

/** What is kept of a probe that was carried out. */
export function toAttempt(
  script: Script,
  source: CatalogAttack,
  transcript: readonly Exchange[],
  verdict: Verdict,
  requests: number,
): Attempt {
  const { attack, transform, trial, id } = script.probe
  const deciding = transcript[verdict.evidence?.[0]?.turn ?? transcript.length - 1] ?? transcript.at(-1)
  return {
    probeId: id,
    attackId: attack.id,
    name: attack.name,
    category: attack.category,
    weakness: attack.weakness,
    technique: attack.technique,
    transform,
    language: attack.language,
    trial,
    severity: attack.severity,
    compliance: source.compliance,
    remediation: attack.remediation,
    prompt: deciding?.sent ?? '',
    response: deciding ? spoken(deciding) : '',
    ...(transcript.length > 1 && { turns: transcript }),
    verdict,
    requests,
    latencyMs: transcript.reduce((sum, exchange) => sum + exchange.ms, 0),
  }
}

/** A reply of tool calls alone is their JSON. */
const spoken = ({ reply }: Exchange): string =>
  reply.text === '' && reply.toolCalls?.length ? JSON.stringify(reply.toolCalls) : reply.text
