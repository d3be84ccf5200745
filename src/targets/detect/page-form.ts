import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { type Draft, emptyDraft } from './draft.ts'
import { promptLikeness } from './field-names.ts'

type Element = DefaultTreeAdapterTypes.Element
const mostNodes = 20_000

/** A form of a page that asks for one text, as a request; with where it is sent. Undefined: the page has none that is a chat's. */
export function findForm(html: string, base: string): Readonly<{ url: string; draft: Draft }> | undefined {
  for (const form of elements(parse(html).childNodes, 'form')) {
    const fields = elements(form.childNodes, 'input', 'textarea').map((field) => ({
      name: attribute(field, 'name') ?? '',
      type: field.tagName === 'textarea' ? 'text' : (attribute(field, 'type') ?? 'text').toLowerCase(),
      value: attribute(field, 'value') ?? '',
      hint: `${attribute(field, 'placeholder') ?? ''} ${attribute(field, 'aria-label') ?? ''}`,
    }))
    const [asked, ...others] = fields.filter(
      (field) => !['hidden', 'submit', 'button', 'reset', 'checkbox', 'radio', 'image'].includes(field.type),
    )
    // A contact form would write to somebody, a login would be an attempt, a search finds: none of them is sent.
    if (!asked || others.length > 0 || asked.type !== 'text' || asked.name === '') continue
    if (promptLikeness(asked.name) < 1.5 && !/ask|message|question|chat|type here|say/i.test(asked.hint)) continue
    const url = URL.parse(attribute(form, 'action') ?? '', base)
    if (!url || url.origin !== new URL(base).origin || /search|subscribe|login|contact|comment/i.test(url.pathname)) continue
    const isPost = (attribute(form, 'method') ?? 'get').toLowerCase() === 'post'
    const hidden = fields.filter((field) => field.type === 'hidden' && field.name !== '').slice(0, 20)
    return {
      url: url.href,
      draft: {
        ...emptyDraft,
        method: isPost ? 'POST' : 'GET',
        encoding: !isPost ? 'query' : attribute(form, 'enctype') === 'multipart/form-data' ? 'multipart' : 'urlencoded',
        body: {
          ...Object.fromEntries(
            hidden.map(({ name, value }) => [name, isToken.test(name) ? `{{visit:${name}}}` : value.replaceAll('{{', '')]),
          ),
          [asked.name]: `{{prompt@${asked.name.replace(/[{}]/g, '')}}}`,
        },
        page: true,
        ...(hidden.some(({ name }) => isToken.test(name)) ? { first: { visit: { url: base } } } : {}),
      },
    }
  }
  return undefined
}

/** A hidden field that belongs to one visit: it has to be fetched anew for each conversation, with the cookie beside it. */
const isToken = /^[\w.-]*(?:csrf|xsrf|token|nonce|viewstate|authenticity|antiforgery)[\w.-]*$/i

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value.slice(0, 1000)

function elements(roots: readonly DefaultTreeAdapterTypes.ChildNode[], ...tags: readonly string[]): readonly Element[] {
  const found: Element[] = []
  const open = [...roots].reverse()
  for (let visited = 0; open.length > 0 && visited < mostNodes; visited++) {
    const node = open.pop()!
    if (!('tagName' in node)) continue
    if (tags.includes(node.tagName)) found.push(node)
    open.push(...node.childNodes.toReversed())
  }
  return found
}
