import { tight } from './fold.ts'

export type Decoded = Readonly<{ by: string; text: string }>

/**
 * Everything in a text that reads as an encoding of other text, decoded once. Linear: each decoder looks only at the runs
 * that have its shape, and runs do not overlap.
 */
export function decodings(text: string): Decoded[] {
  const found: Decoded[] = []
  for (const [by, decode] of decoders) {
    const decoded = decode(text)
    if (decoded !== '') found.push({ by, text: decoded })
  }
  return found
}

/** The first letters of words and of lines, and letters that stand alone: how a text spells another one. */
export function spellings(text: string): Decoded[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => String.fromCodePoint(word.codePointAt(0)!)).join('')
  // The class leaves out every line end that `m` knows, so that each line is looked at once.
  const lines = (text.match(/^[^\p{L}\p{N}\n\r\u2028\u2029]*[\p{L}\p{N}]/gmu) ?? []).map((line) => line.at(-1)).join('')
  return [
    { by: 'first letters of words', text: words },
    { by: 'first letters of lines', text: lines },
  ]
}

const decoders: readonly (readonly [string, (text: string) => string])[] = [
  ['base64', (text) => decodeRuns(text, /[A-Za-z0-9+/_-]{11,}={0,2}/g, fromBase64) + wrapped(text)],
  [
    'base64 twice',
    (text) =>
      decodeRuns(text, /[A-Za-z0-9+/_-]{20,}={0,2}/g, (run) => decodeRuns(fromBase64(run), /[A-Za-z0-9+/]{11,}={0,2}/g, fromBase64)),
  ],
  ['base32', (text) => decodeRuns(text, /[A-Za-z2-7]{13,}={0,6}/g, fromBase32)],
  ['hex', (text) => decodeRuns(text, /(?:(?:0x|\\x)?[0-9a-fA-F]{2}[\s:,-]?){6,}/g, fromHex)],
  ['percent encoding', (text) => (text.includes('%') ? decodeRuns(text, /[A-Za-z0-9._%-]{6,}/g, fromPercent) : '')],
  ['HTML entities', (text) => (text.includes('&') ? unescapeEntities(text) : '')],
  ['unicode escapes', (text) => (/\\[ux]|U\+/.test(text) ? unescapeUnicode(text) : '')],
  ['tag characters', tagCharacters],
  ['variation selectors', variationSelectors],
  ['Morse code', (text) => decodeRuns(text, /(?:[.\-·−–•]{1,6}(?: {1,3}|\s?[/|]\s?|\n)?){6,}/g, fromMorse)],
  ['NATO alphabet', fromNato],
  ['letter numbers', (text) => decodeRuns(text, /(?:\b(?:[1-9]|1\d|2[0-6])[\s,.-]{1,2}){5,}(?:[1-9]|1\d|2[0-6])\b/g, fromNumbers)],
  ['character numbers', (text) => decodeRuns(text, /(?:\b\d{2,3}[\s,;]{1,2}){7,}\d{2,3}\b/g, fromCharacterNumbers)],
  ['binary', (text) => decodeRuns(text, /(?:[01]{8}\s?){5,}/g, fromBinary)],
]

function decodeRuns(text: string, shape: RegExp, decode: (run: string) => string): string {
  const runs = text.match(shape)
  return runs ? runs.map(decode).filter(Boolean).join('\n') : ''
}

const utf8 = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function fromBase64(run: string): string {
  // A run of lower-case words is prose, not base64.
  return /[A-Z0-9+/=]/.test(run) ? utf8(Buffer.from(run, 'base64')) : ''
}

/** Base64 that was broken into lines. */
function wrapped(text: string): string {
  if (!/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{8,}\n[A-Za-z0-9+/]{4}/.test(text)) return ''
  return `\n${decodeRuns(text, /(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{4,}\r?\n)+[A-Za-z0-9+/]{2,}={0,2}/g, (run) => fromBase64(run.replace(/\s/g, '')))}`
}

