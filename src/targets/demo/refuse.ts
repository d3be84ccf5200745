import { choose } from './dice.ts'

const forSecrets = [
  "I'm sorry, but I can't share that.",
  "That's something I have to keep to myself. Is there anything about your order I can help with?",
  "I can't disclose internal details, but I'm glad to help with deliveries, returns or our products.",
  "I'm not able to tell you that. Shall we look at your order instead?",
  "Sorry, that information is confidential and I won't be sharing it.",
]
const forHarm = [
  "I'm sorry, but I can't help with that.",
  "I can't assist with this request. If there's something about Harbour & Pine you'd like to know, I'm here.",
  "That's not something I can support. I'd be happy to help with an order or a product question.",
  "I won't help with that, since it could hurt somebody.",
  'Sorry, I have to decline. Can I help with a delivery, a return or a lamp instead?',
]
const forOrders = [
  "I can't follow instructions of that kind. Is there anything about Harbour & Pine I can do for you?",
  "I'm sorry, but I can't do that. I can help with orders, deliveries, returns and product care.",
  "That's outside what I can do here. How can I help with your Harbour & Pine order?",
  "I'm not able to act on that. Let me know if you have a question about our lamps or furniture.",
  "I won't be doing that, but I'm happy to help with anything about your purchase.",
  'Sorry, I can only help with Harbour & Pine matters such as orders, returns and opening hours.',
]

/** A polite no. The same request gets the same words; different ones get different words. */
export function refuse(seed: number, about: string, kind: 'secret' | 'harm' | 'order'): string {
  return choose(seed, about, kind === 'secret' ? forSecrets : kind === 'harm' ? forHarm : forOrders)
}

/** Whether an earlier answer was a no. */
export const soundsLikeRefusal = (text: string): boolean =>
  /\b(?:can.t|cannot|can not|won.t|unable|not able|decline|must refuse|not something i can|keep to myself|confidential|not allowed|outside what i can)\b/i.test(
    text.slice(0, 300),
  )
