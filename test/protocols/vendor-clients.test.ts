import { type AgentSubscriber, HttpAgent } from '@ag-ui/client'
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenAI } from '@google/genai'
import { InferenceClient } from '@huggingface/inference'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { CohereClientV2 } from 'cohere-ai'
import { RemoteRunnable } from 'langchain-core-0/runnables/remote'
import { Ollama } from 'ollama'
import { expect, test } from 'vitest'
import { agUiServer } from './servers/agents.ts'
import { langserveServer } from './servers/app-platforms.ts'
import { bedrockServer, cohereServer, geminiServer } from './servers/clouds.ts'
import { ollamaChatServer, ollamaGenerateServer } from './servers/local-runtimes.ts'
import { openAiChatServer } from './servers/openai-chat.ts'
import { openAiCompletionsServer } from './servers/openai-others.ts'
import type { ProtocolServer } from './servers/protocol-server.ts'
import { serve } from './servers/serve.ts'

const answer = 'You wrote 5 letters.'

/** Our server of a protocol, for as long as the vendor's client talks to it. */
async function against(server: ProtocolServer, talk: (url: string) => Promise<void>): Promise<void> {
  const served = await serve((call, response, request) =>
    server.handle(call, response, (text) => `You wrote ${text.length} letters.`, request),
  )
  try {
    await talk(served.url)
  } finally {
    await served.close()
  }
}

test('ollama’s client reads our chat server, whole and streamed', () =>
  against(ollamaChatServer, async (url) => {
    const client = new Ollama({ host: url })
    const request = { model: 'smollm2:135m', messages: [{ role: 'user', content: 'Hello' }] }
    expect((await client.chat({ ...request, stream: false })).message.content).toBe(answer)
    let text = ''
    for await (const part of await client.chat({ ...request, stream: true })) text += part.message.content
    expect(text).toBe(answer)
  }))

test('ollama’s client reads our generate server, whole and streamed', () =>
  against(ollamaGenerateServer, async (url) => {
    const client = new Ollama({ host: url })
    expect((await client.generate({ model: 'llama-x', prompt: 'Hello', stream: false })).response).toBe(answer)
    let text = ''
    for await (const part of await client.generate({ model: 'llama-x', prompt: 'Hello', stream: true })) text += part.response
    expect(text).toBe(answer)
  }))

test('cohere’s client reads our server, whole and streamed', () =>
  against(cohereServer, async (url) => {
    const client = new CohereClientV2({ token: 'x', environment: url })
    const request = { model: 'command-x', messages: [{ role: 'user' as const, content: 'Hello' }] }
    expect((await client.chat(request)).message.content?.[0]).toMatchObject({ type: 'text', text: answer })
    let text = ''
    for await (const event of await client.chatStream(request))
      if (event.type === 'content-delta') text += event.delta?.message?.content?.text ?? ''
    expect(text).toBe(answer)
  }))

test('google’s client reads our Gemini server, whole and streamed', () =>
  against(geminiServer, async (url) => {
    const client = new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: url } })
    const request = { model: 'gemini-x', contents: 'Hello' }
    expect((await client.models.generateContent(request)).text).toBe(answer)
    let text = ''
    for await (const chunk of await client.models.generateContentStream(request)) text += chunk.text ?? ''
    expect(text).toBe(answer)
  }))

test('the AWS SDK reads our Bedrock server', () =>
  against(bedrockServer, async (url) => {
    const client = new BedrockRuntimeClient({
      endpoint: url,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'x' },
      maxAttempts: 1,
      requestHandler: new NodeHttpHandler(), // HTTP/2 is its habit; the server on the other side speaks 1.1
    })
    const { output, stopReason } = await client.send(
      new ConverseCommand({ modelId: 'anthropic.claude-x', messages: [{ role: 'user', content: [{ text: 'Hello' }] }] }),
    )
    expect({ text: output?.message?.content?.[0]?.text, stopReason }).toEqual({ text: answer, stopReason: 'end_turn' })
    client.destroy()
  }))

/** It speaks to TGI as to OpenAI; TGI's own `/generate` has no client of its vendor any more. */
test('Hugging Face’s client reads our servers of both OpenAI protocols', async () => {
  await against(openAiChatServer, async (url) => {
    const client = new InferenceClient('hf_example', { endpointUrl: url })
    const { choices } = await client.chatCompletion({ model: 'gpt-x', messages: [{ role: 'user', content: 'Hello' }] })
    expect(choices[0]?.message.content).toBe(answer)
  })
  await against(openAiCompletionsServer, async (url) => {
    const client = new InferenceClient('hf_example', { endpointUrl: url })
    expect(await client.textGeneration({ inputs: 'Hello' })).toMatchObject({ generated_text: answer })
  })
})

test('LangChain’s RemoteRunnable reads our LangServe server', () =>
  against(langserveServer, async (url) => {
    const chain = new RemoteRunnable({ url: `${url}/chain` })
    expect(await chain.invoke('Hello')).toMatchObject({ content: answer })
  }))

test('AG-UI’s own agent reads our server', () =>
  against(agUiServer, async (url) => {
    const agent = new HttpAgent({ url: `${url}/agent`, initialMessages: [{ id: '1', role: 'user', content: 'Hello' }] })
    let text = ''
    const listener: AgentSubscriber = {
      onTextMessageContentEvent({ event }) {
        text += event.delta
      },
    }
    await agent.runAgent({}, listener)
    expect(text).toBe(answer)
  }))
