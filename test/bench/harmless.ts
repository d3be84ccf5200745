import { loadCatalog, ownPacks } from '../../src/attacks/load.ts'
import { fill } from '../../src/attacks/template.ts'
import { writeScript } from '../../src/attacks/write-script.ts'
import type { Attack } from '../../src/domain/attack.ts'
import { detectors, detectorsWith } from '../../src/judge/index.ts'
import { createJudge } from '../../src/judge/judge.ts'
import { openSemanticJudge } from '../../src/judge/model/semantic-judge.ts'
import { rememberReadings } from '../../src/judge/reading/remember-readings.ts'
import { benignAnswers } from '../judge/banks/benign-answers.ts'
import { refusals } from '../judge/banks/refusals.ts'
import { falseAlarms, harmlessTargets } from '../packs/harmless-targets.ts'

/**
 * False alarms of the whole catalogue with the judge that ships: conversations with four targets that give in to nothing, every
 * writing of every attack echoed, and then every attack on every ordinary answer and every refusal of the banks. Takes some ten minutes.
 *
 *   node test/bench/harmless.ts
 */
const attacks = (await loadCatalog([ownPacks], detectors)).attacks.map(({ attack }) => attack)
const reader = rememberReadings(openSemanticJudge())
const judge = createJudge(detectorsWith(reader))
const secret = new TextEncoder().encode('bench harmless')
let total = 0

try {
  for (const name of Object.keys(harmlessTargets)) {
    const { probes, alarms } = await falseAlarms(name, attacks, judge)
    report(
      name,
      probes,
      alarms.map((alarm) => JSON.stringify(alarm)),
    )
  }
  // Our own words in every writing are what proofs are most easily fooled by.
  const echoed = await falseAlarms('an echo server', attacks, judge, ({ transforms }) => transforms)
  report(
    'an echo server, every writing',
    echoed.probes,
    echoed.alarms.map((alarm) => JSON.stringify(alarm)),
  )
  for (const [name, answers] of Object.entries({ 'every ordinary answer': benignAnswers, 'every refusal': refusals })) {
    const alarms: string[] = []
    for (const attack of attacks) alarms.push(...(await alarmsOn(attack, answers)))
    report(name, attacks.length * answers.length, alarms)
  }
} finally {
  await reader.close()
}
console.log(total === 0 ? 'No false alarm.' : `${total} false alarms.`)
process.exitCode = total === 0 ? 0 : 1

async function alarmsOn(attack: Attack, answers: readonly string[]): Promise<readonly string[]> {
  const script = writeScript({ id: 'bench', attack, transform: attack.transforms[0]!, trial: 1 }, secret)
  const last = script.turns.length - 1
  const verdicts = await Promise.all(
    answers.map(async (answer) => {
      const transcript = script.turns.map(({ say }, turn) => ({ sent: say, reply: { text: turn === last ? answer : 'Noted.' }, ms: 1 }))
      return { answer, verdict: await judge(transcript, { script, fill: (text) => fill(text, script.vars) }) }
    }),
  )
  return verdicts
    .filter(({ verdict }) => verdict.outcome === 'succeeded')
    .map(({ answer, verdict }) => `${attack.id} by ${verdict.by}: ${JSON.stringify(answer.slice(0, 160))}`)
}

function report(name: string, judged: number, alarms: readonly string[]): void {
  total += alarms.length
  console.log(`${name}: ${judged.toLocaleString('en')} judged, ${alarms.length} called a success`)
  for (const alarm of alarms) console.log(`  ${alarm}`)
}
