import type { ProtocolId, TargetConfig } from '../../domain/target.ts'
import { isObject } from '../protocols/parse-json.ts'
import { readTemplate } from '../protocols/template.ts'
import { type Draft, get } from './draft.ts'
import type { Way } from './way.ts'

/** What the operator's target_config settles. Undefined: nothing, find it out. */
export function fromConfig(config: TargetConfig): Way | undefined {
  const generic = config.request !== undefined || config.response_path !== undefined
  if (config.protocol === undefined && !generic) return undefined
  const request = config.request === undefined ? undefined : readTemplate(config.request)
  if (config.protocol === 'mcp') return { protocol: 'mcp', settings: isObject(request) ? request : {} }
  return {
    protocol: config.protocol ?? 'json',
    settings: {
      ...(config.model === undefined ? {} : { model: config.model }),
      ...(request === undefined ? {} : { request }),
      ...(config.response_path === undefined ? {} : { response_path: config.response_path }),
    },
  }
}

/** Where each protocol has what is said, and the members that it words by itself. */
const shapes: Partial<Record<ProtocolId, Readonly<{ at: readonly (readonly (string | number)[])[]; own: readonly string[] }>>> = {
  'openai-chat': { at: [['messages', 0, 'content']], own: ['messages', 'model', 'stream'] },
  'cohere-chat': { at: [['messages', 0, 'content']], own: ['messages', 'model', 'stream'] },
  'ollama-chat': { at: [['messages', 0, 'content']], own: ['messages', 'model', 'stream'] },
  'anthropic-messages': { at: [['messages', 0, 'content']], own: ['messages', 'model', 'stream', 'max_tokens'] },
  'openai-responses': { at: [['input']], own: ['input', 'model', 'stream'] },
  'openai-completions': { at: [['prompt']], own: ['prompt', 'model', 'stream', 'max_tokens'] },
  'ollama-generate': { at: [['prompt']], own: ['prompt', 'model', 'stream'] },
  tgi: { at: [['inputs']], own: ['inputs', 'parameters'] },
  gemini: { at: [['contents', 0, 'parts', 0, 'text']], own: ['contents'] },
  'bedrock-converse': { at: [['messages', 0, 'content', 0, 'text']], own: ['messages'] },
  'vercel-ai': {
    at: [
      ['messages', 0, 'content'],
      ['messages', 0, 'parts', 0, 'text'],
    ],
    own: ['messages', 'id', 'trigger'],
  },
  'ag-ui': { at: [['messages', 0, 'content']], own: ['messages', 'threadId', 'runId', 'state', 'tools', 'context', 'forwardedProps'] },
  dify: { at: [['query']], own: ['query', 'inputs', 'response_mode', 'user', 'conversation_id'] },
  flowise: { at: [['question']], own: ['question', 'chatId', 'overrideConfig', 'streaming'] },
  langflow: { at: [['input_value']], own: ['input_value', 'input_type', 'output_type', 'session_id'] },
  rasa: { at: [['message']], own: ['message', 'sender'] },
  langserve: { at: [['input']], own: ['input'] },
}

/** The native way, when the request that worked is the protocol's own. Undefined: only the answer looks like it. */
export function toNative(protocol: ProtocolId, draft: Draft): Way | undefined {
  const shape = shapes[protocol]
  if (!shape || draft.encoding !== 'json' || !isObject(draft.body)) return undefined
  if (!shape.at.some((path) => get(draft.body, path) === '{{prompt}}')) return undefined
  const model = draft.body['model']
  const extra = Object.fromEntries(Object.entries(draft.body).filter(([name]) => !shape.own.includes(name)))
  if (JSON.stringify(extra).includes('{{')) return undefined
  return {
    protocol,
    settings: {
      ...(typeof model === 'string' ? { model } : {}),
      ...(Object.keys(extra).length > 0 ? { extra } : {}),
      ...(Object.keys(draft.headers).length > 0 ? { headers: draft.headers } : {}),
    },
  }
}
