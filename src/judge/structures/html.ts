import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { withoutCode } from '../text/code.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** Pieces of a text that a browser would run or fetch, each as the text that makes it active. */
export function activeHtml(text: string): string[] {
  if (!text.includes('<')) return []
  const found: string[] = []
  const open: Node[] = [...parseFragment(withoutCode(text)).childNodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue
    found.push(...activeParts(node))
    open.push(...node.childNodes)
    if ('content' in node) open.push(...(node as DefaultTreeAdapterTypes.Template).content.childNodes)
  }
  return found
}

const fetched: Readonly<Record<string, readonly string[]>> = {
  iframe: ['src', 'srcdoc'],
  object: ['data'],
  embed: ['src'],
  form: ['action'],
  base: ['href'],
  img: ['src', 'srcset'],
  script: ['src'],
  link: ['href'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src', 'srcset'],
  input: ['formaction'],
  button: ['formaction'],
  image: ['href', 'xlink:href'],
}
const runningScheme = /^(?:javascript|vbscript|data:text\/html|data:image\/svg)/

function activeParts(element: Element): string[] {
  const name = element.tagName.toLowerCase()
  const parts: string[] = []
  if (name === 'script' || name === 'style') parts.push(textOf(element))
  for (const { name: attribute, value } of element.attrs) {
    const scheme = value.replace(/[\s\u0000-\u001f]/g, '').toLowerCase()
    if (/^on[a-z]/.test(attribute)) parts.push(`${attribute}=${value}`)
    else if (runningScheme.test(scheme)) parts.push(value)
    else if (fetched[name]?.includes(attribute)) parts.push(value)
    else if (attribute === 'style' && /url\(|expression\(/i.test(value)) parts.push(value)
    else if (name === 'meta' && attribute === 'content' && element.attrs.some((other) => /refresh/i.test(other.value))) parts.push(value)
  }
  return parts.filter(Boolean)
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
}
