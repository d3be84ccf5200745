import { parseJson } from './parse-json.ts'

const mostEvents = 20_000
const longestPayload = 200_000

/**
 * The events of `application/vnd.amazon.eventstream`: binary frames of headers and a JSON payload. They reach us decoded as UTF-8,
 * which breaks lengths and checksums and leaves what matters: a frame names its event in the header `:event-type` (or
 * `:exception-type`), and its payload is the first whole object after its headers.
 */
export function readAmazonEvents(text: string): readonly Readonly<{ event: string; data: unknown }>[] {
  const heads = [...text.matchAll(/:(?:event|exception)-type\u0007..([A-Za-z]{1,64})/gs)].slice(0, mostEvents)
  return heads.flatMap((head, index) => {
    const from = head.index + head[0].length
    const frame = text.slice(from, Math.min(heads[index + 1]?.index ?? text.length, from + longestPayload))
    // The last header is `:message-type` or `:content-type`; lengths and checksums in between can hold a brace, quoted names can't.
    const start = frame.search(/\{(?="|\})/)
    const data = start < 0 ? undefined : parseJson(frame.slice(start, endOf(frame, start)))
    return data === undefined ? [] : [{ event: head[1]!, data }]
  })
}

/** Where the object that starts at `start` ends. */
function endOf(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return text.length
}
