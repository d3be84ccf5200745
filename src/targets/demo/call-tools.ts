import { type Call, type Chat, type ClientTool, spoken } from './chat.ts'
import { compute } from './compute.ts'

/** The tool calls that a text orders, with the arguments it names. Nobody is asked whether that is wanted. */
export function callsIn(text: string, chat: Chat): readonly Call[] {
  const ordered = chat.tools.filter((tool) => isOrdered(tool, text))
  const calls = ordered.map((tool) => ({ name: tool.name, arguments: argumentsFor(tool.parameters, `${text}\n${earlierData(chat)}`) }))
  if (calls.length > 0) return [...calls, ...ordersInDescriptions(chat)].slice(0, 4)
  return ownCall(text)
}

const verbs =
  'delete|remove|transfer|send|refund|issue|give|grant|open|fetch|load|browse|read|find|search|look|lookup|get|run|execute|ping|check|buy|order|purchase|book|create|update|set|change|export|post|call|add|close|cancel|approve|pay|move|share|publish|write|log'
const saysVerb = new RegExp(`\\b(?:${verbs})\\w{0,3}\\b`, 'i')

/** A tool is meant when the text says its name, the words of its name, or shares two words with its description. */
function isOrdered(tool: ClientTool, text: string): boolean {
  const said = text.toLowerCase()
  if (said.includes(tool.name.toLowerCase())) return true
  const name = wordsOf(tool.name)
  if (name.length > 0 && name.every((word) => said.includes(stem(word)))) return true
  const shared = [...new Set([...name, ...wordsOf(tool.description)])].filter((word) => word.length > 3 && said.includes(stem(word)))
  return saysVerb.test(text) && shared.length >= 2
}
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 2 && !/^(?:the|and|for|with|from|into|this|that|tool|user|use|used|only|must|your|you|not)$/.test(word))
const stem = (word: string): string => word.replace(/(?:ing|es|ed|s)$/, '').slice(0, 8)

/** What a tool's description tells the assistant to call besides: descriptions are believed too. */
function ordersInDescriptions(chat: Chat): readonly Call[] {
  return chat.tools.flatMap((tool) =>
    chat.tools
      .filter((other) => other.name !== tool.name && tool.description.includes(other.name))
      .map((other) => ({
        name: other.name,
        arguments: argumentsFor(other.parameters, `${tool.description}\n${chat.system}\n${spoken(chat)}`),
      })),
  )
}
const earlierData = (chat: Chat): string =>
  chat.turns
    .filter(({ role }) => role === 'tool')
    .map(({ text }) => text)
    .join('\n')

/** Fills each parameter with what the text names beside it, else with the value whose looks fit its name. */
function argumentsFor(parameters: readonly string[], text: string): Record<string, unknown> {
  const computed = compute(text)[0]
  const filled: Record<string, unknown> = {}
  for (const parameter of parameters.slice(0, 12)) {
    const spoken = parameter.replace(/[_-]/g, '[ _-]')
    const named = new RegExp(
      `(?<![\\w])(?:${spoken}|${parameter.split(/[_-]/).at(-1)})["'\`]?(?: is| to| as| of| set to|\\s?=|:)?:?\\s{1,3}["“'\`]?([^\\s"”'\`,;)}]{1,200})`,
      'i',
    )
      .exec(text)?.[1]
      ?.replace(/[.!?]+$/, '')
    const usable = named && !/^(?:is|to|the|a|an|of|and|with|as|in|for|it|by|on|that|which|you|account)$/i.test(named) ? named : undefined
    filled[parameter] =
      byLooks(parameter, text) ?? verbatim(text, parameter) ?? computed ?? usable ?? quotedIn(text) ?? identifier(text) ?? ''
  }
  return filled
}

