import type { NetResponse } from '../../domain/target.ts'
import type { Answer } from '../protocols/http-protocol.ts'
import { isObject, member } from '../protocols/parse-json.ts'

/** A conversation that was opened rather than answered: its id, and where messages to it usually go. */
export type Opened = Readonly<{ id: string; path: string; urls: readonly Readonly<{ url: string; template: string }>[] }>

const idNames = ['id', 'session_id', 'sessionId', 'conversation_id', 'conversationId', 'thread_id', 'threadId', 'chat_id', 'chatId', 'uuid']
const boxes = ['', 'data', 'session', 'conversation', 'thread', 'chat', 'result']

/** Reads an answer without words from a path that speaks of conversations. Undefined: nothing was opened. */
export function readOpened(answer: Answer, url: string): Opened | undefined {
  const at = new URL(url)
  const base = at.pathname.replace(/\/+$/, '')
  if (!/\/(?:sessions?|conversations?|threads?|chats?|dialogs?)(?:\/(?:new|create|start))?$/i.test(base)) return undefined
  for (const { id, path } of idsIn(answer)) {
    const root = `${at.origin}${base.replace(/\/(?:new|create|start)$/i, '')}`
    const urls = ['/messages', '/message', '/chat', ''].map((end) => ({
      url: `${root}/${id}${end}`,
      template: `${root}/{{session}}${end}`,
    }))
    return { id, path, urls }
  }
  return undefined
}

/** Ids in an answer that may be those of a conversation, with their places. */
export function idsIn(answer: Answer): readonly Readonly<{ id: string; path: string }>[] {
  const value = answer.body.kind === 'json' ? answer.body.value : undefined
  return boxes.flatMap((box) => {
    const inner = box === '' ? value : member(value, box)
    const name = idNames.find((one) => isObject(inner) && /^[\w.-]{1,100}$/.test(String(inner[one] ?? '')))
    return name === undefined || !isObject(inner) ? [] : [{ id: String(inner[name]), path: `${box === '' ? '' : `/${box}`}/${name}` }]
  })
}

/** Where an error wants a conversation to be opened: the address that it names, else, when it knows no such conversation, the usual ones. */
export function openersIn({ status, text }: Pick<NetResponse, 'status' | 'text'>, url: string): readonly string[] {
  if (status < 400 || status >= 500) return []
  const said = text.slice(0, 3000)
  const at = new URL(url)
  const named = [...said.matchAll(/\bPOST (?:to |an? \w+ to )?["'`]?((?:https?:\/\/[^\s"'`/]{1,100})?\/[\w\-/.]{1,200})/g)]
    .map((match) => URL.parse(match[1]!.replace(/[.]+$/, ''), url))
    .filter(
      (to) => to !== null && to.origin === at.origin && to.pathname !== at.pathname && opens.test(to.pathname) && !ends.test(to.pathname),
    )
    .map((to) => to!.href)
  if (named.length > 0) return [...new Set(named)].slice(0, 2)
  const unknown =
    /(?:unknown|no such|invalid|expired|nonexistent|cannot find) (session|conversation|thread|chat|dialog)\b|(session|conversation|thread|chat|dialog)(?:[ _]?id)?\b[^.\n]{0,60}(?:not found|does not exist|doesn't exist|unknown|is invalid|has expired)/i.exec(
      said,
    )
  if (!unknown || status === 422) return []
  const noun = (unknown[1] ?? unknown[2])!.toLowerCase()
  const folder = at.pathname.replace(/\/[^/]*\/?$/, '')
  return [...new Set([`${folder}/${noun}s`, `${folder}/${noun}`, `/${noun}s`])]
    .filter((path) => path !== at.pathname)
    .map((path) => `${at.origin}${path}`)
}
const opens = /session|conversation|thread|chat|dialog|start|init|open|create/i
/** An address that undoes something is never tried, whoever names it. */
const ends = /delet|remov|reset|clear|log-?out|sign-?out|\/end|close|cancel|stop|purge|destroy|revoke/i
