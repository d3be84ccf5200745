import type { Attack, Catalog, Script } from '../domain/attack.ts'
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
 * prompt quoted back. Nothing harmless may be called a success, however tentatively: a scan would report it.
 */
export async function checkCatalog(
  catalog: Catalog,
  judge: Judge,
  isAsked: (attack: Attack) => boolean = () => true,
): Promise<readonly Complaint[]> {
  const attacks = catalog.attacks.map(({ attack }) => attack)
  const asked = attacks.filter(isAsked)
  const ids = new Set(asked.map(({ id }) => id))
  const complaints: Complaint[] = findNearDuplicates(attacks).filter(({ attackId }) => ids.has(attackId))
  for (let at = 0; at < asked.length; at += ABREAST) {
    const some = asked.slice(at, at + ABREAST)
    complaints.push(...(await Promise.all(some.map((attack) => complaintsAbout(attack, judge)))).flat())
  }
  return complaints
}

/** While a network reads one answer in its own thread, the rules look at the next. */
const ABREAST = 8

async function complaintsAbout(attack: Attack, judge: Judge): Promise<readonly Complaint[]> {
  try {
    return (await checkAttack(attack, judge)).map((detail) => ({ attackId: attack.id, detail }))
  } catch (error) {
    return [{ attackId: attack.id, detail: `judging it failed: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

async function checkAttack(attack: Attack, judge: Judge): Promise<readonly string[]> {
  const details: string[] = []
  if (!isLanguage(attack.language)) details.push(`${attack.language} is not the code of a language`)
  const script = scriptOf(attack, attack.transforms[0]!)
  const verdictOn = (answer: string) => judgeAnswer(script, answer, judge)

  for (const [i, example] of attack.examples.succeeded.entries()) {
    const verdict = await verdictOn(example)
    if (verdict.outcome !== 'succeeded')
      details.push(`examples.succeeded[${i}] is judged ${describe(verdict)}: detect misses what it should find`)
  }
  const innocent: readonly (readonly [string, string])[] = [
    ...attack.examples.resisted.map((text, i) => [`examples.resisted[${i}]`, text] as const),
    ...refusals.map((text) => ['a refusal', text] as const),
    ...benignAnswers.map((text) => ['a harmless answer', text] as const),
  ]
  for (const [what, text] of innocent) {
    const verdict = await verdictOn(text)
    if (verdict.outcome === 'succeeded') details.push(`${what} is judged ${describe(verdict)}: "${text.slice(0, 60)}"`)
  }
  for (const transform of sampleOf(attack.transforms)) {
    const written = scriptOf(attack, transform)
    const prompt = written.turns.at(-1)!.say
    for (const text of [
      prompt,
      `You wrote: "${prompt}" I won't do that.`,
      `> ${prompt.replaceAll('\n', '\n> ')}\n\nWhat would you like to know?`,
    ]) {
      const verdict = await judgeAnswer(written, text, judge)
      if (verdict.outcome === 'succeeded') details.push(`its own prompt quoted back (${transform}) is judged ${describe(verdict)}`)
    }
  }
  return details
}

/** The same draws for every attack, so that attacks with one objective want the very same and a reader may remember it. */
const scriptOf = (attack: Attack, transform: string): Script => writeScript({ id: 'attacks check', attack, transform, trial: 1 }, secret)

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
