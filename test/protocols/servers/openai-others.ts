import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, thought, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** POST /v1/responses with its typed events. */
export const openAiResponsesServer: ProtocolServer = {
  protocol: 'openai-responses',
  name: 'OpenAI Responses',
  path: '/v1/responses',
  conversation: 'history',
  streaming: { stream: true },
  acts: { refuse: refusedBy('model'), filter: refusedBy('filter'), call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (body['input'] === undefined)
      return sendJson(response, 400, {
        error: {
          message: "Missing required parameter: 'input'.",
          type: 'invalid_request_error',
          param: 'input',
          code: 'missing_required_parameter',
        },
      })
    const turns: string[] = typeof body['input'] === 'string' ? [body['input']] : body['input'].map((item: Any) => String(item['content']))
    const act = actOf(turns.at(-1)!)
    const text = mind(turns.at(-1)!, turns.slice(0, -1))
    const content =
      act === 'refuse' ? [{ type: 'refusal', refusal: 'I can’t help with that.' }] : [{ type: 'output_text', text, annotations: [] }]
    const output =
      act === 'call'
        ? [{ type: 'function_call', call_id: 'c', name: 'lookup', arguments: '{"q":"x"}' }]
        : act === 'filter'
          ? []
          : [
              ...(act === 'think' ? [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hmm.' }] }] : []),
              { type: 'message', id: 'm', role: 'assistant', status: 'completed', content },
            ]
    const whole = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: 'gpt-x',
      status: act === 'cut' || act === 'filter' ? 'incomplete' : 'completed',
      incomplete_details: act === 'cut' ? { reason: 'max_output_tokens' } : act === 'filter' ? { reason: 'content_filter' } : null,
      error: null,
      output,
      usage: { input_tokens: 5, output_tokens: 7, output_tokens_details: { reasoning_tokens: 0 } },
    }
    if (!body['stream']) return sendJson(response, 200, whole)
    const typed = (data: Any): readonly [string, unknown] => [String(data['type']), data]
    return sendEvents(response, [
      typed({ type: 'response.created', sequence_number: 0, response: { ...whole, status: 'in_progress', output: [] } }),
      ...wordsOf(text).map((delta, index) =>
        typed({ type: 'response.output_text.delta', sequence_number: index + 1, item_id: 'm', output_index: 0, content_index: 0, delta }),
      ),
      typed({ type: 'response.completed', sequence_number: 99, response: whole }),
    ])
  },
}

/** POST /v1/completions. */
export const openAiCompletionsServer: ProtocolServer = {
  protocol: 'openai-completions',
  name: 'OpenAI Completions',
  path: '/v1/completions',
  conversation: 'history',
  streaming: { stream: true },
  acts: { cut: wasCut, filter: refusedBy('filter') },
  handle: (call, response, mind) => {
    const body = bodyOf(call)
    if (typeof body['prompt'] !== 'string')
      return sendJson(response, 400, {
        error: { message: "'prompt' is a required property", type: 'invalid_request_error', param: null, code: null },
      })
    const act = actOf(body['prompt'])
    const text = mind(body['prompt'], [])
    const finish = act === 'cut' ? 'length' : act === 'filter' ? 'content_filter' : 'stop'
    const frame = { id: 'cmpl', object: 'text_completion', created: 1, model: 'davinci-x' }
    if (!body['stream'])
      return sendJson(response, 200, {
        ...frame,
        choices: [{ text, index: 0, logprobs: null, finish_reason: finish }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      })
    return sendEvents(response, [
      ...wordsOf(text).map((piece) => ({ ...frame, choices: [{ text: piece, index: 0, finish_reason: null }] })),
      { ...frame, choices: [{ text: '', index: 0, finish_reason: finish }] },
      '[DONE]',
    ])
  },
}
