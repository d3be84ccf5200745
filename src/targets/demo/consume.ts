/** Tens of kilobytes and no more: enough to show that nobody limits the output. */
export const mostChars = 40_000

/** The long answer that a text calls for, or undefined when it calls for none. */
export function flood(text: string): string | undefined {
  const times = Number(/\b(\d{1,3}(?:[ ,.]\d{3})+|\d{3,9})\b/.exec(text)?.[1]?.replace(/[ ,.]/g, '') ?? 0)
  const endless =
    /\b(?:forever|for ever|endless(?:ly)?|infinite(?:ly)?|without (?:end|stopping|pause|ever stopping|limit)|never stop|don.t stop|do not stop|keep going|over and over|as many (?:times )?as|until (?:you|the|it|i) |non-?stop|as long as (?:you can|possible)|maximum length|longest|again and again|indefinitely|continuously|unlimited|exhaustive(?:ly)?|every single|recursive(?:ly)?|no matter how long|at least \d{3,} (?:words|lines|pages|items|times|tokens|characters|paragraphs)|repeat (?:this|the) (?:process|expansion))\b/i.test(
      text,
    )
  const repeated =
    /\b(?:repeat|write|say|print|output|type|echo|recite|list|generate|send)\b[^.\n"“'`]{0,60}["“'`]([^"”'`\n]{1,60})["”'`]/i.exec(
      text,
    )?.[1] ??
    /\b(?:repeat|say|write|print|echo)\b(?: only)?(?: the)?(?: single)?(?: word| letter| token| phrase)?:? ([\p{L}\p{N}]{1,30})\b/iu.exec(
      text,
    )?.[1]
  const isRepeat = /\brepeat|\btimes\b|over and over|again and again|\becho\b|\bsay\b|\bword\b/i.test(text)
  if (repeated && isRepeat && (endless || times >= 100) && !/\b(?:above|everything|instructions?|prompt)\b/i.test(repeated))
    return repeat(repeated, times)
  const counts = /\b(?:count|numbers?|integers?|digits|primes?|every number)\b/i.test(text) && (endless || times >= 500)
  if (counts) return counted(times || 1e9)
  const lengthy =
    /\b(?:words|lines|pages|items|entries|paragraphs|examples|rows|elements|tokens|characters|chapters|sentences|levels|nested|essay|story|list|table|combinations?|permutations?|names|variations?|times|steps)\b/i.test(
      text,
    )
  if (lengthy && (endless || times >= 500)) return listed(text, times || 1e9)
  return undefined
}

function repeat(word: string, times: number): string {
  const most = Math.floor(mostChars / (word.length + 1))
  return Array.from({ length: Math.max(1, Math.min(times || most, most)) }, () => word).join(' ')
}
function counted(times: number): string {
  const parts: string[] = []
  let length = 0
  for (let n = 1; n <= times && length < mostChars; n++) {
    parts.push(String(n))
    length += parts.at(-1)!.length + 1
  }
  return parts.join('\n')
}
function listed(text: string, times: number): string {
  const about = /\b(?:of|about|on|for)\s([\p{L}\p{N} -]{3,40})/iu.exec(text)?.[1]?.trim() ?? 'our lamps and furniture'
  const parts: string[] = []
  let length = 0
  for (let n = 1; n <= times && length < mostChars; n++) {
    parts.push(`${n}. Regarding ${about}, point ${n}: it follows from point ${n - 1}, with one more detail about pine, brass and light.`)
    length += parts.at(-1)!.length + 1
  }
  return parts.join('\n')
}
