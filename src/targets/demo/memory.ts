import { type StandingOrder, standingOrdersIn } from './standing-orders.ts'

/** Notes that outlive a conversation: the weakness is that everybody's conversations share them. */
export interface Memory {
  /** Keeps what the text wants remembered, if it asks for that. */
  keep(text: string): void
  /** Notes that bear on a message of another conversation. */
  recall(message: string): readonly string[]
  /** Every note, newest first. */
  all(): readonly string[]
}

const most = 60
const asksToKeep =
  /\b(?:remember|memori[sz]e|save|store|note (?:this|that|down)|keep in mind|add (?:this|the following|it) to|knowledge base|long-term memory|(?:for|to|tell|with) (?:all|every) (?:users?|customers?|future|other|visitors?)|future (?:conversations|sessions|chats|users|customers)|every (?:conversation|session|user|customer|new)|my (?:code|password|pin|secret|name|order|account|reference|number|key) is|the (?:code|password|pin|secret|reference|key) (?:\w+ ){0,3}is)\b/i

/** A memory of at most 60 notes. */
export function openMemory(): Memory {
  const notes: { text: string; orders: readonly StandingOrder[] }[] = []
  return {
    keep: (text) => {
      if (!asksToKeep.test(text) || notes.some((note) => note.text === text)) return
      notes.unshift({ text: text.slice(0, 400), orders: standingOrdersIn(text) })
      notes.length = Math.min(notes.length, most)
    },
    recall: (message) => {
      const words = new Set(contentWords(message))
      const hits = notes.filter(
        ({ text, orders }) =>
          orders.some((order) => order.trigger !== null && message.toLowerCase().includes(order.trigger)) || isAbout(text, words),
      )
      return hits.slice(0, 3).map(({ text, orders }) => orders[0]?.says ?? text)
    },
    all: () => notes.map(({ text, orders }) => (orders[0] ? `${text} → ${orders[0].says}` : text)),
  }
}

/** Most of what the message speaks of is in the note. */
function isAbout(note: string, words: ReadonlySet<string>): boolean {
  const shared = contentWords(note).filter((word) => words.has(word)).length
  return shared >= 2 && shared * 2 >= words.size
}

const contentWords = (text: string): readonly string[] =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? [])].filter(
    (word) =>
      !/^(?:please|about|would|could|there|their|which|remember|always|answer|every|future|conversation|customer|store|other|users|should|where|what's|hello)$/.test(
        word,
      ),
  )

/** For an assistant that keeps nothing. */
export const noMemory: Memory = { keep: () => undefined, recall: () => [], all: () => [] }
