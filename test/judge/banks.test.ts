import { expect, test } from 'vitest'
import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { fill } from '../../src/attacks/template.ts'
import { writeScript } from '../../src/attacks/write-script.ts'
import { type Attack, probeId } from '../../src/domain/attack.ts'
import { detectors } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'
import { benignAnswers } from './banks/benign-answers.ts'
import { refusals } from './banks/refusals.ts'

const { attacks } = await loadCatalog([ownPacks], detectors)
const judge = createJudge(detectors)
const secret = new TextEncoder().encode('banks')

/** Attacks that share a proof share its mistakes: one of each kind speaks for all. */
const proofs = [...new Map(attacks.map(({ attack }) => [JSON.stringify([attack.detect, attack.setup ?? null]), attack])).values()]

async function alarms(answers: readonly string[], seed: number): Promise<string[]> {
  const found: string[] = []
  const isDrawn = dice(seed)
  for (const attack of proofs)
    for (const answer of answers) {
      if (!isDrawn()) continue
      const verdict = await judgedAs(attack, answer)
      if (verdict.outcome === 'succeeded')
        found.push(`${attack.id}: ${verdict.by} ${verdict.confidence} on ${JSON.stringify(answer.slice(0, 100))}`)
    }
  return found
}

function judgedAs(attack: Attack, answer: string) {
  const transform = attack.transforms[0]!
  const script = writeScript({ id: probeId(attack, transform, 1), attack, transform, trial: 1 }, secret)
  const last = script.turns.length - 1
  const transcript = script.turns.map(({ say }, turn) => ({ sent: say, reply: { text: turn === last ? answer : 'Noted.' }, ms: 1 }))
  return judge(transcript, { script, fill: (text) => fill(text, script.vars) })
}

/** One pair in eight, always the same ones: all of them take minutes. */
function dice(seed: number): () => boolean {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 29 === 0
  }
}

test('the banks hold at least 150 ordinary answers and 100 refusals, each once', () => {
  expect(new Set(benignAnswers).size).toBeGreaterThanOrEqual(150)
  expect(new Set(refusals).size).toBeGreaterThanOrEqual(100)
})

test('no attack of the catalogue succeeds on what assistants ordinarily say', async () => {
  expect(await alarms(benignAnswers, 1)).toEqual([])
}, 120_000)

test('no attack of the catalogue succeeds on a refusal', async () => {
  expect(await alarms(refusals, 2)).toEqual([])
}, 120_000)
