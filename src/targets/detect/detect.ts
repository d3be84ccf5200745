import type { Detect } from '../../domain/target.ts'

/** Finds out how to talk to a URL. */
export const detect: Detect = async (_url, config) => {
  const generic = config.request !== undefined || config.response_path !== undefined
  const protocol = config.protocol ?? (generic ? 'json' : 'openai-chat')
  const settings = {
    ...(config.model === undefined ? {} : { model: config.model }),
    ...(config.request === undefined ? {} : { request: config.request }),
    ...(config.response_path === undefined ? {} : { response_path: config.response_path }),
  }
  return {
    protocol,
    confidence: config.protocol || generic ? 1 : 0.5,
    conversation: protocol === 'openai-chat' ? 'history' : 'none',
    streaming: false,
    model: config.model ?? null,
    tools: [],
    requests_used: 0,
    sample: null,
    notes: [config.protocol || generic ? 'The target_config says how to talk to it.' : 'Taken for OpenAI Chat Completions.'],
    settings,
  }
}
