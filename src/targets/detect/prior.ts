import type { ProtocolId } from '../../domain/target.ts'

/** Paths that only one protocol uses: worth asking in its own words at once. */
const table: readonly (readonly [RegExp, ProtocolId])[] = [
  [/\/chat\/completions$/, 'openai-chat'],
  [/\/(?:v1\/)?messages$/, 'anthropic-messages'],
  [/\/responses$/, 'openai-responses'],
  [/\/completions?$/, 'openai-completions'],
  [/:(?:stream)?generateContent$/i, 'gemini'],
  [/\/model\/[^/]+\/converse(?:-stream)?$/, 'bedrock-converse'],
  [/\/v2\/chat$/, 'cohere-chat'],
  [/\/api\/generate$/, 'ollama-generate'],
  [/\/generate_stream$/, 'tgi'],
  [/\/gradio_api(?:\/|$)/, 'gradio'],
  [/\/runs\/(?:wait|stream)$/, 'langgraph'],
  [/\/(?:chat|completion)-messages$/, 'dify'],
  [/\/api\/v1\/prediction\/[^/]+$/, 'flowise'],
  [/\/api\/v1\/run\/[^/]+$/, 'langflow'],
  [/\/webhooks\/[^/]+\/webhook$/, 'rasa'],
  [/\/webhook(?:-test)?\/[^/]+\/chat$/, 'n8n-chat'],
  [/\/mcp\/?$/, 'mcp'],
  [/\/(?:\.well-known\/agent(?:-card)?\.json|message:send|a2a(?:\/[^/]+)?\/?)$/, 'a2a'],
]
const hosts: readonly (readonly [RegExp, ProtocolId])[] = [
  [/(?:^|\.)chat\.botpress\.cloud$/, 'botpress'],
  [/\.hf\.space$/, 'gradio'],
]

/** The protocol that a URL gives away by itself. */
export function priorOf(url: string): ProtocolId | undefined {
  const { pathname, hostname } = new URL(url)
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname
  return table.find(([pattern]) => pattern.test(path))?.[1] ?? hosts.find(([pattern]) => pattern.test(hostname))?.[1]
}

/** Where each protocol usually speaks, below a host or its `/v1` or `/api`: for an operator who knows the protocol and not the path. */
const usualPaths: Partial<Record<ProtocolId, readonly string[]>> = {
  'openai-chat': ['/v1/chat/completions', '/chat/completions', '/api/v1/chat/completions'],
  'openai-responses': ['/v1/responses'],
  'openai-completions': ['/v1/completions', '/completions'],
  'anthropic-messages': ['/v1/messages'],
  'cohere-chat': ['/v2/chat'],
  'ollama-chat': ['/api/chat'],
  'ollama-generate': ['/api/generate'],
  tgi: ['/generate', '/'],
  langserve: ['/invoke', '/chain/invoke', '/agent/invoke'],
  langgraph: ['/runs/wait'],
  dify: ['/v1/chat-messages', '/v1/completion-messages'],
  rasa: ['/webhooks/rest/webhook'],
  'open-webui': ['/api/chat/completions'],
  'vercel-ai': ['/api/chat', '/chat'],
  'ag-ui': ['/agent', '/'],
  json: ['/chat', '/api/chat', '/ask'],
}

/** The addresses to try for a protocol when only its server is known. */
export function usualUrls(protocol: ProtocolId, url: string): readonly string[] {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/+$/, '')
  const below = (path: string) =>
    base !== '' && path.startsWith(`${base}/`) ? path : base === '/v1' || base === '' ? path : `${base}${path}`
  return [...new Set((usualPaths[protocol] ?? []).map((path) => `${origin}${below(path)}`))].filter((one) => one !== url)
}
