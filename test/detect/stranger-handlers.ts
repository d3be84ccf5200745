import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'

/** The body as an object, whatever was sent. */
export const body = (json: unknown): Any => bodyOf({ json })
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
export const json = { protocol: 'json' } as const
export type Handle = Required<Endpoint>['handle']
export type Say = Parameters<Handle>[2]

/** Faults as pydantic writes them. */
export const pydantic = (...faults: readonly (readonly [string, readonly (string | number)[], string?, unknown?])[]) => ({
  detail: faults.map(([type, loc, msg, ctx]) => ({
    type,
    loc: ['body', ...loc],
    msg: msg ?? 'Field required',
    input: {},
    ...(ctx ? { ctx } : {}),
  })),
})
/** A handler for JSON: what is wrong with the body, else the answer to what is said in it. */
export const takes =
  (
    read: (sent: Any) => Readonly<{ said: string; before?: readonly string[] }> | Readonly<{ status: number; error: unknown }>,
    write: (answer: string, said: string) => unknown = (answer) => ({ reply: answer }),
  ): Handle =>
  ({ json: sent, method, path }, response, say) => {
    if (method !== 'POST') return sendJson(response, 404, { error: `no ${path}` })
    const found = read(body(sent))
    return 'said' in found
      ? sendJson(response, 200, write(say(found.said, found.before), found.said))
      : sendJson(response, found.status, found.error)
  }
