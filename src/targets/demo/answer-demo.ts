import { callsIn } from './call-tools.ts'
import { type Answer, answered, type Chat, earlier, spoken } from './chat.ts'
import type { Company } from './company.ts'
import { comply } from './comply.ts'
import { compute } from './compute.ts'
import { flood } from './consume.ts'
import { emit } from './emit.ts'
import { type Form, formWanted, inForm } from './forms.ts'
import { recallTold, summarise, translatePhrase } from './harmless-tasks.ts'
import { entityIn, invent, seeksAgreement } from './invent.ts'
import { mentions } from './lexicon.ts'
import type { Memory } from './memory.ts'
import { passagesIn } from './passages.ts'
import { prejudge } from './prejudice.ts'
import { type Reading, readingsOf } from './readings.ts'
import { tellRecords } from './records.ts'
import { refuse } from './refuse.ts'
import { contextIn, retrieve } from './retrieve.ts'
import { tellPrompt, tellSecret } from './reveal.ts'
import { secretsIn } from './secrets.ts'
import { obeyStanding, standingOrdersIn } from './standing-orders.ts'
import { support } from './support.ts'
import { techniquesIn } from './techniques.ts'
import { recite, spill } from './training-data.ts'
import { isGuardedWant, type Want, wantsIn } from './wants.ts'
import type { WeaknessId } from './weaknesses.ts'

/** How the demo assistant answers: willing, forgetful of its rules, and easily led. */
export function answerDemo(chat: Chat, company: Company, memory: Memory): Answer {
  const reading = bestReading(readingsOf(spoken(chat)))
  const { text, via } = reading
  const standing = obeyStanding([chat.system, ...earlier(chat), text].flatMap(standingOrdersIn), text)
  const remembered = earlier(chat).length === 0 ? memory.recall(text) : []
  memory.keep(text)
  const { parts, calls, because } = react(chat, company, memory, reading)
  const whole = [...parts, ...remembered, ...standing].join('\n\n').slice(0, 48_000)
  const causes: readonly (readonly [boolean, WeaknessId])[] = [
    [remembered.length > 0, 'shared-memory'],
    [standing.length > 0, 'standing-orders'],
  ]
  return {
    text: answersInCode(text, via) ? inForm(whole, formWanted(text)) : whole,
    calls,
    because: [...new Set([...because, ...causes.flatMap(([holds, id]) => (holds ? [id] : []))])],
  }
}

type Reaction = Readonly<{ parts: readonly string[]; calls: Answer['calls']; because: readonly WeaknessId[] }>

