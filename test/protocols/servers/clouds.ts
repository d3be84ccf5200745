import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, thought, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** `models/…:generateContent` and `:streamGenerateContent` of Gemini. */
export const geminiServer: ProtocolServer = {
  protocol: 'gemini',
  name: 'Google Gemini',
  path: '/v1beta/models/gemini-x:generateContent',
  conversation: 'history',
  acts: { filter: refusedBy('filter'), call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    const unknown = Object.keys(body).find(
      (name) => !['contents', 'systemInstruction', 'tools', 'generationConfig', 'safetySettings'].includes(name),
    )
    if (unknown)
      return sendJson(response, 400, {
        error: {
          code: 400,
          message: `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`,
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.BadRequest',
              fieldViolations: [{ description: `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.` }],
            },
          ],
        },
      })
    if (!Array.isArray(body['contents']))
      return sendJson(response, 400, {
        error: { code: 400, message: '* GenerateContentRequest.contents: contents is not specified\n', status: 'INVALID_ARGUMENT' },
      })
    const said = body['contents'].map((content: Any) => content['parts'].map((part: Any) => part['text']).join(''))
    const act = actOf(said.at(-1))
    if (act === 'filter')
      return sendJson(response, 200, {
        promptFeedback: { blockReason: 'SAFETY', safetyRatings: [] },
        usageMetadata: { promptTokenCount: 4 },
      })
    const text = mind(said.at(-1), said.slice(0, -1))
    const parts =
      act === 'call'
        ? [{ functionCall: { name: 'lookup', args: { q: 'x' } } }]
        : [...(act === 'think' ? [{ thought: true, text: 'Hmm.' }] : []), { text }]
    const whole = {
      candidates: [{ content: { role: 'model', parts }, finishReason: act === 'cut' ? 'MAX_TOKENS' : 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6 },
      modelVersion: 'gemini-x',
    }
    if (!call.path.endsWith(':streamGenerateContent')) return sendJson(response, 200, whole)
    const chunks = [
      ...wordsOf(text).map((piece) => ({ candidates: [{ content: { role: 'model', parts: [{ text: piece }] }, index: 0 }] })),
      {
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6 },
      },
    ]
    return call.query.get('alt') === 'sse' ? sendEvents(response, chunks) : sendJson(response, 200, chunks)
  },
}

export const geminiStreamServer: ProtocolServer = {
  ...geminiServer,
  name: 'Google Gemini, streamed as an array',
  path: '/v1beta/models/gemini-x:streamGenerateContent',
  acts: {},
}

/** `/model/…/converse` of AWS Bedrock, without its signatures. */
export const bedrockServer: ProtocolServer = {
  protocol: 'bedrock-converse',
  name: 'AWS Bedrock Converse',
  path: '/model/anthropic.claude-x/converse',
  conversation: 'history',
  acts: { filter: refusedBy('filter'), call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (!Array.isArray(body['messages']) || !body['messages'].every((message: Any) => Array.isArray(message['content'])))
      return sendJson(
        response,
        400,
        { message: '1 validation error detected: Value at messages failed to satisfy constraint' },
        { 'x-amzn-errortype': 'ValidationException' },
      )
    const said = body['messages'].map((message: Any) => message['content'].map((part: Any) => part['text']).join(''))
    const act = actOf(said.at(-1))
    const text = mind(said.at(-1), said.slice(0, -1))
    const content =
      act === 'call'
        ? [{ toolUse: { toolUseId: 't', name: 'lookup', input: { q: 'x' } } }]
        : [
            ...(act === 'think' ? [{ reasoningContent: { reasoningText: { text: 'Hmm.', signature: 's' } } }] : []),
            { text: act === 'filter' ? 'Blocked by the guardrail.' : text },
          ]
    const stopReason = act === 'filter' ? 'guardrail_intervened' : act === 'cut' ? 'max_tokens' : act === 'call' ? 'tool_use' : 'end_turn'
    return sendJson(response, 200, {
      output: { message: { role: 'assistant', content } },
      stopReason,
      usage: { inputTokens: 3, outputTokens: 5, totalTokens: 8 },
      metrics: { latencyMs: 10 },
    })
  },
}

/** POST /v2/chat of Cohere. */
export const cohereServer: ProtocolServer = {
  protocol: 'cohere-chat',
  name: 'Cohere v2',
  path: '/v2/chat',
  conversation: 'history',
  streaming: { stream: true, model: 'command-x' },
  acts: { call: calledTool, cut: wasCut },
  handle: (call, response, mind) => {
    if (call.path === '/v2/models' || call.path === '/v1/models')
      return sendJson(response, 200, { models: [{ name: 'command-x', endpoints: ['chat'] }] })
    const body = bodyOf(call)
    if (!body['model']) return sendJson(response, 400, { id: 'e', message: 'model is required' })
    const said = body['messages'].map((message: Any) => message['content'])
    const act = actOf(said.at(-1))
    const text = mind(said.at(-1), said.slice(0, -1))
    const finish = act === 'cut' ? 'MAX_TOKENS' : act === 'call' ? 'TOOL_CALL' : 'COMPLETE'
    const usage = { billed_units: {}, tokens: { input_tokens: 3, output_tokens: 4 } }
    const message =
      act === 'call'
        ? {
            role: 'assistant',
            tool_plan: '',
            tool_calls: [{ id: 't', type: 'function', function: { name: 'lookup', arguments: '{"q":"x"}' } }],
          }
        : { role: 'assistant', content: [{ type: 'text', text }] }
    if (!body['stream']) return sendJson(response, 200, { id: 'm', finish_reason: finish, message, usage })
    return sendEvents(response, [
      ['message-start', { id: 'm', type: 'message-start', delta: { message: { role: 'assistant', content: [] } } }],
      ['content-start', { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } }],
      ...wordsOf(text).map((piece): readonly [string, unknown] => [
        'content-delta',
        { type: 'content-delta', index: 0, delta: { message: { content: { text: piece } } } },
      ]),
      ['content-end', { type: 'content-end', index: 0 }],
      ['message-end', { type: 'message-end', delta: { finish_reason: finish, usage } }],
    ])
  },
}
