/** What of a request and its answer the network reads: at most `size` tokens, two thirds from the head and one third from the tail. */
export type Pair = Readonly<{ request: readonly number[]; response: readonly number[] }>

// training/window.py is the same in Python; change both or none.
const requestTokens = 56

export function readingWindow(encode: (text: string) => number[], request: string, response: string, size: number): Pair {
  const asked = headAndTail(encode(around(request, requestTokens)), requestTokens)
  const room = size - 3 - asked.length
  return { request: asked, response: headAndTail(encode(around(response, room)), room) }
}

/** Cut before tokenising, at 12 characters a token, so that a long answer costs no more than a short one. */
export function around(text: string, tokens: number): string {
  if (text.length <= 12 * tokens) return text
  return `${text.slice(0, 8 * tokens)} ${text.slice(-4 * tokens)}`
}

export function headAndTail(ids: readonly number[], budget: number): readonly number[] {
  if (ids.length <= budget) return ids
  const tail = Math.floor(budget / 3)
  return [...ids.slice(0, budget - tail), ...ids.slice(ids.length - tail)]
}
