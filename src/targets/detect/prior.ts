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
