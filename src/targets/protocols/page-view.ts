import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** One block of a page: where it stands, by its element and first class or id, and what it says. */
export type Block = Readonly<{ at: string; text: string }>

type Node = DefaultTreeAdapterTypes.ChildNode
const mostNodes = 20_000
const mostBlocks = 500
const longest = 20_000
/** Parts of a page that nobody says. */
const silent = new Set([
  'script',
  'style',
  'head',
  'title',
  'template',
  'noscript',
  'button',
  'label',
  'select',
  'option',
  'textarea',
  'nav',
  'svg',
])
/** Elements inside running text; every other one, those of XML included, is a block. */
const inline = new Set([
  'a',
  'abbr',
  'b',
  'br',
  'cite',
  'code',
  'em',
  'i',
  'img',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'wbr',
])

/** A page as a list of its innermost blocks, for paths such as `$[?(@.at=='div.bot')|last].text`. */
export function pageView(html: string): readonly Block[] {
  const found: Block[] = []
  const open: Node[] = [...parse(html.replace(/^\s*<\?xml[^>]{0,200}\?>/, '')).childNodes].reverse()
  for (let visited = 0; open.length > 0 && visited < mostNodes && found.length < mostBlocks; visited++) {
    const node = open.pop()!
    if (!('tagName' in node) || silent.has(node.tagName)) continue
    if (hasBlocks(node)) open.push(...node.childNodes.toReversed())
    else {
      const text = wordsIn(node)
      if (text !== '') found.push({ at: placeOf(node), text })
    }
  }
  return found
}

type Element = DefaultTreeAdapterTypes.Element

const hasBlocks = (node: Element): boolean =>
  node.childNodes.some((child) => 'tagName' in child && (!inline.has(child.tagName) || hasOwnName(child)))
/** An inline element with a class is a place of its own: `<span class="bot">`. */
const hasOwnName = (node: Element): boolean => node.tagName === 'span' && node.attrs.some(({ name }) => name === 'class' || name === 'id')

function placeOf({ tagName, attrs }: Element): string {
  const value = (name: string) =>
    attrs
      .find((one) => one.name === name)
      ?.value.trim()
      .split(/\s+/)[0]
      ?.replace(/[^\w-]/g, '')
      .slice(0, 60)
  const [kind, id] = [value('class'), value('id')]
  return `${tagName}${kind ? `.${kind}` : id && !/\d/.test(id) ? `#${id}` : ''}`
}

function wordsIn(root: Element): string {
  const pieces: string[] = []
  const open: Node[] = [...root.childNodes].reverse()
  for (let visited = 0, length = 0; open.length > 0 && visited < mostNodes && length < longest; visited++) {
    const node = open.pop()!
    if (node.nodeName === '#text' && 'value' in node) {
      pieces.push(node.value)
      length += node.value.length
    } else if ('tagName' in node && node.tagName === 'br') pieces.push('\n')
    else if ('tagName' in node && !silent.has(node.tagName)) open.push(...node.childNodes.toReversed())
  }
  return pieces
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** The values that a page keeps for its own scripts and forms, by name: hidden fields, and `<meta name="csrf-token">`. */
export function readHidden(html: string): Readonly<Record<string, string>> {
  if (!/<(?:input|meta)\b/i.test(html)) return {}
  const found: [string, string][] = []
  const open: Node[] = [...parse(html).childNodes].reverse()
  for (let visited = 0; open.length > 0 && visited < mostNodes && found.length < mostBlocks; visited++) {
    const node = open.pop()!
    if (!('tagName' in node)) continue
    const of = (name: string) => node.attrs.find((one) => one.name === name)?.value.slice(0, 4000)
    if (node.tagName === 'input' && of('type')?.toLowerCase() === 'hidden') found.push([of('name') ?? '', of('value') ?? ''])
    if (node.tagName === 'meta' && /csrf|xsrf/i.test(of('name') ?? '')) found.push([of('name')!, of('content') ?? ''])
    open.push(...node.childNodes.toReversed())
  }
  return Object.fromEntries(found.filter(([name]) => name !== ''))
}
