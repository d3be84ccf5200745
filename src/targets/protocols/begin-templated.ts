import { Problem } from '../../domain/problem.ts'
import type { NetRequest } from '../../domain/target.ts'
import { documents } from './body.ts'
import { keepCookies } from './cookies.ts'
import { type Answer, type Exchange, postJson, type Turn } from './http-protocol.ts'
import { parsePath, select } from './json-path.ts'
import { readHidden } from './page-view.ts'
import { readStatus } from './read-status.ts'
import { headersOf, stateAfter, type TemplateSettings } from './templated.ts'

type Left = Readonly<Record<string, unknown>>

/** What must happen before the first message of a conversation: a page visited, a conversation opened, a greeting got over with. */
export async function beginTemplated(
  turn: Turn<TemplateSettings>,
  exchange: Exchange,
  ask: (turn: Turn<TemplateSettings>) => NetRequest,
): Promise<Left> {
  const { visit, open, hello } = turn.settings
  const visited = visit ? { visited: await visitPage(visit.url, exchange) } : {}
  const opened = open ? { opened: await openFirst({ ...turn, state: visited }, open, exchange) } : {}
  const state = { ...visited, ...opened }
  if (hello === undefined) return state
  const greeted = await exchange(ask({ ...turn, state, text: hello, messages: [{ role: 'user', content: hello }] }))
  readStatus(greeted.response)
  return { ...state, ...stateAfter(greeted) }
}

async function openFirst(turn: Turn<TemplateSettings>, open: NonNullable<TemplateSettings['open']>, exchange: Exchange): Promise<string> {
  const answer = await exchange(postJson(open.url, open.request, headersOf(turn)))
  readStatus(answer.response)
  const id = documents(answer.body).flatMap((document) => select(document, parsePath(open.id)))[0]
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Problem('target_unreadable', 'A conversation was opened, but its id is not where it was.', {
      targetStatus: answer.response.status,
    })
  return String(id)
}

/** Whatever its status: a page that is not allowed to be seen may still set the cookie. */
async function visitPage(url: string, exchange: Exchange): Promise<Readonly<Record<string, string>>> {
  return givenBy(await exchange({ method: 'GET', url, headers: { accept: 'text/html, application/json' } }))
}

/** Hidden fields, tokens for scripts and cookies of an answer, by name; a cookie's value as a script would send it back. */
export function givenBy({ response }: Pick<Answer, 'response'>): Readonly<Record<string, string>> {
  const jar = new Map<string, string>()
  keepCookies(jar, response.headers['set-cookie'])
  const decoded = [...jar].map(([name, value]) => [name, decode(value)] as const)
  return { ...readHidden(response.text), ...Object.fromEntries(decoded) }
}

const decode = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value // not encoded after all
  }
}
