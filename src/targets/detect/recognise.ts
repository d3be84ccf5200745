import type { NetResponse, ProtocolId } from '../../domain/target.ts'
import type { Body, StreamEvent } from '../protocols/body.ts'
import { isObject, type JsonObject, listAt, member, numberAt, parseJson, stringAt } from '../protocols/parse-json.ts'

/** The protocol whose envelope an answer wears. Undefined: it is somebody's own. */
export function recogniseAnswer(body: Body): ProtocolId | undefined {
  if (body.kind === 'json')
    return Array.isArray(body.value) ? recogniseList(body.value) : isObject(body.value) ? recogniseObject(body.value) : undefined
  if (body.kind !== 'events') return undefined
  return body.format === 'ai-sdk-data' ? 'vercel-ai' : recogniseStream(body.events)
}

function recogniseObject(value: JsonObject): ProtocolId | undefined {
  if (isObject(member(value, 'choices', 0, 'message'))) return 'openai-chat'
  if (stringAt(value, 'choices', 0, 'text') !== undefined) return 'openai-completions'
  if (
    value['object'] === 'response' ||
    listAt(value, 'output').some((item) => stringAt(item, 'type') === 'message' && listAt(item, 'content').length > 0)
  )
    return 'openai-responses'
  if (value['type'] === 'message' && Array.isArray(value['content']) && value['role'] === 'assistant') return 'anthropic-messages'
  if (Array.isArray(member(value, 'candidates', 0, 'content', 'parts')) || (isObject(value['promptFeedback']) && !value['choices']))
    return 'gemini'
  if (Array.isArray(member(value, 'output', 'message', 'content')) && typeof value['stopReason'] === 'string') return 'bedrock-converse'
  if (Array.isArray(member(value, 'message', 'content')) && typeof value['finish_reason'] === 'string') return 'cohere-chat'
  if (stringAt(value, 'message', 'content') !== undefined && typeof value['done'] === 'boolean') return 'ollama-chat'
  if (typeof value['response'] === 'string' && typeof value['done'] === 'boolean') return 'ollama-generate'
  if (typeof value['generated_text'] === 'string') return 'tgi'
  if (typeof value['answer'] === 'string' && typeof value['conversation_id'] === 'string' && typeof value['message_id'] === 'string')
    return 'dify'
  if (typeof value['text'] === 'string' && typeof value['question'] === 'string' && typeof value['chatId'] === 'string') return 'flowise'
  if (Array.isArray(member(value, 'outputs', 0, 'outputs')) && typeof value['session_id'] === 'string') return 'langflow'
  if (value['output'] !== undefined && stringAt(value, 'metadata', 'run_id') !== undefined) return 'langserve'
  return undefined
}

function recogniseList(list: readonly unknown[]): ProtocolId | undefined {
  const first = list[0]
  if (stringAt(first, 'generated_text') !== undefined) return 'tgi'
  if (stringAt(first, 'recipient_id') !== undefined && list.every((item) => isObject(item) && typeof item['recipient_id'] === 'string'))
    return 'rasa'
  if (Array.isArray(member(first, 'candidates'))) return 'gemini'
  return undefined
}

function recogniseStream(events: readonly StreamEvent[]): ProtocolId | undefined {
  const all = events.map((event) => event.data).filter(isObject)
  const types = new Set(all.map((event) => event['type']).filter((type) => typeof type === 'string'))
  if (all.some((event) => isObject(member(event, 'choices', 0, 'delta')))) return 'openai-chat'
  if (all.some((event) => typeof member(event, 'choices', 0, 'text') === 'string')) return 'openai-completions'
  if (types.has('response.created') || types.has('response.output_text.delta')) return 'openai-responses'
  if (types.has('message_start') && types.has('content_block_delta')) return 'anthropic-messages'
  if (types.has('RUN_STARTED') || types.has('TEXT_MESSAGE_CONTENT')) return 'ag-ui'
  if (types.has('text-delta') && (types.has('text-start') || types.has('start'))) return 'vercel-ai'
  if (types.has('content-delta') && types.has('message-start')) return 'cohere-chat'
  if (all.some((event) => Array.isArray(event['candidates']))) return 'gemini'
  if (all.some((event) => isObject(event['message']) && typeof event['done'] === 'boolean')) return 'ollama-chat'
  if (all.some((event) => typeof event['response'] === 'string' && typeof event['done'] === 'boolean')) return 'ollama-generate'
  if (all.some((event) => isObject(event['token']) && event['generated_text'] !== undefined)) return 'tgi'
  if (all.some((event) => typeof event['answer'] === 'string' && typeof event['conversation_id'] === 'string')) return 'dify'
  return undefined
}

/** The protocol that writes its errors like this. */
export function recogniseError(response: NetResponse): ProtocolId | undefined {
  const value = parseJson(response.text)
  if (!isObject(value)) return undefined
  if (/\bx-user-key\b/i.test(response.text)) return 'botpress'
  if (response.status === 401 || response.status === 403) return undefined
  if (/\bthreadId\b/.test(response.text) && /\brunId\b/.test(response.text)) return 'ag-ui'
  const message = (stringAt(value, 'error', 'message') ?? '').slice(0, 2000) // `.*` below reads it once for each mention
  if (value['type'] === 'error' && stringAt(value, 'error', 'type') !== undefined) return 'anthropic-messages'
  if (numberAt(value, 'error', 'code') !== undefined && /^[A-Z_]{5,}$/.test(stringAt(value, 'error', 'status') ?? ''))
    return /contents|model/i.test(message) ? 'gemini' : undefined
  if (
    isObject(value['error']) &&
    (value['error']['param'] === 'messages' || /'messages'|\bmessages\b.*required|required.*\bmessages\b/.test(message)) &&
    'type' in value['error']
  )
    return 'openai-chat'
  if (typeof value['error'] === 'string' && /^(?:model is required|missing request body|model '[^']*' not found)/i.test(value['error']))
    return 'ollama-chat'
  if (typeof value['error'] === 'string' && typeof value['error_type'] === 'string') return 'tgi'
  if (typeof value['code'] === 'string' && typeof value['params'] === 'string' && typeof value['status'] === 'number') return 'dify'
  return undefined
}
