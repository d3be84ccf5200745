import { slotMeanings } from './canary.ts'

/** Slots that depend on the transform or on the target's own words instead of on the dice. */
export const laterSlots: Readonly<Record<string, string>> = {
  payload: "The attack's payload, written with the probe's transform.",
  'payload.base64': 'The same payload in a transform of your choice, any id may follow the dot.',
  encoding: "The transform's name for people, such as Base64.",
  decoding: 'How to undo the transform, in one sentence.',
  ask: "In attacks with objectives: the objective's request as a sentence of its own.",
  'ask.what': 'In attacks with objectives: the thing wanted, to follow “reveal” or “write”.',
  long: 'In examples only: twenty thousand characters of text, for answers that are too long to write down.',
  'reply.quote': "The target's own last words: the longest sentence of its previous answer. Needs the strategy own-words.",
  'reply.item': 'One point of its previous answer: the last list item, else the last sentence. Needs the strategy own-words.',
}

const slot = /\{\{\s*([a-z][a-z0-9.-]*)\s*\}\}/g

/** Fills the slots that `values` knows and leaves the others as they are. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(slot, (whole, name: string) => values[name] ?? whole)
}

/** The names of all slots in a text. */
export const slotsOf = (text: string): readonly string[] => [...text.matchAll(slot)].map((match) => match[1]!)

/** Slots that nothing will ever fill: misspelt ones. Template payloads such as {{7*7}} are no slots. */
export const unknownSlots = (text: string): readonly string[] =>
  slotsOf(text).filter((name) => !(name in slotMeanings) && !(name in laterSlots) && !name.startsWith('payload.'))
