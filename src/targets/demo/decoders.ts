import { englishness, readsLikeEnglish } from './lexicon.ts'

/** A way of writing that the assistant can read: finds such stretches in a text and gives back what they say. */
export type Decoder = Readonly<{ id: string; find: RegExp; decode: (stretch: string) => string | undefined }>

const readable = (text: string): string | undefined => {
  if (text.length < 4) return undefined
  const plain = text.match(/[\p{L}\p{N}\p{P}\p{Zs}\n<>=+$|`^~]/gu)?.length ?? 0
  return plain / [...text].length > 0.92 && /\p{L}{2}/u.test(text) ? text : undefined
}
const fromBytes = (bytes: readonly number[]): string | undefined => readable(Buffer.from(bytes).toString('utf8'))
const numbers = (stretch: string, radix: number): number[] =>
  (stretch.match(/[0-9a-fA-F]+/g) ?? []).map((part) => Number.parseInt(part, radix))

const morse: Record<string, string> = Object.fromEntries(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.'
    .split(' ')
    .map((sign, i) => [sign, 'abcdefghijklmnopqrstuvwxyz0123456789'[i]!]),
)
const base32 = (stretch: string): string | undefined => {
  let bits = 0
  let value = 0
  const bytes: number[] = []
  for (const letter of stretch.replaceAll('=', '')) {
    value = (value << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
    value &= 0xfff
  }
  return fromBytes(bytes)
}
const ascii85 = (stretch: string): string | undefined => {
  const bytes: number[] = []
  const body = stretch.replace(/^<~|~>$/g, '').replace(/\s/g, '')
  for (let at = 0; at < body.length; at += 5) {
    const group = body.slice(at, at + 5)
    let value = 0
    for (let i = 0; i < 5; i++) value = value * 85 + ((group.charCodeAt(i) || 117) - 33)
    for (let i = 0; i < group.length - 1; i++) bytes.push(Math.floor(value / 256 ** (3 - i)) & 0xff)
  }
  return fromBytes(bytes)
}

/** Codes with an alphabet of their own: a stretch of them can be told from prose by its looks. */
export const decoders: readonly Decoder[] = [
  {
    id: 'percent',
    find: /(?:[\w.!,:;'"?-]{0,40}%[0-9a-fA-F]{2}){3,}[\w.!?,:;'"-]{0,40}/g,
    decode: fromPercent,
  },
  {
    id: 'unicode-escapes',
    find: /(?:\\u\{?[0-9a-fA-F]{2,6}\}?|\\x[0-9a-fA-F]{2}| ){6,}/g,
    decode: (s) => readable(s.replace(/\\[ux]\{?([0-9a-fA-F]{2,6})\}?/g, (_, hex: string) => point(Number.parseInt(hex, 16)))),
  },
  {
    id: 'html-entities',
    find: /(?:&#x?[0-9a-fA-F]{1,6};|[ ,.]){6,}/g,
    decode: (s) => readable(s.replace(/&#(x?)([0-9a-fA-F]+);/g, (_, x: string, n: string) => point(Number.parseInt(n, x ? 16 : 10)))),
  },
  {
    id: 'quoted-printable',
    find: /(?:=[0-9A-F]{2}){6,}/g,
    decode: (s) => fromBytes((s.match(/[0-9A-F]{2}/g) ?? []).map((part) => Number.parseInt(part, 16))),
  },
  {
    id: 'binary',
    find: /(?:[01]{8}[ \n,]?){4,}/g,
    decode: (s) => fromBytes((s.match(/[01]{8}/g) ?? []).map((part) => Number.parseInt(part, 2))),
  },
  {
    id: 'hex',
    find: /(?:(?:0x)?[0-9a-fA-F]{2}[ :,]{0,2}){8,}/g,
    decode: (s) => fromBytes((s.replaceAll('0x', '').match(/[0-9a-fA-F]{2}/g) ?? []).map((part) => Number.parseInt(part, 16))),
  },
  {
    id: 'char-codes',
    find: /(?:\b\d{2,3}[ ,]{1,2}){7,}\d{2,3}/g,
    decode: (s) => fromBytes(numbers(s, 10)) ?? fromBytes((s.match(/[0-7]+/g) ?? []).map((part) => Number.parseInt(part, 8))),
  },
  {
    id: 'letter-numbers',
    find: /(?:\b(?:[1-9]|1\d|2[0-6])[ \-,/]{1,3}){7,}(?:[1-9]|1\d|2[0-6])\b/g,
    decode: (s) =>
      readable(
        s
          .replace(/\d+/g, (n) => String.fromCharCode(96 + Number(n)))
          .replace(/([a-z])[-,]? ?(?=[a-z])/g, '$1')
          .replace(/ *\/ */g, ' '),
      ),
  },
  { id: 'base32', find: /\b[A-Z2-7]{24,}={0,6}/g, decode: base32 },
  {
    id: 'base64',
    find: /[A-Za-z0-9+/_-]{16,}={0,2}/g,
    decode: (s) => (/^[a-z]+$/.test(s) ? undefined : readable(Buffer.from(s, 'base64').toString('utf8'))),
  },
  { id: 'ascii85', find: /<~[!-u\s]{10,4000}~>/g, decode: ascii85 },
  {
    id: 'morse',
    find: /(?:[.\-•–]{1,6}[ /|]{1,3}){6,}[.\-•–]{1,6}/g,
    decode: (s) =>
      readable(
        s
          .replaceAll('•', '.')
          .replaceAll('–', '-')
          .split(/ *[/|] *| {3}/)
          .map((word) =>
            word
              .split(' ')
              .map((sign) => morse[sign] ?? '')
              .join(''),
          )
          .join(' '),
      ),
  },
  {
    id: 'nato',
    find: /(?:\b(?:alfa|alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|x-?ray|yankee|zulu)\b[ ,/|.-]{0,3}){6,}/gi,
    decode: (s) =>
      readable(
        s
          .split(/ *[/|.] */)
          .map((word) => (word.match(/[a-z-]+/gi) ?? []).map((name) => name[0]!.toLowerCase()).join(''))
          .join(' '),
      ),
  },
]

function point(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
function fromPercent(stretch: string): string | undefined {
  try {
    return readable(decodeURIComponent(stretch))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
/** The letter of a Braille cell; a space for an empty or unknown one. */
export function brailleLetter(sign: string): string {
  return (
    'abcdefghijklmnopqrstuvwxyz'[
      [1, 3, 9, 25, 17, 11, 27, 19, 10, 26, 5, 7, 13, 29, 21, 15, 31, 23, 14, 30, 37, 39, 58, 45, 61, 53].indexOf(
        sign.codePointAt(0)! - 0x2800,
      )
    ] ?? ' '
  )
}

const rotate = (text: string, by: number): string =>
  text.replace(/[a-z]/gi, (c) => {
    const base = c <= 'Z' ? 65 : 97
    return String.fromCharCode(((c.charCodeAt(0) - base + by) % 26) + base)
  })
const swap = (text: string, from: string, to: string): string => [...text].map((c) => to[from.indexOf(c)] ?? c).join('')
const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const mirrored = 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA'

/** Ways of writing that keep letters as letters. Which one it is shows in whether the result reads as English. */
export const disguises: readonly Readonly<{ id: string; undo: (text: string) => string }>[] = [
  { id: 'leetspeak', undo: (t) => swap(t, '013457@$!|', 'oleastasil') },
  { id: 'leetspeak', undo: (t) => swap(t, '0134578@$!|', 'oieastbasii') },
  { id: 'reversed', undo: (t) => [...t].reverse().join('') },
  {
    id: 'reversed-words',
    undo: (t) =>
      t
        .split(' ')
        .map((word) => [...word].reverse().join(''))
        .join(' '),
  },
  { id: 'atbash', undo: (t) => swap(t, alphabet, mirrored) },
  { id: 'rot47', undo: (t) => t.replace(/[!-~]/g, (c) => String.fromCharCode(33 + ((c.charCodeAt(0) - 33 + 47) % 94))) },
  {
    id: 'pig-latin',
    undo: (t) => t.replace(/\b([a-z']+?)([bcdfghjklmnpqrstvwxz]*)ay\b/gi, '$2$1').replace(/\b([aeiou][a-z]*)w\b/gi, '$1'),
  },
  {
    id: 'spaced-letters',
    undo: (t) => t.replace(/(?<=(?:^|[^\p{L}\p{N}])[\p{L}\p{N}])[ .\-_*·](?=[\p{L}\p{N}](?:[^\p{L}\p{N}]|$))/gu, '').replace(/ {2,}/g, ' '),
  },
  { id: 'inserted-signs', undo: (t) => t.replace(/(?<=\p{L})[.\-_*·|^~](?=\p{L})/gu, '') },
  ...[13, ...Array.from({ length: 25 }, (_, i) => i + 1).filter((n) => n !== 13)].map((by) => ({
    id: by === 13 ? 'rot13' : 'caesar',
    undo: (t: string) => rotate(t, by),
  })),
]

/** What a line that is no English says when it is read through the best fitting disguise. */
export function undisguise(line: string): Readonly<{ id: string; text: string }> | undefined {
  if ((line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < 10) return undefined
  const now = englishness(line)
  if (now > 0.3) return undefined
  let best: { id: string; text: string } | undefined
  let bestScore = Math.max(now + 0.15, 0.24)
  for (const { id, undo } of disguises) {
    const text = undo(line)
    const score = englishness(text) + inOrder(text)
    if (score > bestScore && readsLikeEnglish(text)) {
      best = { id, text }
      bestScore = score
    }
    if (bestScore > 0.6 && !id.startsWith('reversed')) break
  }
  return best
}

/** A little more for words in a usual order: read backwards, the words of a sentence are just as English. */
const inOrder = (text: string): number =>
  Math.min(
    0.2,
    0.05 *
      (text
        .toLowerCase()
        .match(/\b(?:of|in|to|and|for|with|into|as|is|tell|write|give|show|print) (?:the|a|an|me|all|your|that|this|one)\b/g)?.length ?? 0),
  )
