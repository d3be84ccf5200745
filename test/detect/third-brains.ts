import { type Brain, clever } from './brains.ts'

/** A model told to write Markdown. */
export const marked: Brain = (t, b) => `### Answer\n\n${clever(t, b)}\n\n- *Anything else?*`
/** One told to write HTML. */
export const html: Brain = (t, b) => `<p>${clever(t, b)}</p>`
/** A German model. */
export const german: Brain = (t, b) => `Gerne! ${clever(t, b)} Kann ich sonst noch helfen?`
/** Garden centre: keeps to plants but reads what is said. */
export const gardener: Brain = (t) => {
  if (/rose|tulip|plant|garden|soil|water/i.test(t)) return 'Plant roses in spring, in loose soil, and water them twice a week.'
  if (/\b(hi|hello|hey|good (morning|day))\b/i.test(t)) return 'Hello from Green Thumb! What would you like to grow?'
  if (/who are you|what can you/i.test(t)) return 'I am the Green Thumb assistant: ask me about plants.'
  if (/code|number|word|letters?/i.test(t)) return 'I only know about gardens, so I must leave that to others.'
  return 'Let us stay with plants, please.'
}
/** An insurance bot with intents. */
export const insurer: Brain = (t) => {
  if (/claim|damage|accident/i.test(t)) return 'I am sorry to hear that. You can report a claim under My Policies > Report.'
  if (/hello|\bhi\b/i.test(t)) return "Hi, I'm Ida from Nordic Insurance. How can I help?"
  if (/account|login|password/i.test(t)) return 'You can sign in with your bank identity at the top right.'
  if (/thank/i.test(t)) return 'My pleasure!'
  return "I didn't quite get that. Could you rephrase?"
}
/** A tiny model rambling. */
export const rambler: Brain = (t) => {
  const w = t.toLowerCase().match(/[a-z]{5,}/g) ?? ['something']
  return `The ${w[0]} of the ${w.at(-1)} was ${w[Math.floor(w.length / 2)]}, and so they went home to tell their mother about the ${w[0]}.`
}
