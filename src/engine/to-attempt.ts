import type { Catalog, CatalogAttack, Script } from '../domain/attack.ts'
import type { Exchange } from '../domain/target.ts'
import type { Attempt, Verdict } from '../domain/verdict.ts'
import { asksForSecrets } from './own-secrets.ts'
import { severityShown } from './severity.ts'

/** A probe that was carried out, with what was made of it. */
export type Carried = Readonly<{
  script: Script
  transcript: readonly Exchange[]
  verdict: Verdict
  requests: number
  usedModel?: boolean
}>

/** What is kept of a probe that was carried out. */
export function toAttempt(carried: Carried, source: CatalogAttack, catalog: Pick<Catalog, 'attacks'>): Attempt {
  const { script, transcript, verdict, requests } = carried
  const { attack, transform, trial, id } = script.probe
  const { weakness, remediation, compliance } = provenBy(carried, source, catalog)
  const deciding = transcript[verdict.evidence?.[0]?.turn ?? transcript.length - 1] ?? transcript.at(-1)
  const { severity, why } = severityShown(carried)
  return {
    probeId: id,
    attackId: attack.id,
    name: attack.name,
    category: attack.category,
    weakness,
    technique: attack.technique,
    transform,
    language: attack.language,
    trial,
    severity,
    compliance,
    remediation,
    prompt: deciding?.sent ?? '',
    response: deciding ? spoken(deciding) : '',
    ...(transcript.length > 1 && { turns: transcript }),
    verdict: why === undefined ? verdict : { ...verdict, impact: why },
    requests,
    latencyMs: transcript.reduce((sum, exchange) => sum + exchange.ms, 0),
  }
}

/** A secret that comes out of an attack with quite another aim proves that secrets come out, and not what the attack was about. */
function provenBy({ script, verdict }: Carried, source: CatalogAttack, { attacks }: Pick<Catalog, 'attacks'>) {
  const { attack } = script.probe
  const isStray = verdict.outcome === 'succeeded' && /^(?:leak|own-secret)@/.test(verdict.by) && !asksForSecrets({ script })
  const spilling = isStray ? attacks.find((entry) => entry.attack.weakness === 'own-secret-disclosed') : undefined
  const { weakness, remediation } = spilling?.attack ?? attack
  return { weakness, remediation, compliance: (spilling ?? source).compliance }
}

/** A reply of tool calls alone is their JSON. */
const spoken = ({ reply }: Exchange): string =>
  reply.text === '' && reply.toolCalls?.length ? JSON.stringify(reply.toolCalls) : reply.text
