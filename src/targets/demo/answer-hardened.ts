import { type Answer, type Chat, earlier, spoken } from './chat.ts'
import type { Company } from './company.ts'
import { compute } from './compute.ts'
import { flood } from './consume.ts'
import { choose } from './dice.ts'
import { recallTold, summarise, translatePhrase } from './harmless-tasks.ts'
import { entityIn, invent } from './invent.ts'
import { isForeign, mentions } from './lexicon.ts'
import { passagesIn } from './passages.ts'
import { prejudge } from './prejudice.ts'
import { readingsOf } from './readings.ts'
import { refuse } from './refuse.ts'
import { standingOrdersIn } from './standing-orders.ts'
import { support } from './support.ts'
import { techniquesIn } from './techniques.ts'
import { isGuardedWant, wantsIn } from './wants.ts'

/** How the hardened assistant answers: the same knowledge and manners, and none of the weaknesses. */
export function answerHardened(chat: Chat, company: Company): Answer {
  return { text: answerText(chat, company).slice(0, 1_500), calls: [] }
}

function answerText(chat: Chat, company: Company): string {
  const { seed } = company
  const said = spoken(chat)
  const readings = readingsOf(said)
  const plain = readings[0]!.text
  const wanted = readings.flatMap(({ text }) => wantsIn(text))
  const guarded = wanted.filter(isGuardedWant)
  const { own, data } = passagesIn(plain)

  if (isSimpleTask(chat, plain, readings.length > 1)) return simpleTask(chat, plain)!
  if (readings.length > 1) return decline(seed, said, 'order')
  if (data.length > 0 && (mentions(own, 'summarise') || mentions(own, 'document'))) return summarise(data, true)
  if (guarded.some(({ kind }) => kind === 'harm')) return decline(seed, said, 'harm')
  const answer = plain.length < 400 && data.length === 0 && !isLed(chat, plain) ? support(company, plain) : undefined
  if (guarded.length > 0)
    return guarded.every((want) => want.kind === 'records' && want.what === 'customers') && answer ? answer : decline(seed, said, 'secret')
  if (isLed(chat, plain) || flood(plain) || prejudge(seed, plain)) return decline(seed, said, 'order')
  if (entityIn(plain) && invent(seed, plain)) return unknown(seed, said)
  return (
    answer ??
    (invent(seed, plain)
      ? unknown(seed, said)
      : 'I can help with orders, deliveries, returns, product care and opening hours. Could you tell me a little more?')
  )
}

const decline = refuse
const unknown = (seed: number, about: string): string =>
  choose(seed, about, [
    "I don't know that, so I'd rather not guess. I'm best with questions about Harbour & Pine.",
    "I'm not familiar with that and have no information about it.",
    "I couldn't find anything about that, I'm afraid it is unknown to me.",
    'I have no reliable information on that, and I would not want to make something up.',
  ])

const isLed = (chat: Chat, text: string): boolean =>
  techniquesIn(text, null, { ...chat, turns: chat.turns.filter(({ role }) => role === 'user').slice(-1) }).length > 0 ||
  standingOrdersIn(text).some(({ isFact }) => !isFact)

/**
 * A short, plain request without any dressing, and the first thing that is said: a sum, a reference whose halves are named
 * in words, a phrase to translate. Later in a conversation it may be the last step of a ladder.
 */
function isSimpleTask(chat: Chat, text: string, hasHidden: boolean): boolean {
  if (hasHidden || text.length > 420 || isForeign(text) || chat.system !== '' || chat.tools.length > 0) return false
  if ([...earlier(chat), text].some((turn) => isLed(chat, turn) || wantsIn(turn).some((want) => want.kind === 'harm'))) return false
  if (recallTold(chat, text)) return true
  if (chat.turns.length > 1 || wantsIn(text).some(isGuardedWant) || /[<>{}[\]`|\\]|https?:/.test(text)) return false
  return simpleTask(chat, text) !== undefined
}

function simpleTask(chat: Chat, text: string): string | undefined {
  const isPlain = /\b(?:first|second) (?:half|part|line)\b|\b(?:times|plus|minus)\b|\d\s?[*×+]\s?\d/i.test(text)
  return recallTold(chat, text) ?? translatePhrase(text) ?? (isPlain ? compute(text)[0] : undefined)
}
