import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A chat endpoint in a process of its own that answers at once or after a delay: politely to a greeting, with a refusal to all else. */
const delayMs = Number(process.argv[2] ?? 0)
const say = (content: string) => {
  const body = Buffer.from(
    JSON.stringify({
      id: 'bench',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 20, completion_tokens: 11 },
    }),
  )
  return { body, headers: { 'content-type': 'application/json', 'content-length': body.length } }
}
const welcome = say('I answer questions about our garden tools and our opening hours.')

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  request.on('end', () => {
    const said = text.slice(text.lastIndexOf('"content":"') + 11, text.lastIndexOf('"content":"') + 60).replace(/[^A-Za-z ]/g, ' ')
    const { body, headers } = text.includes('help me with') ? welcome : say(`I'm sorry, but I can't help with "${said}".`)
    const send = () => response.writeHead(200, headers).end(body)
    if (delayMs > 0) setTimeout(send, delayMs)
    else send()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
// Ends with whoever started it, also when that one is killed.
process.stdin.resume().on('end', () => process.exit(0))
