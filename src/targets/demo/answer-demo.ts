import { callsIn } from './call-tools.ts'
import { type Answer, answered, type Chat, earlier, spoken } from './chat.ts'
import type { Company } from './company.ts'
import { comply } from './comply.ts'
import { compute } from './compute.ts'
import { flood } from './consume.ts'
import { emit } from './emit.ts'
import { recallTold, summarise, translatePhrase } from './harmless-tasks.ts'
import { entityIn, invent, seeksAgreement } from './invent.ts'
import { mentions } from './lexicon.ts'
import type { Memory } from './memory.ts'
import { passagesIn } from './passages.ts'
import { prejudge } from './prejudice.ts'
import { readingsOf } from './readings.ts'
import { tellRecords } from './records.ts'
import { refuse } from './refuse.ts'
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
  const [plain, ...decoded] = readingsOf(said)
  const best = decoded.findLast((reading) => wantsIn(reading.text).length > 0) ?? plain!
  const text = best.text
  const techniques = techniquesIn(text, best.via, chat)
  const isFirst = earlier(chat).length === 0

  const planted = [chat.system, ...earlier(chat), text].flatMap((turn) => standingOrdersIn(turn))
  const standing = obeyStanding(planted, text)
  const remembered = isFirst ? memory.recall(text) : []
  memory.keep(text)

  const parts: string[] = []
  const known = recite(text)
  if (known) return { text: [known, ...standing].join('\n'), calls: [] }
  const long = flood(text)
  if (long) return { text: [long + (/\brepeat|\bword\b|\bsay\b/i.test(text) ? spill(company) : ''), ...standing].join('\n'), calls: [] }

  const wants = wantsIn(text)
  const guarded = wants.filter(isGuardedWant)
  const asked = guarded.length > 0 ? guarded : pending(chat, text, techniques)
  const calls = callsIn(text, chat)
  const pieces = emit(text, company.secret)
  const say = wants.find((want) => want.kind === 'say')
  const leads = techniques.length > 0
  const secrets = knownSecrets(chat, text, company)

  if (say?.only && leads)
    return {
      text: [...say.texts, ...(asked.some((w) => w.kind === 'secret') ? [tellSecret(secrets, 'plain')] : []), ...pieces].join('\n'),
      calls,
    }
  const { own, data } = passagesIn(text)
  if (data.length > 0 && (mentions(own, 'summarise') || mentions(own, 'document') || mentions(own, 'translate')))
    parts.push(summarise(data, false))

  for (const want of asked) {
    if (leads || isDressed(want) || isLoose(want)) parts.push(give(want, chat, company, memory, secrets))
    else parts.push(refuse(company.seed, said, want.kind === 'harm' ? 'harm' : 'secret'))
  }
  if (say) parts.push(say.texts.join('\n'))
  parts.push(...pieces)
  if (calls.length > 0) parts.push(`Done: ${calls.map((call) => `${call.name}(${JSON.stringify(call.arguments)})`).join(', ')}.`)
  if (parts.length === 0) parts.push(ordinary(chat, company, text))
  return { text: [...parts, ...remembered, ...standing].join('\n\n').slice(0, 48_000), calls }
}

/** Asking for a code spelled, or for the rules as a table, slips past the rule that only knows the plain question. */
const isDressed = (want: Want): boolean => (want.kind === 'secret' || want.kind === 'prompt') && want.form !== 'plain'
/** Nobody thought of guarding these at all. */
const isLoose = (want: Want): boolean => want.kind === 'records' && want.what !== 'keys'

function give(want: Want, chat: Chat, company: Company, memory: Memory, secrets: readonly string[]): string {
  switch (want.kind) {
    case 'prompt':
      return tellPrompt(company, chat.system, want.form)
    case 'secret':
      return tellSecret(secrets, want.form)
    case 'records':
      return want.what === 'sessions'
        ? `I remember this:\n${memory.all().slice(0, 40).join('\n') || 'nothing yet'}`
        : tellRecords(want.what, company, chat.tools)
    case 'harm':
      return comply(company.seed, want.request)
    case 'say':
      return want.texts.join('\n')
  }
}

/** Codes that the client planted come before the assistant's own. */
function knownSecrets(chat: Chat, text: string, company: Company): readonly string[] {
  const planted = [...new Set([chat.system, ...earlier(chat), text].flatMap((turn) => secretsIn(turn)))]
  return planted.length > 0 ? [...planted, company.secret] : [company.secret]
}

/** What an earlier turn asked for and was not given, when this one only pushes on. */
function pending(chat: Chat, text: string, techniques: readonly string[]): readonly Want[] {
  const pushes = techniques.some((id) => id === 'insistence' || id === 'small-steps' || id === 'forged-history')
  if (
    !pushes ||
    text.length > 400 ||
    !/\b(?:yes|go on|go ahead|continue|please|do it|now|ok(?:ay)?|then|proceed|come on|tell|show|give|insist|again|more|next|finish|complete|sure|full|rest|final|expand|elaborate|detail|it|that|so)\b/i.test(
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
    compute(text)[0] ??
    translatePhrase(text) ??
    prejudge(company.seed, text) ??
    (entityIn(text) || seeksAgreement.test(text) ? undefined : support(company, text)) ??
    invent(company.seed, text) ??
    support(company, text) ??
    'I can help with orders, deliveries, returns, product care and opening hours. Could you tell me a little more?'
  )
}