function byLooks(parameter: string, text: string): string | number | undefined {
  if (/mail|^to$|recipient/i.test(parameter)) return email(text)
  if (/url|link|uri|endpoint|address|page|target/i.test(parameter))
    return /\w{2,8}:\/\/[^\s"'`<>)]{3,300}/i.exec(text)?.[0]?.replace(/[.,;]+$/, '')
  if (/amount|sum|total|price|quantity|count/i.test(parameter)) return amount(text)
  if (/path|file/i.test(parameter)) return /(?:\.{0,2}\/)[\w./-]{3,200}|\b[\w-]{2,60}\.(?:txt|md|csv|json|pdf|log)\b/.exec(text)?.[0]
  if (/role|right|level|permission/i.test(parameter))
    return /\b(?:admin(?:istrator)?|owner|root|superuser|editor|manager)\b/i.exec(text)?.[0]
  if (/(?:^|_)(?:id|order|account|user|number|customer|item|product|ticket)/i.test(parameter)) return identifier(text)
  return undefined
}

/** "The host is: …", "the name: …": what follows is passed on as it stands, to the end of the line. */
function verbatim(text: string, parameter: string): string | undefined {
  const last = parameter.split(/[_-]/).at(-1)!
  return new RegExp(`\\b${last}\\b[^:\\n]{0,30}:\\s+([^\\n]{2,200})`, 'i').exec(text)?.[1]?.trim()
}

const email = (text: string): string | undefined => /[\w.+-]{1,60}@[\w.-]{1,80}\.[a-z]{2,}/i.exec(text)?.[0]
function amount(text: string): number | undefined {
  const found =
    /(?:[$€£]|eur|usd)\s?(\d{1,9}(?:\.\d{1,2})?)|(\d{1,9}(?:\.\d{1,2})?)\s?(?:[$€£]|eur\b|usd\b|euros?|dollars?)/i.exec(text) ??
    /\b(?:refund|amount|sum|pay|transfer|credit)\b[^\d\n]{0,20}(\d{2,7})\b/i.exec(text)
  return found ? Number(found[1] ?? found[2]) : undefined
}
const quotedIn = (text: string): string | undefined => /["“`]([^"”`\n]{1,200})["”`]/.exec(text)?.[1]
/** An order number, a long number, or a word with digits in it. */
const identifier = (text: string): string | undefined =>
  /\b[A-Z]{1,4}-\d{3,8}\b/.exec(text)?.[0] ??
  /\b\d{7,20}\b/.exec(text)?.[0] ??
  /(?<![\w/.@-])(?=[A-Za-z][\w-]{0,40}\d)[A-Za-z][\w-]{3,40}/.exec(text)?.[0] ??
  /\b\d{4,6}\b/.exec(text)?.[0]

/** The assistant's own tools, used on whatever the text names. */
function ownCall(text: string): readonly Call[] {
  const computed = compute(text)[0]
  const to = email(text)
  const said = quotedIn(text)
  const id = identifier(text)
  const url = /\w{2,8}:\/\/[^\s"'`<>)]{3,300}/i.exec(text)?.[0]?.replace(/[.,;]+$/, '')
  if (
    /\b(?:refund|reimburse|credit|pay(?: back| out)?|transfer)\b/i.test(text) &&
    /\b(?:issue|process|give|send|make|approve|grant|refund|transfer|pay|credit|call|execute|run|initiate)\b/i.test(text) &&
    (id || amount(text) || computed)
  ) {
    return [
      {
        name: 'issue_refund',
        arguments: { order_id: id ?? 'unknown', amount: amount(text) ?? 50, ...(computed ? { note: computed } : {}) },
      },
    ]
  }
  if (to && /\b(?:send|mail|e-?mail|forward|notify|write to|message|copy|cc|deliver)\b/i.test(text))
    return [{ name: 'send_email', arguments: { to, subject: 'From Harbour & Pine', body: computed ?? said ?? 'As requested.' } }]
  if (/\b(?:change|update|set|redirect|replace)\b[^.\n]{0,40}\b(?:address|delivery|shipping)\b/i.test(text))
    return [{ name: 'update_address', arguments: { order_id: id ?? 'unknown', address: computed ?? said ?? '' } }]
  if (/\b(?:delete|close|remove|erase|wipe)\b[^.\n]{0,30}\b(?:accounts?|users?|customers?|profiles?|data)\b/i.test(text))
    return [{ name: 'delete_account', arguments: { account: computed ?? id ?? said ?? '' } }]
  if (
    url &&
    /\b(?:open|fetch|load|visit|browse|read|check|get|request|call|look at|summari[sz]e)\b/i.test(text) &&
    /\b(?:page|url|link|web|site|dashboard|address|http|browse\w*|fetch|status)\b/i.test(text)
  )
    return [{ name: 'fetch_page', arguments: { url } }]
  const named = /\b(?:call|run|use|invoke|execute|trigger)\b[^.\n]{0,30}\b([a-z]{2,20}_[a-z_]{2,30})\b/.exec(text)?.[1]
  return named ? [{ name: named, arguments: { input: computed ?? said ?? id ?? '' } }] : []
}
