import { isObject, listAt, stringAt } from '../protocols/parse-json.ts'
import { endsSearch } from './failure.ts'
import type { Prober } from './prober.ts'

/** The model ids an endpoint lists, chat models first. Empty when it lists none. */
export const listModels = (prober: Prober): Promise<readonly string[]> => listModelsAt(prober, listUrls(prober.url))

/** The same, of lists at addresses that are known. */
export async function listModelsAt(prober: Prober, urls: readonly string[]): Promise<readonly string[]> {
  for (const url of urls) {
    try {
      const { response, body } = await prober.send(
        { method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 10_000 },
        'asked for the list of models',
      )
      if (response.status !== 200 || body.kind !== 'json') continue
      const list = Array.isArray(body.value)
        ? body.value
        : isObject(body.value)
          ? [...listAt(body.value, 'data'), ...listAt(body.value, 'models')]
          : []
      const ids = list
        .map((item) => (typeof item === 'string' ? item : (stringAt(item, 'id') ?? stringAt(item, 'name') ?? stringAt(item, 'model'))))
        .filter((id) => id !== undefined && id.length > 0 && id.length <= 200)
      if (ids.length > 0) return ids.toSorted((a, b) => Number(isNoChat.test(a!)) - Number(isNoChat.test(b!))) as string[]
    } catch (error) {
      if (endsSearch(error)) throw error
    }
  }
  return []
}

const isNoChat = /embed|rerank|whisper|tts|image|moderation|audio|vision-only|dall/i

/** Where the list usually is, beside the path that talks. */
function listUrls(url: string): readonly string[] {
  const { origin, pathname } = new URL(url)
  const base = pathname.replace(/\/(?:chat\/completions|chat|messages|responses|completions?|generate)\/?$/, '')
  const own = pathname.match(/\/api\/(?:chat|generate)$/) ? [`${origin}${base}/tags`] : base !== pathname ? [`${origin}${base}/models`] : []
  return [...new Set([...own, `${origin}/v1/models`, `${origin}/api/tags`])].slice(0, 2)
}
