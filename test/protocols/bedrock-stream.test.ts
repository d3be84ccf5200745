import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { connectTarget } from '../../src/targets/connect.ts'
import { detect } from '../../src/targets/detect/detect.ts'
import { clever } from '../detect/brains.ts'
import { type Any, bodyOf, wordsOf } from './servers/protocol-server.ts'
import { sendJson, serve } from './servers/serve.ts'
import { openTestNet } from './test-net.ts'

/** A frame of application/vnd.amazon.eventstream: lengths, checksum, headers, payload, checksum. */
function frame(event: string, payload: unknown): Buffer {
  const header = (name: string, value: string) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(Buffer.byteLength(value))
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)])
  }
  const headers = Buffer.concat([
    header(':event-type', event),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const rest = Buffer.concat([prelude, headers, body])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(rest))
  return Buffer.concat([rest, sum])
}

test('a Bedrock endpoint that only streams in binary frames is talked to by its URL, tool calls and usage included', async () => {
  const words: string[] = []
  const served = await serve((call, response) => {
    if (!call.path.endsWith('/converse-stream')) return sendJson(response, 404, { message: 'no such operation' })
    const said: string[] = bodyOf(call)['messages'].map((message: Any) => message['content'][0]['text'])
    const isCall = /call a tool/.test(said.at(-1)!)
    words.push(`${clever(said.at(-1)!, said.slice(0, -1))} Grüße, {"x"}!`)
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    response.write(frame('messageStart', { role: 'assistant' }))
    if (isCall) response.write(frame('contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 't', name: 'lookup' } } }))
    const deltas = isCall
      ? [{ toolUse: { input: '{"q":' } }, { toolUse: { input: '"x"}' } }]
      : wordsOf(words.at(-1)!).map((text) => ({ text }))
    for (const delta of deltas)
      response.write(frame('contentBlockDelta', { contentBlockIndex: 0, delta, p: 'abcdefghij'.slice(0, words.length % 10) }))
    response.write(frame('contentBlockStop', { contentBlockIndex: 0 }))
    response.write(frame('messageStop', { stopReason: isCall ? 'tool_use' : 'end_turn' }))
    response.end(frame('metadata', { usage: { inputTokens: 3, outputTokens: 123, totalTokens: 126 }, metrics: { latencyMs: 7 } }))
  })
  try {
    const url = `${served.url}/model/anthropic.claude-x/converse-stream`
    const profile = await detect(url, {}, openTestNet(), AbortSignal.timeout(20_000))
    expect({ protocol: profile.protocol, streaming: profile.streaming }, profile.notes.join('\n')).toEqual({
      protocol: 'bedrock-converse',
      streaming: true,
    })
    expect(words).toContain(profile.sample?.received)
    const target = connectTarget(url, profile, openTestNet())
    const reply = await target.open().send('Good morning', AbortSignal.timeout(5000))
    expect(reply).toEqual({ text: words.at(-1), usage: { inputTokens: 3, outputTokens: 123 } })
    const called = await target.open().send('call a tool', AbortSignal.timeout(5000))
    expect(called.toolCalls).toEqual([{ name: 'lookup', arguments: { q: 'x' } }])
  } finally {
    await served.close()
  }
})
