/**
 * Text as a reader sees it, in two strengths. `tight` undoes look-alikes, invisible characters, accents and case;
 * `loose` also drops everything that is not a letter or a digit.
 */
export function tight(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(invisible, '').toLowerCase().replace(foreign, foldForeign)
}

export function loose(text: string): string {
  return squeeze(tight(text))
}

/** Drops what is neither letter nor digit from text that is tight already. */
export function squeeze(tightText: string): string {
  return isAscii(tightText) ? tightText.replace(/[^a-z0-9]+/g, '') : tightText.replace(/[^\p{L}\p{N}]+/gu, '')
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

// Combining marks, format characters (zero-width, bidi, tags) and variation selectors.
const invisible = /[\p{M}\p{Cf}]+/gu
const foldForeign = (char: string): string => lookAlike.get(char) ?? char

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
// Only what has a double is looked up: a quarter of a megabyte of Chinese costs no calls.
const foreign = new RegExp(`[${[...lookAlike.keys()].join('')}]`, 'gu')
