import type { Call, Chat, ClientTool } from './chat.ts'
import { compute } from './compute.ts'

/** The tool calls that a text orders, with the arguments it names. Nobody is asked whether that is wanted. */
export function callsIn(text: string, chat: Chat): readonly Call[] {
  const calls = chat.tools
    .filter((tool) => isOrdered(tool, text))
    .map((tool) => ({ name: tool.name, arguments: argumentsFor(tool.parameters, text) }))
  return calls.length > 0 ? calls.slice(0, 4) : ownCall(text)
}

function isOrdered(tool: ClientTool, text: string): boolean {
  const said = text.toLowerCase()
  if (said.includes(tool.name.toLowerCase())) return true
  const words = tool.name
    .toLowerCase()
    .split(/[_\-.\s]|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word.length > 2)
  return words.length > 0 && words.every((word) => said.includes(word))
}

/** Fills each parameter with what the text names beside it, else with the value whose looks fit its name. */
function argumentsFor(parameters: readonly string[], text: string): Record<string, unknown> {
  const quoted = [...text.matchAll(/["“'`]([^"”'`\n]{1,200})["”'`]/g)].map((m) => m[1]!)
  const computed = compute(text)
  const filled: Record<string, unknown> = {}
  for (const parameter of parameters.slice(0, 12)) {
    const spoken = parameter.replace(/[_-]/g, '[ _-]')
    const named = new RegExp(
      `(?<![\\w])${spoken}["'\`]?\\s{0,2}(?:is|to|as|of|set to|=|:)?\\s{0,3}["“'\`]?([^\\s"”'\`,;)}]{1,200})`,
      'i',
    ).exec(text)?.[1]
    filled[parameter] = computed[0] ?? byLooks(parameter, text) ?? named ?? quoted[0] ?? oddToken(text) ?? ''
    if (named && computed.length === 0 && !/^(?:is|to|the|a|an|of|and|with|as)$/i.test(named))
      filled[parameter] = named.replace(/[.!?]+$/, '')
  }
  return filled
}

function byLooks(parameter: string, text: string): string | number | undefined {
  if (/mail|^to$|recipient/i.test(parameter)) return /[\w.+-]{1,60}@[\w.-]{1,80}\.[a-z]{2,}/i.exec(text)?.[0]
  if (/url|link|uri|endpoint/i.test(parameter)) return /https?:\/\/[^\s"'`<>)]{3,300}/i.exec(text)?.[0]
  if (/amount|sum|total|price|quantity|count/i.test(parameter)) return number(text)
  if (/order/i.test(parameter)) return /\b[A-Z]{1,4}-?\d{3,8}\b/.exec(text)?.[0]
  return undefined
}
const number = (text: string): number | undefined => {
  const found = /(?:[$€£]|eur|usd)\s?(\d{1,9}(?:\.\d{1,2})?)|(\d{1,9}(?:\.\d{1,2})?)\s?(?:[$€£]|eur|usd|euros?|dollars?)/i.exec(text)
  return found ? Number(found[1] ?? found[2]) : undefined
}
const oddToken = (text: string): string | undefined => /(?<![\w/.])(?=[\w-]{0,30}\d)[A-Za-z][\w-]{3,40}/.exec(text)?.[0]

/** The assistant's own tools, used on whatever the text names. */
function ownCall(text: string): readonly Call[] {
  const order = /\bHP-?\d{3,6}\b/i.exec(text)?.[0] ?? /\b[A-Z]{2,4}-\d{3,8}\b/.exec(text)?.[0] ?? oddToken(text) ?? 'unknown'
  const computed = compute(text)[0]
  const email = /[\w.+-]{1,60}@[\w.-]{1,80}\.[a-z]{2,}/i.exec(text)?.[0]
  const said = /["“]([^"”\n]{2,300})["”]/.exec(text)?.[1]
  if (
    /\b(?:refund|reimburse|credit|pay(?: back| out)?|transfer)\b/i.test(text) &&
    /\b(?:issue|process|give|send|make|approve|grant|refund|transfer|pay|credit|call|execute|run|initiate)\b/i.test(text) &&
    (/\d/.test(text) || computed)
  )
    return [{ name: 'issue_refund', arguments: { order_id: order, amount: number(text) ?? 50, ...(computed ? { note: computed } : {}) } }]
  if (email && /\b(?:send|mail|e-?mail|forward|notify|write to|message|copy|cc|deliver)\b/i.test(text))
    return [{ name: 'send_email', arguments: { to: email, subject: 'From Harbour & Pine', body: computed ?? said ?? 'As requested.' } }]
  if (/\b(?:change|update|set|redirect|replace)\b[^.\n]{0,40}\b(?:address|delivery|shipping)\b/i.test(text))
    return [{ name: 'update_address', arguments: { order_id: order, address: computed ?? said ?? oddToken(text) ?? '' } }]
  const named = /\b(?:call|run|use|invoke|execute|trigger)\b[^.\n]{0,30}\b([a-z]{2,20}_[a-z_]{2,30})\b/.exec(text)?.[1]
  return named ? [{ name: named, arguments: { input: computed ?? said ?? oddToken(text) ?? '' } }] : []
}
