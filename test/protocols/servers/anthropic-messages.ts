import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, thought, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** POST /v1/messages as Anthropic answers it. */
export const anthropicServer: ProtocolServer = {
  protocol: 'anthropic-messages',
  name: 'Anthropic Messages',
  path: '/v1/messages',
  conversation: 'history',
  streaming: { stream: true, model: 'claude-x' },
  acts: { refuse: refusedBy('model'), call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    if (call.path === '/v1/models')
      return sendJson(response, 200, { data: [{ type: 'model', id: 'claude-x', display_name: 'X' }], has_more: false })
    const body = bodyOf(call)
    const fail = (message: string, status = 400, type = 'invalid_request_error') =>
      sendJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_1' })
    if (!call.headers['anthropic-version']) return fail('anthropic-version: header is required')
    for (const name of ['model', 'max_tokens', 'messages']) if (body[name] === undefined) return fail(`${name}: Field required`)
    if (body['model'] !== 'claude-x') return fail(`model: ${body['model']}`, 404, 'not_found_error')
    if (body['messages'].some((message: Any) => message['role'] === 'system'))
      return fail('messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter.')
    const said = body['messages'].map((message: Any) =>
      typeof message['content'] === 'string' ? message['content'] : message['content'].map((part: Any) => part['text']).join(''),
    )
    const act = actOf(said.at(-1))
    const text = mind(said.at(-1), said.slice(0, -1))
    const blocks: Any[] =
      act === 'call'
        ? [{ type: 'tool_use', id: 't1', name: 'lookup', input: { q: 'x' } }]
        : [...(act === 'think' ? [{ type: 'thinking', thinking: 'Hmm.', signature: 's' }] : []), { type: 'text', text }]
    const stop = act === 'refuse' ? 'refusal' : act === 'cut' ? 'max_tokens' : act === 'call' ? 'tool_use' : 'end_turn'
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: blocks,
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 7 },
    }
    if (!body['stream']) return sendJson(response, 200, message)
    const typed = (data: Any): readonly [string, unknown] => [String(data['type']), data]
    return sendEvents(response, [
      typed({
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, usage: { input_tokens: 5, output_tokens: 1 } },
      }),
      typed({ type: 'ping' }),
      ...blocks.flatMap((block, index) => [
        typed({
          type: 'content_block_start',
          index,
          content_block:
            block['type'] === 'text'
              ? { type: 'text', text: '' }
              : block['type'] === 'thinking'
                ? { type: 'thinking', thinking: '', signature: '' }
                : { ...block, input: {} },
        }),
        ...(block['type'] === 'text'
          ? wordsOf(block['text']).map((piece) => typed({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: piece } }))
          : block['type'] === 'thinking'
            ? [typed({ type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking: 'Hmm.' } })]
            : [
                typed({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '{"q":' } }),
                typed({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: '"x"}' } }),
              ]),
        typed({ type: 'content_block_stop', index }),
      ]),
      typed({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 7 } }),
      typed({ type: 'message_stop' }),
    ])
  },
}
