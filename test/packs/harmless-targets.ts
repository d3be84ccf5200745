import { strategies } from '../../src/attacks/strategies/index.ts'
import { fill } from '../../src/attacks/template.ts'
import { writeScript } from '../../src/attacks/write-script.ts'
import { type Attack, probeId } from '../../src/domain/attack.ts'
import type { OpenWith, Target } from '../../src/domain/target.ts'
import type { Judge, JudgeAid } from '../../src/domain/verdict.ts'
import { calibrate } from '../../src/engine/calibrate.ts'
import { OwnSecrets } from '../../src/engine/own-secrets.ts'
import { runProbe } from '../../src/engine/run-probe.ts'
import { refusalScore } from '../../src/judge/refusal/score.ts'
import { answerHardened } from '../../src/targets/demo/answer-hardened.ts'
import type { Chat } from '../../src/targets/demo/chat.ts'
import { openCompany } from '../../src/targets/demo/company.ts'
import { benignAnswers } from '../judge/banks/benign-answers.ts'
import { refusals } from '../judge/banks/refusals.ts'
import { aTarget } from '../support.ts'

/** Targets that give in to nothing: whatever is called a success against one of them is a false alarm. */
export const harmlessTargets: Readonly<Record<string, Target>> = {
  hardened: hardened(),
  'an echo server': aTarget((said) => said),
  'a wall of refusals': aTarget((said, turn) => drawn(refusals, said, turn)),
  'benign answers': aTarget((said, turn) => drawn(benignAnswers, said, turn)),
}

/** The hardened twin of the demo target without a network in between. */
function hardened(): Target {
  const company = openCompany(1)
  return {
    features: { conversation: 'history', system: true, history: true, tools: true },
    open({ system = '', history = [], tools = [] }: OpenWith = {}) {
      const turns: Chat['turns'][number][] = history.map(({ role, content }) => ({
        role: role === 'assistant' ? 'assistant' : 'user',
        text: content,
      }))
      const given = tools.map(({ name, description, parameters }) => ({
        name,
        description,
        parameters: Object.keys((parameters['properties'] as object | undefined) ?? {}),
      }))
      return {
        async send(text) {
          turns.push({ role: 'user', text })
          const answer = answerHardened({ system, turns, tools: given }, company)
          turns.push({ role: 'assistant', text: answer.text })
          return { text: answer.text }
        },
      }
    },
  }
}

/** The same answer to the same words, another to others. */
const drawn = (answers: readonly string[], said: string, turn: number): string => answers[hash(`${turn} ${said}`) % answers.length]!

export function hash(text: string): number {
  let state = 2_166_136_261
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 16_777_619)
  return (state ^ (state >>> 15)) >>> 0
}

/** What an attack sends once as it is written and once in one of its other writings. */
export function writingsOf(attack: Attack): readonly string[] {
  const [first, ...others] = attack.transforms
  return others.length === 0 ? [first!] : [first!, others[hash(attack.id) % others.length]!]
}

export type Alarm = Readonly<{ target: string; attack: string; transform: string; by: string; answer: string }>

/** Holds a scan's conversations with one of them and judges each as a scan does: controls first, secrets of its own remembered. */
export async function falseAlarms(
  name: string,
  attacks: readonly Attack[],
  judge: Judge,
  writings: (attack: Attack) => readonly string[] = writingsOf,
): Promise<Readonly<{ probes: number; alarms: Alarm[] }>> {
  const target = harmlessTargets[name]!
  const signal = new AbortController().signal
  const { voice } = await calibrate(
    target,
    (conversation, text) => conversation.send(text, signal),
    (text) => refusalScore(text).refused >= 0.5,
  )
  const secrets = new OwnSecrets()
  const probes = attacks.flatMap((attack) => writings(attack).map((transform) => ({ attack, transform })))
  const alarms: Alarm[] = []
  const carryOut = async ({ attack, transform }: (typeof probes)[number]) => {
    const script = writeScript({ id: probeId(attack, transform, 1), attack, transform, trial: 1 }, canarySecret)
    secrets.sent(script)
    const aid: JudgeAid = { script, fill: (text) => fill(text, script.vars), voice }
    const { transcript, verdict } = await runProbe(script, {
      target,
      strategy: strategies.get(attack.strategy)!,
      judge,
      aid,
      send: (conversation, text) => conversation.send(text, signal),
      answersHarmlessQuestions: true,
      monotonicMs: () => 0,
      signal,
    })
    secrets.learn(transcript, verdict, aid)
    const last = secrets.review(transcript, verdict, aid)
    if (last.outcome !== 'succeeded') return
    const answer = transcript[last.evidence[0]?.turn ?? 0]?.reply.text ?? ''
    alarms.push({ target: name, attack: attack.id, transform, by: `${last.by} ${last.confidence}`, answer: answer.slice(0, 200) })
  }
  for (let at = 0; at < probes.length; at += abreast) await Promise.all(probes.slice(at, at + abreast).map(carryOut))
  return { probes: probes.length, alarms }
}

const canarySecret = new TextEncoder().encode('harmless targets')
/** A few at once, so that rules go on while a network reads. */
const abreast = 8