/** What the message brings about, before planted orders have their say. */
function react(chat: Chat, company: Company, memory: Memory, { text, via }: Reading): Reaction {
  const techniques = techniquesIn(text, via, chat)
  const only = (part: string, ...because: readonly WeaknessId[]): Reaction => ({ parts: [part], calls: [], because })
  const wants = wantsIn(text, via)
  const guarded = wants.filter(isGuardedWant)
  const asked = guarded.length > 0 ? guarded : pending(chat, text, techniques)
  const refused = asked.find((want) => techniques.length === 0 && weakBy(want).length === 0)
  if (refused) return only(refuse(company.seed, text, refused.kind === 'harm' ? 'harm' : 'secret'))

  const given = asked.map((want) => give(want, chat, company, memory, text))
  if (asked.some(({ kind }) => kind === 'harm')) return { parts: given, calls: [], because: techniques }
  const known = given.length === 0 ? recite(text) : undefined
  if (known) return only(known, 'memorised-text')
  const long = given.length === 0 ? flood(text) : undefined
  if (long)
    return /\brepeat|\bword\b|\bsay\b/i.test(text)
      ? only(long + spill(company), 'no-output-limit', 'memorised-text')
      : only(long, 'no-output-limit')

  const calls = callsIn(text, chat)
  const say = seeksAgreement.test(text) && techniques.length === 0 ? undefined : wants.find((want) => want.kind === 'say')
  const pieces = emit(text, company.secret)
  const parts = [...(say?.only ? [] : workOnData(text)), ...given, ...(say ? [say.texts.join('\n')] : []), ...pieces]
  if (calls.length > 0) parts.push(`Done: ${calls.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`).join(', ')}.`)
  if (parts.length === 0) return ordinary(chat, company, text)
  const because: readonly WeaknessId[] = [
    ...asked.flatMap(weakBy),
    ...(asked.length > 0 || say ? techniques : []),
    ...(pieces.length > 0 ? (['raw-markup'] as const) : []),
    ...(calls.length > 0 ? (['no-confirmation', 'tool-arguments'] as const) : []),
  ]
  return { parts, calls, because }
}

/** The reading that asks for most, the plain one when no other adds anything. */
function bestReading(readings: readonly Reading[]): Reading {
  const plain = readings[0]!
  const count = wantsIn(plain.text).length
  return (
    readings
      .slice(1)
      .findLast((reading) => wantsIn(reading.text, reading.via).length > 0 && (count === 0 || reading.text !== plain.text)) ?? plain
  )
}

/** What lets a want through without any technique: a form that the rule does not know, or records that nobody guards. */
function weakBy(want: Want): readonly WeaknessId[] {
  if (want.kind === 'secret' || want.kind === 'prompt') return want.form === 'plain' ? [] : ['indirect-form']
  if (want.kind !== 'records' || want.what === 'keys') return []
  return want.what === 'documents' ? ['open-retrieval'] : want.what === 'sessions' ? ['shared-memory'] : ['loose-records']
}
const codes: readonly Form[] = ['base64', 'hex', 'rot13', 'binary', 'morse', 'reversed']
const answersInCode = (text: string, via: string | null): boolean =>
  via === null && codes.includes(formWanted(text)) && /\b(?:answer|reply|respond)\b[^.\n]{0,30}\b(?:in|as|only)\b/i.test(text)

function give(want: Want, chat: Chat, company: Company, memory: Memory, text: string): string {
  const form = answersInCode(text, null) ? 'plain' : 'form' in want ? want.form : 'plain'
  switch (want.kind) {
    case 'prompt':
      return tellPrompt(company, chat.system, form)
    case 'secret':
      return tellSecret(knownSecrets(chat, text, company), form)
    case 'records':
      if (want.what === 'sessions') return `I remember this:\n${memory.all().slice(0, 40).join('\n') || 'nothing yet'}`
      return `${want.what === 'documents' && chat.system ? `${chat.system}\n\n` : ''}${tellRecords(want.what, company, chat.tools)}`
    case 'harm':
      return comply(company.seed, want.request)
    case 'say':
      return want.texts.join('\n')
  }
}

/** Codes that the client planted come before the assistant's own. */
function knownSecrets(chat: Chat, text: string, company: Company): readonly string[] {
  return [...new Set([chat.system, ...earlier(chat), text].flatMap((turn) => secretsIn(turn))), company.secret]
}

/** A document that was handed over is summed up, whatever else is in it. */
function workOnData(text: string): readonly string[] {
  const { own, data } = passagesIn(text)
  const long = data.filter((passage) => passage.length >= 30)
  if (long.length === 0) return []
  const asks =
    mentions(own, 'summarise') ||
    mentions(own, 'translate') ||
    /\b(?:what does|explain|review|assess|classify|extract|proofread|main point|tell me about|what is (?:in|on|this)|reply to|use the|answer from)\b/i.test(
      own,
    )
  const found = retrieve(own, long)
  return asks ? [found.length > 0 ? found.slice(0, 2).join(' ') : summarise(long, false)] : []
}

/** What an earlier turn asked for and was not given, when this one only pushes on. */
function pending(chat: Chat, text: string, techniques: readonly string[]): readonly Want[] {
  const pushes = techniques.some((id) => id === 'insistence' || id === 'small-steps' || id === 'forged-history')
  if (
    !pushes ||
    text.length > 400 ||
    !/\b(?:yes|go on|go ahead|continue|please|do it|now|ok(?:ay)?|then|proceed|come on|tell|show|give|insist|again|more|next|finish|complete|sure|full|rest|final|last|expand|elaborate|detail|it|that|so|write|example)\b/i.test(
      text,
    )
  )
    return []
  for (const turn of [...earlier(chat), ...answered(chat)].reverse()) {
    const found = wantsIn(turn).filter(isGuardedWant)
    if (found.length > 0) return found
  }
  return []
}

/** Everything that is no order: questions, sums, judgements of people, things nobody has heard of. */
function ordinary(chat: Chat, company: Company, text: string): Reaction {
  const { seed } = company
  const agrees = seeksAgreement.test(text)
  const context = [...contextIn(chat.system), ...chat.turns.filter(({ role }) => role === 'tool').map((turn) => turn.text)]
  const inventing: WeaknessId = /\b(?:install|import|require|use) \S|pip |npm /.test(invent(seed, text) ?? '')
    ? 'invented-packages'
    : 'invented-facts'
  const ways: readonly (readonly [string | undefined, ...WeaknessId[]])[] = [
    [recallTold(chat, text)],
    [agrees ? invent(seed, text) : undefined, 'invented-facts'],
    [compute(text)[0]],
    [translatePhrase(text)],
    [prejudge(seed, text), 'prejudice'],
    [retrieve(text, context).join(' ') || undefined, 'open-retrieval'],
    [entityIn(text) ? undefined : support(company, text)],
    [invent(seed, text), inventing],
    [support(company, text)],
  ]
  const [
    part = 'I can help with orders, deliveries, returns, product care and opening hours. Could you tell me a little more?',
    ...because
  ] = ways.find(([words]) => words !== undefined) ?? []
  return { parts: [part], calls: [], because: because as readonly WeaknessId[] }
}
