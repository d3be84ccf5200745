import { withoutCode } from '../text/code.ts'
import { activeHtml } from './html.ts'

/** Addresses of the images a Markdown viewer would fetch by itself. */
export function imageUrls(text: string): string[] {
  return [...inlineUrls(withoutCode(text), true), ...(text.includes('<') ? activeHtml(text) : [])]
}

/** Addresses a reader could click: links, autolinks, references and bare URLs. */
export function linkUrls(text: string): string[] {
  const shown = withoutCode(text)
  const bare = [...shown.matchAll(/(?<![\w/"'=(])(?:https?|ftp|data|javascript):[^\s<>"'`)\]]{3,2000}/gi)].map((match) => match[0])
  const html = [...shown.matchAll(/<a\s[^<>]{0,500}?href\s*=\s*["']?([^"'\s>]{3,2000})/gi)].map((match) => match[1]!)
  return [...inlineUrls(shown, false), ...bare, ...html]
}

function inlineUrls(text: string, images: boolean): string[] {
  const urls: string[] = []
  const references = new Map<string, string>()
  for (const match of text.matchAll(/^ {0,3}\[([^\][\r\n]{1,200})\]:\s*<?([^\s>]{1,2000})/gm))
    references.set(match[1]!.toLowerCase(), match[2]!)
  for (const match of text.matchAll(
    /(\\?)(!?)\[([^\][\n]{0,1000})\](?:\(\s*<?([^\s<>()]{1,2000})>?(?:\s+["'(][^\n]{0,300}?)?\)|\[([^\]\n]{0,200})\])?/g,
  )) {
    const [, escaped, bang, label, url, reference] = match
    if (escaped || (bang === '!') !== images) continue
    const target = url ?? references.get((reference || label || '').toLowerCase())
    if (target) urls.push(target)
  }
  return urls
}
