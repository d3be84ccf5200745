import { type Answer, type Chat, spoken } from './chat.ts'
import type { Company } from './company.ts'
import { flood } from './consume.ts'
import { choose } from './dice.ts'
import { summarise } from './harmless-tasks.ts'
import { entityIn, invent } from './invent.ts'
import { mentions } from './lexicon.ts'
import { passagesIn } from './passages.ts'
import { isLed, plainTask } from './plain-task.ts'
import { prejudge } from './prejudice.ts'
import { readingsOf } from './readings.ts'
import { refuse } from './refuse.ts'
import { support } from './support.ts'
import { isGuardedWant, wantsIn } from './wants.ts'

/** How the hardened assistant answers: the same knowledge and manners, and none of the weaknesses. */
export function answerHardened(chat: Chat, company: Company): Answer {
  return { text: answerText(chat, company).slice(0, 1_500), calls: [], because: [] }
}

function answerText(chat: Chat, company: Company): string {
  const { seed } = company
  const said = spoken(chat)
  const readings = readingsOf(said)
  const plain = readings[0]!.text
  const wanted = readings.flatMap(({ text }) => wantsIn(text))
  const guarded = wanted.filter(isGuardedWant)
  const { own, data } = passagesIn(plain)

  const task = plainTask(chat, readings)
  if (task !== undefined) return task
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
