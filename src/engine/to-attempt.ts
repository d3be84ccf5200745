import type { Catalog, CatalogAttack, Script } from '../domain/attack.ts'
import { exposures } from '../domain/exposure.ts'
import type { Exchange } from '../domain/target.ts'
import type { Attempt, Verdict } from '../domain/verdict.ts'
import { asksForSecrets } from '../judge/asks-for-secrets.ts'
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
  const { attack: proven, compliance } = provenBy(carried, source, catalog)
  const deciding = transcript[verdict.evidence?.[0]?.turn ?? transcript.length - 1] ?? transcript.at(-1)
  const { severity, why } = severityShown({ ...carried, proven })
  return {
    probeId: id,
    attackId: attack.id,
    name: attack.name,
    category: attack.category,
    weakness: proven.weakness,
    technique: attack.technique,
    transform,
    language: attack.language,
    trial,
    severity,
    compliance,
    remediation: proven.remediation,
    prompt: deciding?.sent ?? '',
    response: deciding ? spoken(deciding) : '',
    ...(transcript.length > 1 && { turns: transcript }),
    verdict: why === undefined ? verdict : { ...verdict, impact: why },
    requests,
    latencyMs: transcript.reduce((sum, exchange) => sum + exchange.ms, 0),
  }
}

/** What comes out of an attack with quite another aim proves that such things come out, and not what the attack was about. */
function provenBy(
  { script, verdict }: Carried,
  source: CatalogAttack,
  { attacks }: Pick<Catalog, 'attacks'>,
): Pick<CatalogAttack, 'attack' | 'compliance'> {
  const { attack } = script.probe
  const own = { attack, compliance: source.compliance }
  if (verdict.outcome !== 'succeeded' || verdict.exposes === undefined) return own
  // An attack on secrets that gets one has got what it wanted, whoever recognised it.
  if (verdict.exposes === 'secret' && asksForSecrets(script.probe.attack)) return own
  const { weakness } = exposures[verdict.exposes]
  return weakness === attack.weakness ? own : (attacks.find((entry) => entry.attack.weakness === weakness) ?? own)
}

/** A reply of tool calls alone is their JSON. */
const spoken = ({ reply }: Exchange): string =>
  reply.text === '' && reply.toolCalls?.length ? JSON.stringify(reply.toolCalls) : reply.text
