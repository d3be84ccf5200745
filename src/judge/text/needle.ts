import { decodings, spellings } from './decode.ts'
import { locateLoose, loose, squeeze, tight } from './fold.ts'

/** A marker or secret to look for, with every disguise of it that is cheaper to write than to undo. */
export type Needle = Readonly<{
  text: string
  tight: string
  loose: string
  /** Empty for short needles and for those without enough letters. */
  steps: string
  disguises: readonly Readonly<{ by: string; text: string }>[]
}>

/** Where and how a needle was found. Offsets are of the text searched, where they are known. */
export type Hit = Readonly<{ how: string; text: string; start?: number; end?: number }>

// Fewer symbols than this turn up by chance once a text is squeezed or decoded.
const minSymbols = 8

export function prepareNeedle(text: string): Needle {
  const tightText = tight(text.trim())
  const looseText = squeeze(tightText)
  const long = looseText.length >= minSymbols
  const steps = long && /[a-z]{4}/.test(looseText) ? stepsOf(looseText) : ''
  return { text, tight: tightText, loose: looseText, steps, disguises: long ? disguisesOf(looseText) : [] }
}

/** Every way in which the needle shows in a text, best first; empty when it does not. */
export function findNeedle(needle: Needle, text: string): Hit[] {
  if (needle.loose.length < 3) return []
  const tightText = tight(text)
  const hits = findTight(needle, text, tightText)
  if (hits.length > 0 || needle.loose.length < minSymbols) return hits
  const looseText = squeeze(tightText)
  const spaced = findLoose(needle, text, looseText)
  if (spaced.length > 0) return spaced
  const disguised = findDisguised(needle, looseText)
  const disguise = disguised && locate(text, disguised.at, needle.loose.length, disguised.by)
  if (disguise && isWhole(text, disguise)) return [disguise]
  return findDecoded(needle, text.length > mostDecoded ? `${text.slice(0, mostDecoded - 16_384)}\n${text.slice(-16_384)}` : text)
}

// Decoding costs ten times what searching does; nobody hides a marker behind 48 KiB of something else.
const mostDecoded = 65_536

function findDecoded(needle: Needle, text: string): Hit[] {
  const looseText = loose(text)
  const unleet = leet(looseText).indexOf(leet(needle.loose))
  const leetHit = unleet < 0 ? undefined : locate(text, unleet, needle.loose.length, 'in leetspeak')
  if (leetHit && isWhole(text, leetHit)) return [leetHit]
  for (const decoded of [...decodings(text), ...spellings(text)])
    if (loose(decoded.text).includes(needle.loose)) return [{ how: decoded.by, text: excerptOf(decoded.text, needle) }]
  const garbled = findGarbled(needle.loose, looseText)
  return garbled ? [locate(text, garbled.start, garbled.length, 'with a letter wrong')] : []
}

/** The longest piece of the needle in a text, when it is at least half of it and too long for chance. */
export function findPart(needle: Needle, text: string): Hit | undefined {
  const size = Math.max(minSymbols, Math.ceil(needle.loose.length / 2))
  if (needle.loose.length <= size) return undefined
  const looseText = loose(text)
  for (let from = 0; from + size <= needle.loose.length; from++) {
    const at = looseText.indexOf(needle.loose.slice(from, from + size))
    if (at >= 0) return locate(text, at, size, 'a part of it')
  }
  return undefined
}

/** Whether what we said holds the needle, plainly or in an encoding: then its coming back proves nothing. */
export function isIn(needle: Needle, said: string, alsoReversed: boolean): boolean {
  const tightSaid = tight(said)
  if (tightSaid.includes(needle.tight)) return true
  if (needle.loose.length < minSymbols) return false
  const looseSaid = squeeze(tightSaid)
  const disguised = findDisguised(needle, looseSaid)
  if (disguised && (alsoReversed || disguised.by !== reversed)) return true
  return decodings(said).some((decoded) => loose(decoded.text).includes(needle.loose))
}

/** Whether a hit is put together by us: pieces that all stand in what we said, with something between them. */
export function isAssembled(hit: Hit, said: readonly string[]): boolean {
  const pieces = tight(hit.text).match(/[\p{L}\p{N}]+/gu) ?? []
  if (pieces.length < 2) return false
  // Spelt out letter by letter is an answer of its own, whatever letters we used.
  if (pieces.length >= 4 && pieces.join('').length / pieces.length <= 2) return false
  const tightSaid = tight(said.join('\n'))
  return pieces.every((piece) => tightSaid.includes(piece))
}

function findTight(needle: Needle, text: string, tightText: string): Hit[] {
  const hits: Hit[] = []
  for (let at = tightText.indexOf(needle.tight); at >= 0 && hits.length < 20; at = tightText.indexOf(needle.tight, at + 1)) {
    const end = at + needle.tight.length
    if (splitsNumber(tightText, at) || splitsNumber(tightText, end)) continue
    // Folding keeps the length of ordinary text; where it does not, the slow walk finds the place.
    hits.push(
      tightText.length === text.length
        ? { how: 'verbatim', text: text.slice(at, end), start: at, end }
        : locate(text, squeeze(tightText.slice(0, at)).length, needle.loose.length, 'verbatim'),
    )
  }
  return hits
}

