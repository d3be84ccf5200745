import { type Place, soundsLikeChat } from './discover.ts'
import type { Prober } from './prober.ts'

const mostScripts = 3

/** The addresses that a page's chat sends to: in the page itself, or in the scripts of its own origin. */
export async function findInPage(prober: Prober, html: string): Promise<readonly Place[]> {
  if (/<gradio-app|window\.gradio_config/.test(html)) return [{ url: prober.url, protocol: 'gradio' }]
  const own = placesIn(html, prober.url)
  if (own.length > 0) return own
  const scripts = [...html.slice(0, 300_000).matchAll(/<script[^<>]{0,300}\bsrc\s*=\s*["']([^"'<>\s]{1,300})["']/gi)]
    .map((match) => URL.parse(match[1]!, prober.url))
    .filter((url) => url !== null && url.origin === new URL(prober.url).origin)
  for (const script of scripts.slice(0, mostScripts)) {
    const { response } = await prober.send({ method: 'GET', url: script!.href, timeoutMs: 8000 }, 'read a script of the page')
    const found = response.status === 200 ? placesIn(response.text, prober.url) : []
    if (found.length > 0) return found
  }
  return []
}

/** Strings that are called, opened or posted to, of the same origin, that sound like a chat. */
function placesIn(text: string, base: string): readonly Place[] {
  const calls =
    /(?:fetch|axios(?:\.post)?|\.post|EventSource|WebSocket|ajax)\s*\(\s*(?:\{\s*url\s*:\s*)?["'`]([^"'`\s$]{1,200})["'`]|<form\b[^<>]{0,300}\baction\s*=\s*["']([^"']{1,200})["']|\burl\s*:\s*["'`](\/[^"'`\s$]{1,200})["'`]/gi
  const { origin, host } = new URL(base)
  const found = [...text.slice(0, 512 * 1024).matchAll(calls)]
    .map((match) => URL.parse(match[1] ?? match[2] ?? match[3] ?? '', base))
    .filter((url) => url !== null && (url.origin === origin || (/^wss?:$/.test(url.protocol) && url.host === host)))
    .map((url) => url!.href)
    .filter((url) => /^ws/.test(url) || soundsLikeChat(new URL(url).pathname) > 0)
  return [...new Set(found)].slice(0, 2).map((url) => ({ url }))
}
