import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anthropicServer } from './servers/anthropic-messages.ts'
import { openAiChatServer } from './servers/openai-chat.ts'
import { openAiResponsesServer } from './servers/openai-others.ts'
import type { ProtocolServer } from './servers/protocol-server.ts'
import { type Served, serve } from './servers/serve.ts'

/** Our servers are only worth testing against if the vendors' own clients understand them. */
const open = (server: ProtocolServer) =>
  serve((call, response, request) => server.handle(call, response, (text) => `You wrote ${text.length} letters.`, request))

describe('the vendors’ own clients read our servers', () => {
  let chat: Served
  let responses: Served
  let messages: Served
  beforeAll(async () => {
    chat = await open(openAiChatServer)
    responses = await open(openAiResponsesServer)
    messages = await open(anthropicServer)
  })
  afterAll(() => Promise.all([chat.close(), responses.close(), messages.close()]))

  test('openai: chat completions, whole and streamed', async () => {
    const client = new OpenAI({ baseURL: `${chat.url}/v1`, apiKey: 'x', maxRetries: 0 })
    const request = { model: 'gpt-x', messages: [{ role: 'user', content: 'Hello' }] } as const
    expect((await client.chat.completions.create({ ...request, messages: [...request.messages] })).choices[0]?.message.content).toBe(
      'You wrote 5 letters.',
    )
    let text = ''
    for await (const chunk of await client.chat.completions.create({ ...request, messages: [...request.messages], stream: true }))
      text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('You wrote 5 letters.')
  })

  test('openai: responses, whole and streamed', async () => {
    const client = new OpenAI({ baseURL: `${responses.url}/v1`, apiKey: 'x', maxRetries: 0 })
    expect((await client.responses.create({ model: 'gpt-x', input: 'Hello' })).output_text).toBe('You wrote 5 letters.')
    let text = ''
    for await (const event of await client.responses.create({ model: 'gpt-x', input: 'Hello', stream: true }))
      if (event.type === 'response.output_text.delta') text += event.delta
    expect(text).toBe('You wrote 5 letters.')
  })

  test('anthropic: messages, whole and streamed', async () => {
    const client = new Anthropic({ baseURL: messages.url, apiKey: 'x', maxRetries: 0 })
    const request = { model: 'claude-x', max_tokens: 64, messages: [{ role: 'user' as const, content: 'Hello' }] }
    expect((await client.messages.create(request)).content[0]).toMatchObject({ type: 'text', text: 'You wrote 5 letters.' })
    expect(await client.messages.stream(request).finalText()).toBe('You wrote 5 letters.')
  })
})
