import type { NetResponse } from '../../domain/target.ts'
import { givenBy } from '../protocols/begin-templated.ts'
import { type Draft, polyglot } from './draft.ts'
import type { Prober } from './prober.ts'

/** Whether a refusal is about a token against forgery, which a page of the same origin hands out to everybody who looks at it. */
export const wantsVisit = ({ status, text }: Pick<NetResponse, 'status' | 'text'>): boolean =>
  [400, 403, 419, 422].includes(status) &&
  /\bcsrf\b|\bxsrf\b|csrf[ _-]?token|xsrf[ _-]?token|cross.?site request/i.test(text.slice(0, 3000))

/** The header in which a token goes back, by the name under which it was given. */
function headerFor(name: string): string {
  if (/^csrftoken$/i.test(name)) return 'x-csrftoken' // Django
  return /xsrf/i.test(name) ? 'x-xsrf-token' : 'x-csrf-token'
}

/** Looks at the endpoint and at the page above it for such a token; the draft that brings it along, or undefined. */
export async function visitFirst(prober: Prober): Promise<Draft | undefined> {
  for (const url of new Set([prober.url, new URL('/', prober.url).href])) {
    const answer = await prober.send(
      { method: 'GET', url, headers: { accept: 'text/html, application/json' } },
      'looked for a token against forgery',
    )
    const name = Object.keys(givenBy(answer)).find((one) => /csrf|xsrf|authenticity_token|^_token$/i.test(one))
    if (name !== undefined) return { ...polyglot, headers: { [headerFor(name)]: `{{visit:${name}}}` }, first: { visit: { url } } }
  }
  return undefined
}
