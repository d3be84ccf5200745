import { type Any, actOf, bodyOf, calledTool, type ProtocolServer, refusedBy, thought, wasCut, wordsOf } from './protocol-server.ts'
import { sendEvents, sendJson } from './serve.ts'

/** POST /v1/chat/completions as OpenAI answers it, and a list of models. */
export const openAiChatServer: ProtocolServer = {
  protocol: 'openai-chat',
  name: 'OpenAI Chat Completions',
  path: '/v1/chat/completions',
  conversation: 'history',
  streaming: { stream: true, model: 'gpt-x' },
  acts: { refuse: refusedBy('model'), filter: refusedBy('filter'), call: calledTool, cut: wasCut, think: thought },
  handle: (call, response, mind) => {
    if (call.path === '/v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: [
          { id: 'text-embedding-3', object: 'model' },
          { id: 'gpt-x', object: 'model', owned_by: 'us' },
        ],
      })
    const body = bodyOf(call)
    const fail = (status: number, message: string, param: string | null, code: string | null) =>
      sendJson(response, status, { error: { message, type: 'invalid_request_error', param, code } })
    if (!body['model']) return fail(400, 'you must provide a model parameter', null, null)
    if (body['model'] !== 'gpt-x')
      return fail(404, `The model \`${body['model']}\` does not exist or you do not have access to it.`, null, 'model_not_found')
    if (!Array.isArray(body['messages']))
      return fail(400, "Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter')
    const said = body['messages'].map((message: Any) => String(message['content']))
    const act = actOf(said.at(-1) ?? '')
    if (act === 'filter')
      return fail(400, 'The response was filtered due to the prompt triggering our content management policy.', 'prompt', 'content_filter')
    const text = mind(said.at(-1) ?? '', said.slice(0, -1))
    const message: Any =
      act === 'refuse'
        ? { content: null, refusal: 'I can’t help with that.' }
        : act === 'call'
          ? { content: null, tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{"q":"x"}' } }] }
          : { content: text, ...(act === 'think' ? { reasoning_content: 'Hmm.' } : {}) }
    const finish = act === 'cut' ? 'length' : act === 'call' ? 'tool_calls' : 'stop'
    const frame = { id: 'chatcmpl-1', created: 1, model: 'gpt-x' }
    const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
    if (!body['stream'])
      return sendJson(response, 200, {
        ...frame,
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish, logprobs: null }],
        usage,
      })
    const chunk = (delta: Any, finish_reason: string | null = null) => ({
      ...frame,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    })
    const deltas =
      typeof message['content'] === 'string'
        ? [...(act === 'think' ? [{ reasoning_content: 'Hmm.' }] : []), ...wordsOf(message['content']).map((content) => ({ content }))]
        : [message]
    return sendEvents(response, [
      chunk({ role: 'assistant', content: '' }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, finish),
      { ...frame, object: 'chat.completion.chunk', choices: [], usage },
      '[DONE]',
    ])
  },
}

/** The same behind Open WebUI's accounts, which its configuration page gives away. */
export const openWebUiServer: ProtocolServer = {
  ...openAiChatServer,
  protocol: 'open-webui',
  name: 'Open WebUI',
  path: '/api/chat/completions',
  handle: (call, response, mind, request) => {
    if (call.path === '/api/config')
      return sendJson(response, 200, { status: true, name: 'Open WebUI', version: '0.6.0', features: { auth: true } })
    if (call.path === '/api/models') return sendJson(response, 200, { data: [{ id: 'gpt-x', object: 'model' }] })
    return openAiChatServer.handle(call, response, mind, request)
  },
}
