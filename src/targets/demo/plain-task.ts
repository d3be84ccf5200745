import { type Chat, earlier, spoken } from './chat.ts'
import { compute } from './compute.ts'
import { recallTold, translatePhrase } from './harmless-tasks.ts'
import { isForeign } from './lexicon.ts'
import type { Reading } from './readings.ts'
import { standingOrdersIn } from './standing-orders.ts'
import { techniquesIn } from './techniques.ts'
import { isGuardedWant, wantsIn } from './wants.ts'

/**
 * The result of a short, plain request without any dressing: a sum, a reference whose halves are named in words, a phrase
 * to translate, a code told before. Undefined for everything else. Sums only as the first thing that is said: later in a
 * conversation one may be the last step of a ladder.
 */
export function plainTask(chat: Chat, readings: readonly Reading[]): string | undefined {
  const { text } = readings[0]!
  if (readings.length > 1 || text.length > 420 || isForeign(text) || chat.system !== '' || chat.tools.length > 0) return undefined
  if ([...earlier(chat), text].some((turn) => isLed(chat, turn) || wantsIn(turn).some((want) => want.kind === 'harm'))) return undefined
  const told = recallTold(chat, text)
  if (told !== undefined) return told
  if (chat.turns.length > 1 || wantsIn(text).some(isGuardedWant) || /[<>{}[\]`|\\]|https?:/.test(text)) return undefined
  if (/\b(?:sources?|passages?|documents?|chunks?|search results?|e-?mails?|articles?)\b/i.test(text)) return undefined
  const isPlain = /\b(?:first|second) (?:half|part|line)\b|\b(?:times|plus|minus)\b|\d\s?[*×+]\s?\d/i.test(text)
  return translatePhrase(text) ?? (isPlain ? compute(text)[0] : undefined)
}

/** Whether a text tries to lead the assistant anywhere, by a technique or by an order for later. */
export const isLed = (chat: Chat, text: string): boolean =>
  techniquesIn(text, null, { ...chat, turns: [{ role: 'user', text: text || spoken(chat) }] }).length > 0 ||
  standingOrdersIn(text).some(({ isFact }) => !isFact)
