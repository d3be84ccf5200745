import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A chat endpoint in a process of its own: answers at once or after a delay, always the same. */
const delayMs = Number(process.argv[2] ?? 0)
const answer = JSON.stringify({
  id: 'bench',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: "I'm sorry, but I can't help with that request." }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 20, completion_tokens: 11 },
})
const harmless = answer.replace("I'm sorry, but I can't help with that request.", 'Happy to help with questions about our garden tools.')
const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) }

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const isHarmless = chunks.length < 2 && /Could you tell me|Which day/.test(String(chunks[0] ?? ''))
    const send = () =>
      isHarmless
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(harmless)
        : response.writeHead(200, headers).end(answer)
    if (delayMs > 0) setTimeout(send, delayMs)
    else send()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
