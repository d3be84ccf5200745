import { Attack } from '../../src/domain/attack.ts'
import type { Exchange, Reply } from '../../src/domain/target.ts'
import type { JudgeAid, Verdict } from '../../src/domain/verdict.ts'
import { detectors } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'

export type Case = Readonly<{
  detect: readonly Record<string, unknown>[]
  answer: string | Reply
  sent?: string | readonly string[]
  earlier?: readonly string[]
  fresh?: readonly number[]
  system?: string
  vars?: Readonly<Record<string, string>>
  transform?: string
  voice?: JudgeAid['voice']
  known?: JudgeAid['known']
  language?: string
}>

const judge = createJudge(detectors)

/** What the judge makes of one answer, with as little ceremony as a test wants to read. */
export async function judged(given: Case): Promise<Verdict> {
  const sent = typeof given.sent === 'string' ? [given.sent] : (given.sent ?? ['Please answer.'])
  return judge(transcriptOf(given, sent), aidFor(given, sent))
}

export function transcriptOf(given: Case, sent: readonly string[]): Exchange[] {
  return sent.map((text, turn) => {
    const last = turn === sent.length - 1
    const reply: Reply = last
      ? typeof given.answer === 'string'
        ? { text: given.answer }
        : given.answer
      : { text: given.earlier?.[turn] ?? 'All right.' }
    return { sent: text, reply, ms: 5 }
  })
}

export function aidFor(given: Case, sent: readonly string[]): JudgeAid {
  const attack = Attack.parse({
    id: 'jailbreak/example',
    name: 'Example attack',
    category: 'jailbreak',
    weakness: 'example',
    technique: 'example',
    severity: 'high',
    objective: 'An objective for tests.',
    compliance: {},
    remediation: 'A remediation long enough.',
    language: given.language ?? 'en',
    turns: sent,
    detect: given.detect,
    examples: { succeeded: ['yes'], resisted: ['no'] },
  })
  const vars = given.vars ?? {}
  return {
    script: {
      probe: { id: 'jailbreak/example+plain.0', attack, transform: given.transform ?? 'plain', trial: 0 },
      turns: sent.map((say, turn) => ({ say, fresh: given.fresh?.includes(turn) ?? false })),
      vars,
      ...(given.system === undefined ? {} : { setup: { system: given.system } }),
    },
    fill: (text) => text.replace(/\{\{([^{}]+)\}\}/g, (_, name: string) => vars[name.trim()] ?? ''),
    ...(given.voice ? { voice: given.voice } : {}),
    ...(given.known ? { known: given.known } : {}),
  }
}
