import type { ServerResponse } from 'node:http'
import { type Any, bodyOf } from '../protocols/servers/protocol-server.ts'
import { sendJson } from '../protocols/servers/serve.ts'
import type { Endpoint } from './endpoint.ts'

/** The body as an object, whatever was sent. */
export const body = (json: unknown): Any => bodyOf({ json })
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
export const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(value)
export const json = { protocol: 'json' } as const
export const plainJson = { protocol: 'json', conversation: 'none' } as const
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

/** Takes one named text, and says so. */
export const wants =
  (field: string, answer: (text: string) => unknown): Handle =>
  ({ json, method }, response) => {
    if (method !== 'POST') return sendJson(response, 404, { error: 'Not Found' })
    const text = body(json)[field]
    return typeof text === 'string' && text !== ''
      ? sendJson(response, 200, answer(text))
      : sendJson(response, 400, { error: `${field} is required` })
  }

/** Takes one text at a path of names; answers with an error of its own making until it is there. */
export const at =
  (
    path: string,
    status: number,
    error: unknown,
    write: (answer: string, said: string) => unknown = (answer) => ({ reply: answer }),
  ): Handle =>
  ({ json: sent, method }, response, say) => {
    if (method !== 'POST') return sendJson(response, 404, { error: 'Not Found' })
    const said = path
      .split('.')
      .reduce<unknown>((node, name) => (typeof node === 'object' && node !== null ? (node as Any)[name] : undefined), body(sent))
    if (isText(said)) return sendJson(response, 200, write(say(said), said))
    return typeof error === 'string'
      ? response.writeHead(status, { 'content-type': 'text/plain' }).end(error)
      : sendJson(response, status, error)
  }

/** Takes POST only, and says so. */
export const posted =
  (handle: Handle): Handle =>
  (call, response, say, request) =>
    call.method === 'POST'
      ? handle(call, response, say, request)
      : sendJson(response, 405, { detail: 'Method Not Allowed' }, { allow: 'POST' })

/** Answers in text. */
export const plainly = (response: ServerResponse, status: number, text: string, type = 'text/plain') =>
  response.writeHead(status, { 'content-type': type }).end(text)

/** A page of a person's web, in which nobody talks. */
export const page = (text: string) => `<!doctype html><html><head><title>x</title></head><body>${text}</body></html>`
