/**
 * A word needle with one letter in eight wrong, missing or added, as small models garble them. Digits must all be right:
 * another number is another secret. Nothing may be wrong where a word follows a number either: "olive1624 et dapple4833" names
 * two things and is no slip. Needles without a real word in them (hex, codes) allow nothing. Both texts are loose.
 */
export function findGarbled(needle: string, text: string): { start: number; length: number } | undefined {
  const edits = /[a-z]{4,}/.test(needle) && !/^[0-9a-f]+$/.test(needle) ? Math.min(mostEdits, Math.floor(needle.length / 8)) : 0
  if (edits === 0) return undefined
  // With fewer edits than pieces, one piece is untouched: only around those is there anything to compare.
  const pieceLength = Math.floor(needle.length / (edits + 1))
  const budget = { cells: mostCells }
  for (let piece = 0; piece <= edits; piece++) {
    const from = piece * pieceLength
    const part = needle.slice(from, piece === edits ? undefined : from + pieceLength)
    for (let at = text.indexOf(part); at >= 0 && budget.cells > 0; at = text.indexOf(part, at + 1)) {
      const found = compare(needle, text, at - from, edits, budget)
      if (found) return found
    }
  }
  return undefined
}

// A needle of 40 letters has five; a longer one that is more wrong than that is no slip any more.
const mostEdits = 5
// One budget for the whole search, about 5 ms: a text that repeats a piece of the needle ten thousand times gets no more.
const mostCells = 400_000
const never = 99

/**
 * The cheapest way to read the needle about one place, at most `edits` away from the diagonal: a band of an edit-distance
 * table whose cells remember where they began. Undefined when it takes more than `edits`, or ends within a number.
 */
function compare(
  needle: string,
  text: string,
  diagonal: number,
  edits: number,
  budget: { cells: number },
): { start: number; length: number } | undefined {
  const width = 2 * edits + 1
  const first = diagonal - edits
  const costs = new Array<number>(width).fill(0)
  const starts = costs.map((_, at) => first + at)
  for (let row = 1; row <= needle.length; row++) {
    const wanted = needle.charCodeAt(row - 1)
    const followsNumber = isDigit(needle.charCodeAt(row - 2))
    const dropCost = isDigit(wanted) || followsNumber ? never : 1
    const endsNumber = isDigit(wanted) && row < needle.length && !isDigit(needle.charCodeAt(row))
    let least = never
    for (let at = 0; at < width; at++) {
      // Outside the text this is NaN, which equals nothing and may not be read.
      const code = text.charCodeAt(first + row + at - 1)
      const addCost = Number.isNaN(code) || isDigit(code) ? never : 1
      let cost = costs[at]! + (code === wanted ? 0 : Math.max(dropCost, addCost))
      if (at + 1 < width && costs[at + 1]! + dropCost < cost) {
        cost = costs[at + 1]! + dropCost
        starts[at] = starts[at + 1]!
      }
      if (at > 0 && !endsNumber && costs[at - 1]! + addCost < cost) {
        cost = costs[at - 1]! + addCost
        starts[at] = starts[at - 1]!
      }
      costs[at] = cost
      if (cost < least) least = cost
    }
    budget.cells -= width
    if (least > edits) return undefined
  }
  let best: { start: number; length: number } | undefined
  let bestCost = edits + 1
  for (let at = 0; at < width; at++) {
    const [start, end] = [starts[at]!, first + needle.length + at]
    if (costs[at]! >= bestCost || splitsNumber(text, start) || splitsNumber(text, end)) continue
    best = { start, length: end - start }
    bestCost = costs[at]!
  }
  return best
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const splitsNumber = (text: string, at: number): boolean => isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at))
