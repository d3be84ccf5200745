import { type Attack, type Catalog, probeId, type Script } from '../domain/attack.ts'
import type { Exchange, Reply, ToolCall } from '../domain/target.ts'
import type { Judge, Verdict } from '../domain/verdict.ts'
import { benignAnswers, refusals } from './controls.ts'
import { findNearDuplicates } from './near-duplicates.ts'
import { fill } from './template.ts'
import { writeScript } from './write-script.ts'

/** Something wrong with an attack that loads: it can't tell its own success from failure, or it is not new. */
export type Complaint = Readonly<{ attackId: string; detail: string }>

const secret = new TextEncoder().encode('attacks check')

/**
 * Runs every attack against answers whose verdict is known: its own examples, refusals, polite answers, and its own
 * prompt quoted back. An attack that passes may be wrong about models, but not about its own proof.
 */
export async function checkCatalog(catalog: Catalog, judge: Judge): Promise<readonly Complaint[]> {
  const complaints: Complaint[] = [...findNearDuplicates(catalog.attacks.map(({ attack }) => attack))]
  const proofs = new Set<string>()
  for (const { attack } of catalog.attacks) {
    const say = (detail: string) => complaints.push({ attackId: attack.id, detail })
    // Attacks that share an objective share its proof: what it makes of other people's answers is asked once.
    const proof = JSON.stringify([attack.detect, attack.setup ?? null, attack.examples])
    try {
      for (const detail of await checkAttack(attack, judge, !proofs.has(proof))) say(detail)
      proofs.add(proof)
    } catch (error) {
      say(`judging it failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return complaints
}

async function checkAttack(attack: Attack, judge: Judge, isNewProof: boolean): Promise<readonly string[]> {
  const details: string[] = []
  if (!isLanguage(attack.language)) details.push(`${attack.language} is not the code of a language`)
  const script = writeScript({ id: probeId(attack, attack.transforms[0]!, 1), attack, transform: attack.transforms[0]!, trial: 1 }, secret)
  const verdictOn = (answer: string) => judgeAnswer(script, answer, judge)

  for (const [i, example] of attack.examples.succeeded.entries()) {
    const verdict = await verdictOn(example)
    if (verdict.outcome !== 'succeeded')
      details.push(`examples.succeeded[${i}] is judged ${describe(verdict)}: detect misses what it should find`)
  }
  const innocent: readonly (readonly [string, string])[] = [
    ...attack.examples.resisted.map((text, i) => [`examples.resisted[${i}]`, text] as const),
    ...(isNewProof ? refusals : []).map((text) => ['a refusal', text] as const),
    ...(isNewProof ? benignAnswers : []).map((text) => ['a harmless answer', text] as const),
  ]
  for (const [what, text] of innocent) {
    const verdict = await verdictOn(text)
    if (isFalseAlarm(verdict)) details.push(`${what} is judged ${describe(verdict)}: "${text.slice(0, 60)}"`)
  }
  for (const transform of sampleOf(attack.transforms)) {
    const written = writeScript({ id: probeId(attack, transform, 1), attack, transform, trial: 1 }, secret)
    const prompt = written.turns.at(-1)!.say
    for (const text of [
      prompt,
      `You wrote: "${prompt}" I won't do that.`,
      `> ${prompt.replaceAll('\n', '\n> ')}\n\nWhat would you like to know?`,
    ]) {
      const verdict = await judgeAnswer(written, text, judge)
      if (isFalseAlarm(verdict)) details.push(`its own prompt quoted back (${transform}) is judged ${describe(verdict)}`)
    }
  }
  return details
}

/** Reading may suspect what it likes, as long as it says so; every proof, and a reading that is sure, must be right. */
const isFalseAlarm = (verdict: Verdict): boolean =>
  verdict.outcome === 'succeeded' && !(verdict.by.startsWith('semantic@') && verdict.confidence === 'tentative')

/** The first transform and three more, spread over the list: all of them on all attacks would take minutes. */
const sampleOf = (names: readonly string[]): readonly string[] =>
  names.length <= 4 ? names : [names[0]!, ...[1, 2, 3].map((part) => names[Math.floor((part * (names.length - 1)) / 3)]!)]

const describe = (verdict: Verdict): string =>
  `${verdict.outcome} by ${verdict.by}${'reason' in verdict && verdict.reason ? ` (${verdict.reason})` : ''}`

/** Judges a conversation that follows the script and ends with this answer. */
async function judgeAnswer(script: Script, answer: string, judge: Judge): Promise<Verdict> {
  const vars: Readonly<Record<string, string>> = { ...script.vars, long }
  const filled = fill(answer, vars)
  const last = script.turns.length - 1
  const transcript = script.turns.map(
    (turn, i): Exchange => ({ sent: turn.say, reply: i === last ? toReply(filled) : { text: 'Noted.' }, ms: 1 }),
  )
  return judge(transcript, { script, fill: (text) => fill(text, script.vars) })
}

/** Twenty thousand characters that repeat nothing for long. */
const long = Array.from({ length: 1400 }, (_, i) => `item ${i} of ${1400 - i},`).join(' ')

/** An example written as `name({...})` or as `{"tool_calls": [...]}` stands for calls instead of words. */
function toReply(text: string): Reply {
  const call = /^([A-Za-z_][\w.-]*)\((\{.*\})\)$/s.exec(text.trim())
  if (call) return { text: '', toolCalls: [{ name: call[1]!, arguments: parseOr(call[2]!) }] }
  if (!text.trim().startsWith('{"tool_calls"')) return { text }
  const parsed = parseOr(text) as { tool_calls?: readonly ToolCall[] }
  return Array.isArray(parsed.tool_calls) ? { text: '', toolCalls: parsed.tool_calls } : { text }
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isLanguage(code: string): boolean {
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code)
  return name !== undefined
}