function findLoose(needle: Needle, text: string, looseText: string): Hit[] {
  const hits: Hit[] = []
  for (let at = looseText.indexOf(needle.loose); at >= 0 && hits.length < 5; at = looseText.indexOf(needle.loose, at + 1)) {
    const hit = locate(text, at, needle.loose.length, 'written with other spacing')
    if (isWhole(text, hit)) hits.push(hit)
  }
  return hits
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'
const splitsNumber = (text: string, at: number): boolean => isDigit(text[at - 1]) && isDigit(text[at])

/** Half of a longer number is another number. */
const isWhole = (text: string, hit: Hit): boolean => !splitsNumber(text, hit.start!) && !splitsNumber(text, hit.end!)

function locate(text: string, looseStart: number, length: number, how: string): Hit {
  const { start, end } = locateLoose(text, looseStart, length)
  return { how, text: text.slice(start, Math.min(end, start + 400)), start, end }
}

const excerptOf = (decoded: string, needle: Needle): string => {
  const at = tight(decoded).indexOf(needle.tight)
  return decoded.slice(Math.max(0, at - 20), Math.max(0, at) + needle.text.length + 20)
}

const reversed = 'reversed'

function disguisesOf(plain: string): { by: string; text: string }[] {
  return [
    { by: reversed, text: [...plain].reverse().join('') },
    { by: 'in Atbash', text: plain.replace(/[a-z]/g, (char) => String.fromCharCode(219 - char.charCodeAt(0))) },
  ].filter(({ text }) => text !== plain)
}

function findDisguised(needle: Needle, looseText: string): { by: string; at: number } | undefined {
  for (const { by, text } of needle.disguises) {
    const at = looseText.indexOf(text)
    if (at >= 0) return { by, at }
  }
  // Letters shifted all alike keep their distances: one search instead of twenty-five.
  if (needle.disguises.length === 0 || needle.steps === '') return undefined
  const at = stepsOf(looseText).indexOf(needle.steps)
  return at < 0 ? undefined : { by: 'in a shifted alphabet', at }
}

/** The distance from each letter to the next as a character; digits stand for themselves. */
function stepsOf(text: string): string {
  const steps = new Uint16Array(Math.max(0, text.length - 1))
  let before = text.charCodeAt(0)
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    steps[at - 1] = isLetter(before) && isLetter(code) ? 200 + ((code - before + 26) % 26) : isLetter(code) ? 300 : code
    before = code
  }
  return utf16.decode(steps)
}
const utf16 = new TextDecoder('utf-16le')
const isLetter = (code: number): boolean => code >= 97 && code <= 122

const leetDigits: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', l: 'i' }
const leet = (text: string): string => text.replace(/[013457l]/g, (char) => leetDigits[char]!)

/**
 * A word needle with one letter in eight wrong, missing or added, as small models garble them. Digits must all be right:
 * another number is another secret. Needles without a real word in them (hex, codes) allow nothing.
 */
function findGarbled(needle: string, text: string): { start: number; length: number } | undefined {
  const edits = /[a-z]{4,}/.test(needle) && !/^[0-9a-f]+$/.test(needle) ? Math.floor(needle.length / 8) : 0
  if (edits === 0) return undefined
  const pieceLength = Math.floor(needle.length / (edits + 1))
  for (let piece = 0; piece <= edits; piece++) {
    const from = piece * pieceLength
    const part = needle.slice(from, piece === edits ? undefined : from + pieceLength)
    for (let at = text.indexOf(part), tries = 0; at >= 0 && tries < 500; at = text.indexOf(part, at + 1), tries++) {
      const windowStart = Math.max(0, at - from - edits)
      const length = garbledLength(needle, text.slice(windowStart, at - from + needle.length + edits), edits)
      if (length) return { start: windowStart + length.start, length: length.size }
    }
  }
  return undefined
}

/** Whether the window holds the needle within that many edits, none of them at a digit: a small edit-distance table. */
function garbledLength(needle: string, window: string, edits: number): { start: number; size: number } | undefined {
  for (let start = 0; start <= 2 * edits && start < window.length; start++) {
    const rest = window.slice(start)
    let previous = [0]
    for (const char of rest) previous.push(previous.at(-1)! + (isDigit(char) ? 99 : 1))
    for (let row = 1; row <= needle.length; row++) {
      const dropCost = isDigit(needle[row - 1]) ? 99 : 1
      const current = [previous[0]! + dropCost]
      for (let at = 1; at <= rest.length; at++) {
        const addCost = isDigit(rest[at - 1]) ? 99 : 1
        const swapCost = needle[row - 1] === rest[at - 1] ? 0 : Math.max(dropCost, addCost)
        current.push(Math.min(previous[at - 1]! + swapCost, previous[at]! + dropCost, current[at - 1]! + addCost))
      }
      previous = current
    }
    for (let size = rest.length; size > 0; size--)
      if (previous[size]! <= edits && !(isDigit(rest[size - 1]) && isDigit(rest[size]))) return { start, size }
  }
  return undefined
}
