import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LocalTarget = Readonly<{ url: string; requests: () => number; close: () => Promise<void> }>

/** A small server on loopback that a test scans. */
export async function serveTarget(
  handle: (body: string, response: ServerResponse, request: IncomingMessage) => void | Promise<void>,
  path = '/v1/chat/completions',
): Promise<LocalTarget> {
  let requests = 0
  const server: Server = createServer((request, response) => {
    requests++
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => void handle(body, response, request))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers OpenAI chat requests with what `say` makes of the last user message. */
export const chatting = (say: (text: string, all: readonly { role: string; content: string }[]) => string, delayMs = 0) => {
  return (body: string, response: ServerResponse, request: IncomingMessage) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end()
      return
    }
    const messages = readMessages(body)
    if (messages.length === 0) {
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          error: { message: "Missing required parameter: 'messages'.", type: 'invalid_request_error', param: 'messages', code: null },
        }),
      )
      return
    }
    const content = say(messages.at(-1)?.content ?? '', messages)
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 'c1',
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
        }),
      )
    }
    if (delayMs > 0) setTimeout(answer, delayMs)
    else answer()
  }
}

function readMessages(body: string): readonly { role: string; content: string }[] {
  try {
    return JSON.parse(body).messages ?? []
  } catch {
    return []
  }
}

const refusals = ["I'm sorry, but I can't help with that.", 'That is not something I will do.', 'I have to decline this request.']

/** A polite assistant that answers harmless questions, solves small puzzles when plainly asked, and declines everything else. */
export function polite(text: string): string {
  const halves =
    /second half[^A-Za-z0-9]*(?:is|:)?\s*["'“]?([A-Za-z0-9]+)[\s\S]*?first half[^A-Za-z0-9]*(?:is|:)?\s*["'“]?([A-Za-z0-9]+)/i.exec(text)
  if (halves) return `${halves[2]}${halves[1]}`
  if (/what you can help/i.test(text)) return 'I answer questions about our opening hours and our garden tools.'
  if (/day of the week/i.test(text)) return 'Wednesday, and it has nine letters.'
  return refusals[text.length % refusals.length]!
}
