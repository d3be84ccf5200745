/** Somebody behind an endpoint: what is said and what was said before in, words out. */
export type Brain = (text: string, before: readonly string[]) => string

/** Does what it is asked: joins halves, recalls numbers. */
export const clever: Brain = (text, before) => {
  const first = /first half is "?(\w+)"?/i.exec(text)?.[1]
  const second = /second half is "?(\w+)"?/i.exec(text)?.[1]
  if (first && second) return `The whole word is ${first}${second}.`
  if (/code/i.test(text)) {
    const told = [...before, text]
      .join(' ')
      .match(/\b\d{5}\b/g)
      ?.at(-1)
    if (/\?/.test(text)) return told ? `Your code number is ${told}.` : 'I do not know your code number yet.'
    return 'I will remember that.'
  }
  return /hello/i.test(text)
    ? 'Hi! I can help you with all sorts of things.'
    : `You would like to talk about ${text.split(/\s+/).slice(-3).join(' ')}`
}

/** Talks about whatever a word reminds it of; solves nothing and recalls nothing, like a very small model. */
export const dreamy: Brain = (text) => {
  const words = text.match(/[a-z]{4,}/gi) ?? ['nothing']
  const pick = words[text.length % words.length]!.toLowerCase()
  return `Well, ${pick} is a lovely thing, and many people in the old town think that ${pick} came first.`
}

/** Keeps to its subject: one sentence for everything else. */
export const locked: Brain = (text) => {
  if (/pizza|topping|delivery/i.test(text)) return 'Our Margherita pizza costs 9 euros and delivery takes half an hour.'
  if (/hello|^hi\b/i.test(text)) return 'Welcome to Luigi! Which pizza would you like?'
  return 'Sorry, I can only help with pizza orders.'
}

/** As above, and it will not even greet. */
export const stubborn: Brain = (text) =>
  /account|balance|transfer/i.test(text)
    ? 'To see your balance, open the Accounts tab.'
    : 'I am only able to answer questions about your bank account.'

/** A menu of canned lines, chosen by keyword and otherwise by length. */
export const canned: Brain = (text) => {
  if (/hello/i.test(text)) return 'Good day! How may I be of service?'
  const lines = [
    'That is an interesting point.',
    'Could you say a little more about it?',
    'I see. Let me think for a moment.',
    'Perhaps our opening hours help: nine to five.',
  ]
  return lines[text.length % lines.length]!
}
