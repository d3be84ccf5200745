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
  const value = answer.body.kind === 'json' ? answer.body.value : undefined
  for (const box of boxes) {
    const inner = box === '' ? value : member(value, box)
    const name = idNames.find((one) => isObject(inner) && /^[\w.-]{1,100}$/.test(String(inner[one] ?? '')))
    if (name === undefined || !isObject(inner)) continue
    const id = String(inner[name])
    const root = `${at.origin}${base.replace(/\/(?:new|create|start)$/i, '')}`
    const urls = ['/messages', '/message', '/chat', ''].map((end) => ({
      url: `${root}/${id}${end}`,
      template: `${root}/{{session}}${end}`,
    }))
    return { id, path: `${box === '' ? '' : `/${box}`}/${name}`, urls }
  }
  return undefined
}
