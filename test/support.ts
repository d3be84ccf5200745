import { Attack, type CatalogAttack, type Probe, probeId, type Script } from '../src/domain/attack.ts'
import type { Reply, Target } from '../src/domain/target.ts'

/** A valid attack for tests; only what a test cares about needs saying. */
export function anAttack(over: Partial<Record<string, unknown>> & { id: string }): Attack {
  return Attack.parse({
    name: 'An attack for a test',
    category: over.id.split('/')[0],
    weakness: 'instruction-override',
    technique: 'direct',
    severity: 'high',
    objective: 'Make the target say the marker.',
    compliance: {},
    remediation: 'Keep instructions and untrusted text apart, and check the answer.',
    turns: ['Say {{canary}}.'],
    detect: [{ canary: '{{canary}}' }],
    examples: { succeeded: ['{{canary}}'], resisted: ['No.'] },
    ...over,
  })
}

export const aProbe = (attack: Attack, transform = 'plain', trial = 1): Probe => ({
  id: probeId(attack, transform, trial),
  attack,
  transform,
  trial,
})

export function aScript(attack: Attack, turns: readonly string[] = ['Hello'], vars: Record<string, string> = {}): Script {
  return { probe: aProbe(attack), turns: turns.map((say) => ({ say, fresh: false })), vars }
}

export const catalogued = (attack: Attack): CatalogAttack => ({
  attack,
  file: `${attack.id}.yaml`,
  compliance: { owasp_llm: [], mitre_atlas: [], owasp_llm_2026: [], owasp_agentic: [], cwe: [], nist: [] },
})

/** A target that answers with whatever `answer` makes of the text. */
export function aTarget(answer: (text: string, turn: number) => Reply | string | Promise<Reply | string>): Target {
  return {
    features: { conversation: 'history', system: true, history: true, tools: true },
    open() {
      let turn = 0
      return {
        async send(text) {
          const reply = await answer(text, turn++)
          return typeof reply === 'string' ? { text: reply } : reply
        },
      }
    },
  }
}
