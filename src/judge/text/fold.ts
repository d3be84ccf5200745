/**
 * Text as a reader sees it, in two strengths. `tight` undoes look-alikes, invisible characters, accents and case;
 * `loose` also drops everything that is not a letter or a digit.
 */
export function tight(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return walk(text.normalize('NFKD').toLowerCase(), (code) => tables().folded[code]!)
}

export function loose(text: string): string {
  return squeeze(tight(text))
}

/** Drops what is neither letter nor digit from text that is tight already. */
export function squeeze(tightText: string): string {
  if (isAscii(tightText)) return tightText.replace(/[^a-z0-9]+/g, '')
  const { isWord } = tables()
  return walk(tightText, (code) => (isWord[code] === 1 ? code : 0))
}

/** Tight text with a single space for each stretch that is neither letter nor digit. */
export function spaced(text: string): string {
  const tightText = tight(text)
  if (isAscii(tightText)) return tightText.replace(/[^a-z0-9]+/g, ' ')
  const { isWord } = tables()
  let before = 32
  return walk(tightText, (code) => {
    const now = isWord[code] === 1 ? code : 32
    const kept = now === 32 && before === 32 ? 0 : now
    before = now
    return kept
  })
}

/** One pass with a table instead of a regular expression with a callback: ten times faster on a quarter of a megabyte. */
function walk(text: string, map: (code: number) => number): string {
  const out = new Uint16Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // The high half of every tag character and supplementary variation selector.
    if (code === 0xdb40) at++
    else {
      const mapped = map(code)
      if (mapped !== 0) out[length++] = mapped
    }
  }
  return utf16.decode(out.subarray(0, length))
}
const utf16 = new TextDecoder('utf-16le')

type Tables = Readonly<{ folded: Uint16Array; isWord: Uint8Array }>
let made: Tables | undefined

/** For each UTF-16 unit: what it folds to (0 drops it), and whether it belongs to a word. Made by the first text that is not ASCII. */
function tables(): Tables {
  if (made) return made
  const folded = new Uint16Array(0x10000)
  const isWord = new Uint8Array(0x10000)
  for (let code = 1; code < 0x10000; code++) {
    const char = String.fromCharCode(code)
    const surrogate = code >= 0xd800 && code <= 0xdfff
    folded[code] = !surrogate && invisible.test(char) ? 0 : (lookAlike.get(char)?.charCodeAt(0) ?? code)
    isWord[code] = surrogate || word.test(char) ? 1 : 0
  }
  made = { folded, isWord }
  return made
}

/** Where a stretch of `loose(text)` lies in the text itself. A second, slower walk: only for what was found. */
export function locateLoose(text: string, looseStart: number, looseLength: number): Readonly<{ start: number; end: number }> {
  let produced = 0
  let start = text.length
  for (let at = 0; at < text.length; ) {
    const size = text.codePointAt(at)! > 0xffff ? 2 : 1
    const length = looseLengthOf(text.slice(at, at + size))
    if (length > 0 && produced <= looseStart && looseStart < produced + length) start = at
    produced += length
    at += size
    if (produced >= looseStart + looseLength) return { start, end: at }
  }
  return { start: Math.min(start, text.length), end: text.length }
}

export function isAscii(text: string): boolean {
  return !/[^\x00-\x7f]/.test(text)
}

// Combining marks with variation selectors; format characters: zero-width, bidi.
const invisible = /[\p{M}\p{Cf}]/u
const word = /[\p{L}\p{N}]/u

const lengths = new Map<string, number>()
function looseLengthOf(char: string): number {
  const code = char.charCodeAt(0)
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? 1 : 0
  const known = lengths.get(char)
  if (known !== undefined) return known
  const length = loose(char).length
  if (lengths.size < 5000) lengths.set(char, length)
  return length
}

// Letters of other scripts that are drawn like Latin ones, after NFKD and lower-casing.
const drawnAlike: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьв',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽε',
  f: 'ƒ',
  g: 'ɡց',
  h: 'һհн',
  i: 'іιıɩ',
  j: 'јϳ',
  k: 'кκ',
  l: 'ӏɫⅼ',
  m: 'мʍ',
  n: 'пηո',
  o: 'оοօσ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гʀ',
  s: 'ѕꜱ',
  t: 'тτ',
  u: 'υսᴜ',
  v: 'ѵν',
  w: 'ԝωѡш',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
}
const lookAlike = new Map(Object.entries(drawnAlike).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)))
for (const dash of '‐‑‒–—−') lookAlike.set(dash, '-')
for (const quote of '‘’ʼ') lookAlike.set(quote, "'")
