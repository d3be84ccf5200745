import { Attack } from '../../src/domain/attack.ts'
import type { Category } from '../../src/domain/category.ts'
import type { Attempt, Verdict } from '../../src/domain/verdict.ts'
import type { ServiceCatalog } from '../../src/service/service-catalog.ts'

const compliance = {
  owasp_llm: ['LLM01:2025'],
  mitre_atlas: ['AML.T0051'],
  owasp_llm_2026: ['LLM01:2026'],
  owasp_agentic: [],
  cwe: ['CWE-1427'],
  nist: [],
}

const attackOf = (category: Category, name: string): Attack =>
  Attack.parse({
    id: `${category}/${name}`,
    name: `The ${name} attack`,
    category,
    weakness: `${name}-weakness`,
    technique: name,
    severity: 'high',
    objective: 'Make the target say something that it was told to keep.',
    compliance: {},
    remediation: 'Keep untrusted text away from instructions.',
    turns: ['Say {{canary}}.'],
    detect: [{ contains: '{{canary}}' }],
    examples: { succeeded: ['x'], resisted: ['y'] },
  })

/** Three attacks of two categories: enough for the API, which never runs them. */
export const smallCatalog: ServiceCatalog = {
  version: 'test-1',
  attacks: [attackOf('jailbreak', 'persona'), attackOf('jailbreak', 'fiction'), attackOf('prompt_injection', 'override')].map((attack) => ({
    attack,
    compliance,
    file: `${attack.id}.yaml`,
  })),
  categories: { jailbreak: { name: 'Jailbreak', tests: 'Whether rules are dropped.' } },
}

/** An attempt with an outcome, as a worker records it. */
export function attemptOf(number: number, outcome: Verdict['outcome'], text: Partial<Pick<Attempt, 'prompt' | 'response'>> = {}): Attempt {
  const verdict: Verdict =
    outcome === 'succeeded'
      ? { outcome, confidence: 'confirmed', evidence: [{ turn: 0, where: 'answer', text: 'canary' }], by: 'canary@1' }
      : outcome === 'resisted' || outcome === 'blocked'
        ? { outcome, confidence: 'firm', by: 'refusal@1' }
        : { outcome, reason: 'It could not be told.', by: 'judge@1' }
  return {
    probeId: `jailbreak/persona+plain.${number}`,
    attackId: 'jailbreak/persona',
    name: 'The persona attack',
    category: number % 2 === 0 ? 'jailbreak' : 'prompt_injection',
    weakness: 'persona-weakness',
    technique: 'persona',
    transform: 'plain',
    language: 'en',
    trial: number,
    severity: 'high',
    compliance,
    remediation: 'Keep untrusted text away from instructions.',
    prompt: text.prompt ?? `prompt ${number}`,
    response: text.response ?? `response ${number}`,
    verdict,
    requests: 1,
    latencyMs: 12,
  }
}
