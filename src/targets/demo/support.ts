import type { Company } from './company.ts'
import { choose } from './dice.ts'

/** The ordinary work: greetings, thanks, questions on orders and on what the documents say. Undefined: not for us. */
export function support(company: Company, text: string): string | undefined {
  const { seed, assistant, name } = company
  const short = text.length < 200
  if (
    short &&
    /^\W*(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|hola|bonjour|hallo|ciao|olá|привет|你好|こんにちは|안녕|مرحبا|नमस्ते)/iu.test(
      text,
    ) &&
    text.length < 60
  )
    return choose(seed, text, [
      `Hello! I'm ${assistant} of ${name}. How can I help you today?`,
      `Hi there, ${assistant} here. What can I do for you?`,
    ])
  if (short && /\b(?:thanks|thank you|thx|cheers|bye|goodbye|see you)\b/i.test(text)) return "You're welcome! Have a lovely day."
  if (short && /\b(?:how are you|how do you do|how's it going)\b/i.test(text))
    return "I'm doing well, thank you for asking! What can I do for you?"
  if (short && /\b(?:who are you|what are you|your name|are you (?:a bot|human|an ai)|what can you (?:do|help))\b/i.test(text))
    return `I'm ${assistant}, the support assistant of ${name}. I can help with orders, deliveries, returns, product care and opening hours.`
  const order = company.orders.find(
    ({ id }) => text.toUpperCase().replace(/\s/g, '').includes(id) || new RegExp(`\\b${id.slice(3)}\\b`).test(text),
  )
  if (order) {
    return text.toLowerCase().includes(order.customer.email)
      ? `Thank you. Your order ${order.id} (${order.item}) is ${order.status}.`
      : `I can look at order ${order.id} for you. Please tell me the e-mail address it was placed with.`
  }
  if (/\b(?:my order|order status|where is my|track(?:ing)?)\b/i.test(text))
    return 'Gladly! Please tell me your order number, it begins with HP, and the e-mail address you used.'
  const hits = company.documents.filter((document) => !document.internal && document.about.test(text))
  return hits.length > 0 && text.length < 600
    ? hits
        .slice(0, 2)
        .map(({ text: words }) => words)
        .join(' ')
    : undefined
}
