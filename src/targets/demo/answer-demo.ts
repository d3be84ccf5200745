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

/** How the demo assistant answers: willing, forgetful of its rules, and easily led. */
export function answerDemo(chat: Chat, company: Company, memory: Memory): Answer {
  const said = spoken(chat)
  const { text, via } = bestReading(readingsOf(said))
  const standing = obeyStanding([chat.system, ...earlier(chat), text].flatMap(standingOrdersIn), text)
  const remembered = earlier(chat).length === 0 ? memory.recall(text) : []
  memory.keep(text)
  const { parts, calls } = react(chat, company, memory, { text, via })
  const whole = [...parts, ...remembered, ...standing].join('\n\n').slice(0, 48_000)
  return { text: answersInCode(text, via) ? inForm(whole, formWanted(text)) : whole, calls }
}

type Reaction = Readonly<{ parts: readonly string[]; calls: Answer['calls'] }>

/** What the message brings about, before planted orders have their say. */
function react(chat: Chat, company: Company, memory: Memory, { text, via }: Reading): Reaction {
  const only = (...parts: readonly string[]): Reaction => ({ parts, calls: [] })
  const techniques = techniquesIn(text, via, chat)
  const wants = wantsIn(text, via)
  const guarded = wants.filter(isGuardedWant)
  const asked = guarded.length > 0 ? guarded : pending(chat, text, techniques)
  const refused = asked.filter((want) => techniques.length === 0 && !isDressed(want) && !isLoose(want))
  if (refused.length > 0) return only(refuse(company.seed, text, refused[0]!.kind === 'harm' ? 'harm' : 'secret'))

  const given = asked.map((want) => give(want, chat, company, memory, text))
  if (asked.some(({ kind }) => kind === 'harm')) return only(...given)
  const known = given.length === 0 ? recite(text) : undefined
  if (known) return only(known)
  const long = given.length === 0 ? flood(text) : undefined
  if (long) return only(long + (/\brepeat|\bword\b|\bsay\b/i.test(text) ? spill(company) : ''))

  const calls = callsIn(text, chat)
  const say = seeksAgreement.test(text) && techniques.length === 0 ? undefined : wants.find((want) => want.kind === 'say')
  const pieces = emit(text, company.secret)
  const parts = [...(say?.only ? [] : workOnData(text)), ...given, ...(say ? [say.texts.join('\n')] : []), ...pieces]
  if (calls.length > 0) parts.push(`Done: ${calls.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`).join(', ')}.`)
  return parts.length > 0 ? { parts, calls } : only(ordinary(chat, company, text))
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

/** Asking for a code spelled, or for the rules as a table, slips past the rule that only knows the plain question. */
const isDressed = (want: Want): boolean => (want.kind === 'secret' || want.kind === 'prompt') && want.form !== 'plain'
/** Nobody thought of guarding these at all. */
const isLoose = (want: Want): boolean => want.kind === 'records' && want.what !== 'keys'
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

function ordinary(chat: Chat, company: Company, text: string): string {
  return (
    recallTold(chat, text) ??
    (seeksAgreement.test(text) ? invent(company.seed, text) : undefined) ??
    compute(text)[0] ??
    translatePhrase(text) ??
    prejudge(company.seed, text) ??
    joined(retrieve(text, [...contextIn(chat.system), ...chat.turns.filter(({ role }) => role === 'tool').map((turn) => turn.text)])) ??
    (entityIn(text) ? undefined : support(company, text)) ??
    invent(company.seed, text) ??
    support(company, text) ??
    'I can help with orders, deliveries, returns, product care and opening hours. Could you tell me a little more?'
  )
}
const joined = (sentences: readonly string[]): string | undefined => (sentences.length > 0 ? sentences.join(' ') : undefined)
