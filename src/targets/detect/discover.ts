import type { ProtocolId } from '../../domain/target.ts'
import { isObject, listAt, member } from '../protocols/parse-json.ts'
import type { Draft } from './draft.ts'
import { fromDocument } from './openapi.ts'
import type { Prober } from './prober.ts'

/** Another URL of the same origin that talks, and what it probably speaks. */
export type Place = Readonly<{ url: string; protocol?: ProtocolId; draft?: Draft }>

/** Whether a URL names a server rather than an endpoint. */
export const isBareHost = (url: string): boolean => /^\/?(?:v1|api|api\/v1)?\/?$/.test(new URL(url).pathname)

/** What usually speaks on a bare host: runtimes by their lists, agents by their card, apps by their description. */
export async function discover(prober: Prober, isPage: boolean): Promise<readonly Place[]> {
  const { origin, pathname } = new URL(prober.url)
  const base = `${origin}${/^\/(?:v1|api\/v1)\/?$/.test(pathname) ? pathname.replace(/\/$/, '') : '/v1'}`
  const get = (url: string) =>
    prober.send({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 8000 }, `looked for ${new URL(url).pathname}`)
  const tags = isPage ? undefined : await get(`${origin}/api/tags`)
  if (tags?.response.status === 200 && tags.body.kind === 'json' && listAt(tags.body.value, 'models').length > 0)
    return [{ url: `${origin}/api/chat`, protocol: 'ollama-chat' }]
  const models = await get(`${base}/models`)
  if (
    [200, 401, 403].includes(models.response.status) &&
    models.body.kind === 'json' &&
    (listAt(models.body.value, 'data').length > 0 || models.response.status !== 200)
  )
    return [{ url: `${base}/chat/completions`, protocol: 'openai-chat' }]
  const card = isPage ? undefined : await get(`${origin}/.well-known/agent-card.json`)
  if (card?.response.status === 200 && card.body.kind === 'json' && isObject(card.body.value)) return [{ url: prober.url, protocol: 'a2a' }]
  const gradio = isPage ? undefined : await get(`${origin}/gradio_api/info`)
  if (gradio?.response.status === 200 && gradio.body.kind === 'json' && isObject(member(gradio.body.value, 'named_endpoints')))
    return [{ url: prober.url, protocol: 'gradio' }]
  const langgraph = isPage ? undefined : await get(`${origin}/info`)
  if (langgraph?.response.status === 200 && langgraph.body.kind === 'json' && isLangGraph(langgraph.body.value))
    return [{ url: `${origin}/runs/wait`, protocol: 'langgraph' }]
  const spec = await get(`${origin}/openapi.json`)
  const document = spec.response.status === 200 && spec.body.kind === 'json' && isObject(spec.body.value) ? spec.body.value : undefined
  if (!document) return []
  return talkingPaths(document).map((path) => {
    const draft = fromDocument(document, path)?.draft
    return { url: `${origin}${path}`, ...(draft ? { draft } : {}) }
  })
}

/** LangGraph’s server tells its version, and what it can do. */
const isLangGraph = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).some(
    (name) => /^langgraph_/.test(name) || (name === 'flags' && isObject(value['flags']) && 'assistants' in value['flags']),
  )

/** Paths of an OpenAPI document that take a POST and sound like a chat, the likeliest first. */
function talkingPaths(document: unknown): readonly string[] {
  const paths = member(document, 'paths')
  if (!isObject(paths)) return []
  return Object.keys(paths)
    .filter((path) => isObject(member(paths, path, 'post')) && !path.includes('{'))
    .map((path) => ({ path, score: soundsLikeChat(path) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ path }) => path)
}

/** How much a path sounds like somebody to talk to. */
export function soundsLikeChat(path: string): number {
  if (/login|auth|signup|register|upload|delete|health|metrics|feedback|analytics|track|event|config|session\/?$|history/i.test(path))
    return 0
  if (/chat\/completions|\/chat\b|\/ask\b|\/message|converse|assistant/i.test(path)) return 3
  if (/completion|prompt|bot|query|generate|invoke|predict|answer|reply|agent|llm|talk|respond|inference/i.test(path)) return 2
  return 0
}
