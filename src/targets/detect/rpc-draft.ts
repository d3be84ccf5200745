import { isObject, listAt, member, parseJson, stringAt } from '../protocols/parse-json.ts'
import { soundsLikeChat } from './discover.ts'
import { boxed, type Draft } from './draft.ts'
import { listed } from './issue-phrases.ts'
import type { Trace } from './prober.ts'

/** A call of one procedure, with what is said in its parameters. */
export function rpcDraft(method: string): Draft {
  const draft = boxed('params')
  return { ...draft, body: { jsonrpc: '2.0', id: 1, method, ...(draft.body as Readonly<Record<string, unknown>>) } }
}

export const isRpcDraft = (draft: Draft): boolean => isObject(draft.body) && draft.body['jsonrpc'] === '2.0'

const mostMethods = 2

/** Procedures that the errors so far have named, those that sound like a chat. */
export function chatMethods(trace: readonly Trace[]): readonly string[] {
  const named = trace.flatMap(({ said }) => {
    const error = member(parseJson(said.slice(0, 20_000)), 'error')
    const data = member(error, 'data')
    const lists = isObject(data) ? Object.values(data) : [data]
    const told = /(?:available|known|supported|valid) methods?(?: are)?: ?([^\n]{1,300})/i.exec(stringAt(error, 'message') ?? '')?.[1] ?? ''
    return [...lists.flatMap((list) => (Array.isArray(list) ? list : listAt(list, 'methods'))), ...listed(told)]
  })
  const fits = named.filter((name): name is string => typeof name === 'string' && /^[\w./:-]{2,60}$/.test(name))
  return [...new Set(fits)].filter((name) => soundsLikeChat(`/${name.replace(/[._:]/g, '/')}`) > 0).slice(0, mostMethods)
}
