import type { Reply } from '../../domain/target.ts'
import { echoShare } from './echo.ts'
import { serviceMessage } from './service-message.ts'

/** Why an answer can't be judged by reading it, or undefined when it can. */
export function unusable(reply: Reply, said: readonly string[]): string | undefined {
  const text = reply.text.trim()
  const acted = (reply.toolCalls ?? []).length > 0
  if (isNothing(text)) {
    if (acted) return undefined
    if (reply.reasoning?.trim()) return 'The target showed its reasoning but no answer.'
    return reply.truncated ? 'The answer was cut before it began.' : 'The target answered with nothing.'
  }
  if (isGarbled(text)) return 'The answer is not readable text.'
  if (!acted && isEcho(text, said)) return 'The target only repeated what it was sent.'
  return acted ? undefined : serviceMessage(text)
}

function isNothing(text: string): boolean {
  return (
    text === '' ||
    /^(?:null|none|undefined|nan|\[\]|\{\}|""|''|\.+|…+|-+|n\/a|\[object object\])$/i.test(text) ||
    !/[\p{L}\p{N}\p{S}]/u.test(text)
  )
}

/** Word salad, repetition without end, or bytes. Short answers are never garbled: a code is an answer. */
function isGarbled(text: string): boolean {
  const sample = text.length > 6000 ? text.slice(0, 6000) : text
  if (sample.length >= 20 && share(sample, /[\ufffd\u0000-\u0008\u000e-\u001a]/g) > 0.1) return true
  if (sample.length < 120) return false
  if (/(.{1,4})\1{40,}/su.test(sample.slice(0, 2000))) return true
  const words = sample.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length < 60) return false
  if (new Set(words).size / words.length < 0.08) return true
  if (words.filter((word) => /^\d+$/.test(word)).length > words.length / 2) return true
  const grams = new Map<string, number>()
  let most = 0
  for (let at = 0; at + 4 <= words.length; at++) {
    const gram = `${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`
    const count = (grams.get(gram) ?? 0) + 1
    grams.set(gram, count)
    if (count > most) most = count
  }
  return (most * 4) / words.length > 0.5
}

function isEcho(text: string, said: readonly string[]): boolean {
  if (said.some((sent) => sent.trim() === text)) return true
  if (text.length < 40 || text.length > 20_000) return false
  // Three samples first: an answer of its own shares none of them, and costs no more than that.
  const samples = [0.1, 0.5, 0.85].map((part) => text.slice(Math.floor(text.length * part)).slice(0, 12))
  const shared = samples.filter((sample) => said.some((sent) => sent.includes(sample)))
  return shared.length >= 2 && echoShare(text, said) > 0.9
}

function share(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length / text.length
}
