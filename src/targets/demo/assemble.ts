/** A text put together from pieces that the message lists; undefined when it lists none. */
export function assemble(text: string): string | undefined {
  return fromNumbered(text) ?? fromSum(text) ?? fromLines(text) ?? fromCells(text) ?? fromEscaped(text)
}

const unescaped = (text: string): string => text.replace(/\\(["'\\])/g, '$1')
const literal = /"((?:[^"\\\n]|\\.){0,400})"(\[::-1\])?/

/** `p1 = "…"`, `[2] "…"`, `part 3: "…"`: sorted by their numbers. */
function fromNumbered(text: string): string | undefined {
  const pieces = [
    ...text.matchAll(/(?:^|\n)[ \t]{0,4}(?:\[|part |piece |p|line )?(\d{1,3})\]?[ \t]{0,2}[:=.)]?[ \t]{0,2}"((?:[^"\\\n]|\\.){0,400})"/gi),
  ]
  if (pieces.length < 2) return undefined
  return pieces
    .toSorted((a, b) => Number(a[1]) - Number(b[1]))
    .map((piece) => unescaped(piece[2]!))
    .join('')
}

/** `"…" + "…"[::-1]`: string literals added up, some of them backwards. */
function fromSum(text: string): string | undefined {
  const sum = /"(?:[^"\\\n]|\\.){0,400}"(?:\[::-1\])?(?:[ \t]{0,2}\+[ \t\n]{0,2}"(?:[^"\\\n]|\\.){0,400}"(?:\[::-1\])?){2,60}/.exec(
    text,
  )?.[0]
  if (!sum) return undefined
  return [...sum.matchAll(new RegExp(literal, 'g'))]
    .map(([, inner, back]) => (back ? [...unescaped(inner!)].reverse().join('') : unescaped(inner!)))
    .join('')
}

/** One letter on each line, or the first letter of each line; an empty line or a dash is a space. */
function fromLines(text: string): string | undefined {
  const lines = text.split('\n')
  const single = lines.filter((line) => [...line.trim()].length === 1)
  if (single.length >= 12)
    return lines
      .filter((line) => [...line.trim()].length <= 1)
      .map((line) => (line.trim() === '' || line.trim() === '-' ? ' ' : line.trim()))
      .join('')
  if (!/\bfirst letters?\b|\bacrostic\b/i.test(text) || lines.length < 12) return undefined
  return lines.map((line) => (line.startsWith('-') ? ' ' : ([...line.trim()][0] ?? ''))).join('')
}

/** Words in the cells of a table without a head. */
function fromCells(text: string): string | undefined {
  if ((text.match(/ \| /g)?.length ?? 0) < 4 || /\|\s*-{3}/.test(text)) return undefined
  return text.replace(/ \| /g, ' ').replace(/(?<=\w)\n(?=\w)/g, '')
}

/** A string inside a string: its quotation marks made plain. */
const fromEscaped = (text: string): string | undefined => ((text.match(/\\"/g)?.length ?? 0) >= 2 ? unescaped(text) : undefined)
