import type { ServerResponse } from 'node:http'
import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, thought, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

const lines = (response: ServerResponse, items: readonly unknown[]) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  for (const item of items) response.write(`${JSON.stringify(item)}\n`)
  response.end()
}

/** Ollama's /api/chat: streams unless told not to. */
export const ollamaChatServer: ProtocolServer = {
  protocol: 'ollama-chat',
  name: 'Ollama chat',
  path: '/api/chat',
  conversation: 'history',
  streaming: { stream: true, model: 'smollm2:135m' },
  acts: { call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    if (call.path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'smollm2:135m', model: 'smollm2:135m' }] })
    if (call.path === '/v1/models') return sendJson(response, 404, {})
    const body = bodyOf(call)
    if (call.text === '') return sendJson(response, 400, { error: 'missing request body' })
    if (!body['model']) return sendJson(response, 400, { error: 'model is required' })
    if (body['model'] !== 'smollm2:135m') return sendJson(response, 404, { error: `model '${body['model']}' not found` })
    const said = (body['messages'] ?? []).map((message: Any) => message['content'])
    const act = actOf(said.at(-1) ?? '')
    const text = mind(said.at(-1) ?? '', said.slice(0, -1))
    const frame = { model: 'smollm2:135m', created_at: '2026-01-01T00:00:00Z' }
    const end = { done: true, done_reason: act === 'cut' ? 'length' : 'stop', prompt_eval_count: 3, eval_count: 4 }
    const message =
      act === 'call'
        ? { role: 'assistant', content: '', tool_calls: [{ function: { name: 'lookup', arguments: { q: 'x' } } }] }
        : { role: 'assistant', content: text, ...(act === 'think' ? { thinking: 'Hmm.' } : {}) }
    if (body['stream'] === false) return sendJson(response, 200, { ...frame, message, ...end })
    return lines(response, [
      ...wordsOf(text).map((content) => ({ ...frame, message: { role: 'assistant', content }, done: false })),
      { ...frame, message: { role: 'assistant', content: '' }, ...end },
    ])
  },
}

export const ollamaGenerateServer: ProtocolServer = {
  protocol: 'ollama-generate',
  name: 'Ollama generate',
  path: '/api/generate',
  conversation: 'history',
  streaming: { stream: true, model: 'smollm2:135m' },
  acts: { cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    if (call.path === '/api/tags') return sendJson(response, 200, { models: [{ name: 'smollm2:135m' }] })
    const body = bodyOf(call)
    if (!body['model']) return sendJson(response, 400, { error: 'model is required' })
    const act = actOf(body['prompt'] ?? '')
    const text = mind(body['prompt'] ?? '', [])
    const end = { done: true, done_reason: act === 'cut' ? 'length' : 'stop', context: [1, 2, 3], prompt_eval_count: 3, eval_count: 4 }
    if (body['stream'] === false)
      return sendJson(response, 200, { model: 'smollm2:135m', response: text, ...(act === 'think' ? { thinking: 'Hmm.' } : {}), ...end })
    return lines(response, [
      ...wordsOf(text).map((piece) => ({ model: 'smollm2:135m', response: piece, done: false })),
      { model: 'smollm2:135m', response: '', ...end },
    ])
  },
}

/** Text Generation Inference: /generate and /generate_stream. */
export const tgiServer: ProtocolServer = {
  protocol: 'tgi',
  name: 'Hugging Face TGI',
  path: '/generate',
  conversation: 'history',
  acts: { cut: wasCut },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (typeof body['inputs'] !== 'string')
      return response
        .writeHead(422, { 'content-type': 'text/plain' })
        .end('Failed to deserialize the JSON body into the target type: missing field `inputs` at line 1 column 2')
    const act = actOf(body['inputs'])
    const text = mind(body['inputs'], [])
    const details = { finish_reason: act === 'cut' ? 'length' : 'eos_token', generated_tokens: 5, seed: null }
    if (call.path !== '/generate_stream') return sendJson(response, 200, { generated_text: text, details })
    const pieces = wordsOf(text)
    return sendEvents(
      response,
      pieces.map((piece, index) => ({
        index,
        token: { id: 1, text: piece, logprob: 0, special: false },
        generated_text: index === pieces.length - 1 ? text : null,
        details: index === pieces.length - 1 ? details : null,
      })),
    )
  },
}

export const tgiStreamServer: ProtocolServer = { ...tgiServer, name: 'Hugging Face TGI, streamed', path: '/generate_stream' }
