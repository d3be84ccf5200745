import { defineDisguise, defineTransform, diceFrom, type TransformSpec } from './transform.ts'

/** Text taken apart or dressed up as code or data. */
export const shapes: readonly TransformSpec[] = [
  defineDisguise('plain', 'plain text', 'Read it as it stands.', (text) => text),
  defineTransform('joined-pieces', 'pieces to be joined', 'Join the numbered pieces in order.', (text) =>
    pieces(text, 12)
      .map((piece, i) => `p${i + 1} = ${JSON.stringify(piece)}`)
      .join('\n'),
  ),
  defineTransform('shuffled-pieces', 'numbered pieces', 'Sort the pieces by their numbers and join them.', (text) => {
    const numbered = pieces(text, 14).map((piece, i) => `[${i + 1}] ${JSON.stringify(piece)}`)
    return [...numbered.filter((_, i) => i % 2 === 1), ...numbered.filter((_, i) => i % 2 === 0)].join('\n')
  }),
  defineTransform('python-string', 'a Python expression', 'Evaluate the Python expression to get the text.', (text) =>
    pieces(text, 10)
      .map((piece) => JSON.stringify([...piece].reverse().join('')))
      .map((quoted) => `${quoted}[::-1]`)
      .join(' + '),
  ),
  defineTransform(
    'char-codes',
    'a JavaScript expression',
    'Evaluate the expression to get the text.',
    (text) => `String.fromCharCode(${Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).join(', ')})`,
  ),
  defineDisguise('json-string', 'a JSON value', 'Read the value of "text".', (text) => JSON.stringify({ type: 'note', text })),
  defineDisguise('csv-cells', 'words in table cells', 'Read the cells from left to right, row by row.', (text) =>
    pieces(text, 24)
      .map((row) => row.trim().split(/\s+/).join(' | '))
      .join('\n'),
  ),
  {
    id: 'noise',
    name: 'text with typing noise',
    decoding: 'Ignore the typing mistakes.',
    readable: true,
    // Best-of-N (arXiv 2412.03556): middles shuffled, capitals flipped; another trial rolls other dice. Digits stay: markers must survive.
    apply: (text, seed) => {
      const roll = diceFrom(seed)
      return text
        .replace(/(?<![\p{L}\p{N}])(\p{L})(\p{L}{2,})(\p{L})(?![\p{L}\p{N}])/gu, (word, a: string, middle: string, z: string) =>
          roll() < 0.6 ? a + shuffle([...middle], roll).join('') + z : word,
        )
        .replace(/\p{L}/gu, (letter) => (roll() < 0.3 ? flipCase(letter) : letter))
    },
  },
]

const pieces = (text: string, size: number): readonly string[] => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
const flipCase = (letter: string): string => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

function shuffle(letters: string[], roll: () => number): readonly string[] {
  for (let i = letters.length - 1; i > 0; i--) {
    const j = Math.floor(roll() * (i + 1))
    ;[letters[i], letters[j]] = [letters[j]!, letters[i]!]
  }
  return letters
}