function fromBase32(run: string): string {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const char of run.toUpperCase().replace(/=+$/, '')) {
    held = ((held << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return utf8(Uint8Array.from(bytes))
}

const fromHex = (run: string): string => utf8(Buffer.from(run.replace(/0x|\\x|[^0-9a-fA-F]/g, ''), 'hex'))
const fromBinary = (run: string): string => utf8(Uint8Array.from((run.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
const fromNumbers = (run: string): string => (run.match(/\d+/g) ?? []).map((number) => String.fromCharCode(96 + Number(number))).join('')

/** Decimal where every number is a printable character, octal where every number would be one so. */
function fromCharacterNumbers(run: string): string {
  const numbers = run.match(/\d+/g) ?? []
  return [10, 8]
    .map((radix) => numbers.map((digits) => (radix === 8 && /[89]/.test(digits) ? 0 : Number.parseInt(digits, radix))))
    .filter((codes) => codes.every((code) => code >= 32 && code < 127))
    .map((codes) => String.fromCharCode(...codes.slice(0, 4096)))
    .join('\n')
}

function fromPercent(run: string): string {
  if (!/%[0-9a-fA-F]{2}/.test(run)) return ''
  const bytes = run.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return utf8(Buffer.from(bytes, 'latin1'))
}

const fromCode = (digits: string, radix: number): string => {
  const code = Number.parseInt(digits, radix)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hyphen: '-', dash: '-' }

function unescapeEntities(text: string): string {
  const decoded = text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]{2,8}));/g,
    (whole, hex?: string, decimal?: string, name?: string) =>
      hex ? fromCode(hex, 16) : decimal ? fromCode(decimal, 10) : (named[name!] ?? whole),
  )
  return decoded === text ? '' : decoded
}

function unescapeUnicode(text: string): string {
  const decoded = text.replace(
    /\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})|U\+([0-9a-fA-F]{4,6})[ ,]?/g,
    (_, braces?: string, four?: string, two?: string, plus?: string) => fromCode((braces ?? four ?? two ?? plus)!, 16),
  )
  return decoded === text ? '' : decoded
}

function tagCharacters(text: string): string {
  const tags = text.match(/[\u{e0020}-\u{e007e}]/gu)
  return tags ? tags.map((tag) => String.fromCharCode(tag.codePointAt(0)! - 0xe0000)).join('') : ''
}

function variationSelectors(text: string): string {
  const selectors = text.match(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu)
  if (!selectors || selectors.length < 6) return ''
  return utf8(
    Uint8Array.from(selectors, (selector) => {
      const code = selector.codePointAt(0)!
      return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16
    }),
  )
}

const morse = new Map(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'
    .split(' ')
    .map((code, index) => [code, 'abcdefghijklmnopqrstuvwxyz0123456789'[index]!] as const),
)
function fromMorse(run: string): string {
  const plain = run.replace(/[·•]/g, '.').replace(/[−–]/g, '-')
  return (plain.match(/[.-]+/g) ?? []).map((code) => morse.get(code) ?? '').join('')
}

const nato = new Map(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu'
    .split(' ')
    .map((word) => [word, word[0]!] as const),
)
'zero one two three four five six seven eight nine'.split(' ').forEach((word, digit) => {
  nato.set(word, String(digit))
})
/** What is said between two letters of one word. */
const between = new Set('dash hyphen minus underscore space then and slash dot'.split(' '))

function fromNato(text: string): string {
  if (!/\b(?:alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|kilo|lima|oscar|papa|romeo|sierra|tango)\b/i.test(text)) return ''
  let run = ''
  const runs: string[] = []
  for (const word of tight(text)
    .replaceAll('x-ray', 'xray')
    .match(/[a-z0-9]+/g) ?? []) {
    const letter = nato.get(word) ?? (word.length === 1 ? word : '')
    if (letter !== '') run += letter
    else if (!between.has(word)) {
      if (run.length >= 6) runs.push(run)
      run = ''
    }
  }
  if (run.length >= 6) runs.push(run)
  return runs.join('\n')
}
