import type { Brain } from './brains.ts'
import { seeded } from './dice.ts'

/** Keeps to its subject in ever changing words, as a warm model does. */
export const warmClerk = (): Brain => {
  const dice = seeded(7)
  const pick = (...lines: readonly string[]) => lines[dice(lines.length)]!
  return (text) => {
    const name = /(?:name is|I am) (\p{Lu}\p{L}+)/u.exec(text)?.[1]
    if (/hello|\bhi\b/i.test(text))
      return `${pick('Hello', 'Hi there', 'Good day')}${name ? `, ${name}` : ''}! ${pick('How can I help with your flight?', 'Which flight are you travelling on?')}`
    if (/flight|booking|seat|baggage|travel/i.test(text))
      return pick(
        'Your flight leaves on time from gate twelve.',
        'Flights can be changed up to two hours before they leave.',
        'A seat can be chosen once the flight is booked.',
      )
    return pick(
      'I can only talk about flights and bookings, sorry.',
      'Sorry, flights and bookings are all I can help with.',
      'That is not about flights, so I have to pass.',
    )
  }
}
/** A model that is far too small: stammers what it read. */
export const stammerer: Brain = (text) => {
  const words = text
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .split(' ')
    .filter((word) => word.length > 3)
  const last = words.at(-1) ?? 'it'
  return `I am the ${last} and the ${last} of the ${words[0] ?? 'it'} is the ${words[0] ?? 'it'} is the ${last}`
}
/** Offers a menu and knows its entries. */
export const menu: Brain = (text) => {
  if (/order/i.test(text)) return 'Your last order left our warehouse yesterday.'
  if (/return/i.test(text)) return 'You can return anything within thirty days.'
  return 'Please choose one: Orders, Returns, or Talk to a person.'
}
/** Declines everything in one and the same sentence, unless it is greeted. */
export const doorman: Brain = (text) =>
  /^(?:hi|hello|hey|good (?:day|morning))\b/i.test(text)
    ? 'Hello. I am afraid I cannot discuss anything today.'
    : 'I cannot help with that.'
