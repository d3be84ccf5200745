import { sendJson } from '../protocols/servers/serve.ts'
import { clever } from './brains.ts'
import type { Endpoint } from './endpoint.ts'
import { body, isText, json, pydantic } from './handlers.ts'

/** Pages, uploads and paths that lead elsewhere, written down before anybody looked. */
export const strangerPages: readonly Endpoint[] = [
  {
    name: 'a chat page that answers with the whole page',
    path: '/support',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers, method }, response, say) => {
      const said = method === 'POST' && /urlencoded/.test(headers['content-type'] ?? '') ? new URLSearchParams(text).get('message') : null
      const answer = said
        ? `<div class="you">${said.replaceAll('"', '&quot;')}</div><div class="bot">${say(said).replaceAll('"', '&quot;')}</div>`
        : ''
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><html><head><title>Support chat</title></head><body><h1>Ask us</h1><div id="log">${answer}</div><form method="post" action="/support"><input name="message"><button>Send</button></form></body></html>`,
        )
    },
  },
  {
    name: 'a file and a prompt',
    path: '/analyse',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ text, headers }, response, say) => {
      const isForm = /multipart/.test(headers['content-type'] ?? '')
      const said = isForm ? /name="prompt"\r\n(?:content-type[^\r]*\r\n)?\r\n([\s\S]*?)\r\n--/i.exec(text)?.[1] : undefined
      const file = isForm && /name="file"; filename="/.test(text)
      const missing = [...(file ? [] : ['file']), ...(said ? [] : ['prompt'])]
      return missing.length > 0
        ? sendJson(response, 422, pydantic(...missing.map((name) => ['missing', [name]] as const)))
        : sendJson(response, 200, { analysis: say(said!) })
    },
  },
  {
    name: 'GET only, where POST is not even routed',
    path: '/ask',
    brain: clever,
    expect: { protocol: 'form' },
    handle: ({ method, query }, response, say) => {
      if (method !== 'GET')
        return response
          .writeHead(404, { 'content-type': 'text/html' })
          .end('<!DOCTYPE html><html><body><pre>Cannot POST /ask</pre></body></html>')
      const said = query.get('text')
      return said
        ? response.writeHead(200, { 'content-type': 'text/plain' }).end(say(said))
        : sendJson(response, 400, { error: 'the text query parameter is required' })
    },
  },
  {
    name: 'a moved path, with 301',
    path: '/v2/talk',
    brain: clever,
    expect: json,
    handle: ({ json: sent, path }, response, say) => {
      if (path === '/v2/talk') return response.writeHead(301, { location: '/v2/talk/' }).end()
      return isText(body(sent)['talk'])
        ? sendJson(response, 200, { talk: say(body(sent)['talk']) })
        : sendJson(response, 400, { talk: ['This field is required.'] })
    },
  },
]
