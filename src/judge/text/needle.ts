import { decodings } from './decode.ts'
import { type Locate, loose, looseLocator, squeeze, tight } from './fold.ts'
import { findGarbled } from './garbled.ts'
import { type Decodable, type Haystack, leet, prepareHaystack, stepsOf } from './haystack.ts'

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
export function findNeedle(needle: Needle, searched: string | Haystack): Hit[] {
  if (needle.loose.length < 3) return []
  const hay = typeof searched === 'string' ? prepareHaystack(searched) : searched
  const { text } = hay
  const hits = findTight(needle, text, hay.tight())
  if (hits.length > 0 || needle.loose.length < minSymbols) return hits
  const spaced = findLoose(needle, text, hay.loose())
  if (spaced.length > 0) return spaced
  const disguised = findDisguised(needle, hay.loose(), hay.steps)
  const disguise = disguised && locate(text, looseLocator(text), disguised.at, needle.loose.length, disguised.by)
  if (disguise && isWhole(text, disguise)) return [disguise]
  return findDecoded(needle, hay.decoded())
}

function findDecoded(needle: Needle, { text, looseText, leetText, decodings: all }: Decodable): Hit[] {
  const unleet = leetText.indexOf(leet(needle.loose))
  const leetHit = unleet < 0 ? undefined : locate(text, looseLocator(text), unleet, needle.loose.length, 'in leetspeak')
  if (leetHit && isWhole(text, leetHit)) return [leetHit]
  for (const decoded of all) if (isWholeIn(decoded.loose, needle.loose)) return [{ how: decoded.by, text: excerptOf(decoded.text, needle) }]
  const inParts = findParts(needle, text)
  if (inParts) return [inParts]
  const garbled = findGarbled(needle.loose, looseText)
  return garbled ? [locate(text, looseLocator(text), garbled.start, garbled.length, withSlips)] : []
}

const withSlips = 'with a letter wrong'

/** A needle that was found as it is, in whatever writing, is certain; one with a slip in it may be another word after all. */
export const certaintyOf = ({ how }: Hit): 'confirmed' | 'firm' => (how === withSlips ? 'firm' : 'confirmed')

/** All parts of a secret such as amber-tulip-fern-48217 in their order, with other words between them: "first amber, then tulip …". */
function findParts({ text: whole }: Needle, text: string): Hit | undefined {
  const parts = (whole.match(/[\p{L}\p{N}]+/gu) ?? []).map((part) => tight(part))
  if (parts.length < 3 && !(parts.length === 2 && parts.some((part) => /^\d{4,}$/.test(part)))) return undefined
  if (parts.some((part) => part.length < 3) || parts.join('').length < minSymbols) return undefined
  const folded = tight(text)
  if (folded.length !== text.length) return undefined
  let tries = 0
  for (let start = folded.indexOf(parts[0]!); start >= 0 && tries < 20; start = folded.indexOf(parts[0]!, start + 1), tries++) {
    let end = start + parts[0]!.length
    const rest = parts.slice(1).every((part) => {
      const at = folded.slice(end, end + mostBetween).search(new RegExp(`(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])`, 'u'))
      end += at + part.length
      return at >= 0
    })
    if (rest) return { how: 'in parts', text: text.slice(start, end), start, end }
  }
  return undefined
}
// "the second part is", a line of a table, the next key of an object.
const mostBetween = 80

/** A piece of the needle in a text that is at least that share of it, and too long for chance. */
export function findPart(needle: Needle, searched: string | Haystack, share = 0.5): Hit | undefined {
  const size = Math.max(minSymbols, Math.ceil(needle.loose.length * share))
  if (needle.loose.length <= size) return undefined
  const hay = typeof searched === 'string' ? prepareHaystack(searched) : searched
  const at = indexOfAny(needle.loose, size, hay.loose().slice(0, mostPartChars))
  return at < 0 ? undefined : locate(hay.text, looseLocator(hay.text), at, size, 'a part of it')
}

// There may be many secrets, and each costs a pass: what is told in part is told early.
const mostPartChars = 65_536

/** Where a text first holds any piece of that size: one pass with a rolling hash, since long needles have hundreds of pieces. */
function indexOfAny(whole: string, size: number, text: string): number {
  const wanted = new Set(rollingHashes(whole, size))
  let wrong = 0
  let at = -1
  for (const hash of rollingHashes(text, size)) {
    at++
    if (!wanted.has(hash)) continue
    if (whole.includes(text.slice(at, at + size))) return at
    // Hashes that agree by chance are one in ten million; a text full of them was made to cost time.
    if (++wrong > 1000) return -1
  }
  return -1
}

function rollingHashes(text: string, size: number): Int32Array {
  const hashes = new Int32Array(Math.max(0, text.length - size + 1))
  let power = 1
  for (let at = 1; at < size; at++) power = Math.imul(power, base)
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    if (at >= size) hash = (hash - Math.imul(text.charCodeAt(at - size), power)) | 0
    hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
    if (at >= size - 1) hashes[at - size + 1] = hash
  }
  return hashes
}
const base = 0x01000193

/** Whether what we said holds the needle, plainly or in an encoding: then its coming back proves nothing. */
export function isIn(needle: Needle, said: string, alsoReversed: boolean): boolean {
  const tightSaid = tight(said)
  if (tightSaid.includes(needle.tight)) return true
  if (needle.loose.length < minSymbols) return false
  const looseSaid = squeeze(tightSaid)
  const disguised = findDisguised(needle, looseSaid, () => stepsOf(looseSaid))
  if (disguised && (alsoReversed || disguised.by !== reversed)) return true
  return decodings(said).some((decoded) => loose(decoded.text).includes(needle.loose))
}

/** Whether a hit is put together by us: pieces that all stand in what we said, with something between them. */
export function isAssembled(needle: Needle, hit: Hit, said: readonly string[]): boolean {
  if (hit.how === withSlips && isJoinedUp(needle, loose(hit.text), said)) return true
  const pieces = tight(hit.text).match(/[\p{L}\p{N}]+/gu) ?? []
  if (pieces.length < 2) return false
  // Spelt out letter by letter is an answer of its own, whatever letters we used.
  if (pieces.length >= 4 && pieces.join('').length / pieces.length <= 2) return false
  const tightSaid = tight(said.join('\n'))
  return pieces.every((piece) => tightSaid.includes(piece))
}

/** Our own words one after the other with a short word between them, "velvet y marble8213": what looks like a slip is an "and". */
function isJoinedUp(needle: Needle, found: string, said: readonly string[]): boolean {
  const ours = new Set(
    (tight(said.join('\n')).match(/[\p{L}\p{N}]{3,}/gu) ?? []).map(squeeze).filter((word) => needle.loose.includes(word)),
  )
  let rest = needle.loose
  for (let from = 0; rest !== ''; ) {
    const next = [...ours].filter((word) => rest.startsWith(word) && found.includes(word, from)).sort((a, b) => b.length - a.length)[0]
    if (next === undefined) return false
    from = found.indexOf(next, from) + next.length
    rest = rest.slice(next.length)
  }
  return true
}

function findTight(needle: Needle, text: string, tightText: string): Hit[] {
  const hits: Hit[] = []
  const place = looseLocator(text)
  let [squeezed, until] = [0, 0]
  for (let at = tightText.indexOf(needle.tight); at >= 0 && hits.length < 20; at = tightText.indexOf(needle.tight, at + 1)) {
    const end = at + needle.tight.length
    if (splitsNumber(tightText, at) || splitsNumber(tightText, end)) continue
    // Folding keeps the length of ordinary text; where it does not, the slow walk finds the place.
    if (tightText.length === text.length) hits.push({ how: 'verbatim', text: text.slice(at, end), start: at, end })
    else {
      squeezed += squeeze(tightText.slice(until, at)).length
      until = at
      hits.push(locate(text, place, squeezed, needle.loose.length, 'verbatim'))
    }
  }
  return hits
}

function findLoose(needle: Needle, text: string, looseText: string): Hit[] {
  const hits: Hit[] = []
  const place = looseLocator(text)
  for (let at = looseText.indexOf(needle.loose); at >= 0 && hits.length < 5; at = looseText.indexOf(needle.loose, at + 1)) {
    const hit = locate(text, place, at, needle.loose.length, 'written with other spacing')
    if (isWhole(text, hit)) hits.push(hit)
  }
  return hits
}

const isDigit = (char: string | undefined): boolean => char !== undefined && char >= '0' && char <= '9'
const splitsNumber = (text: string, at: number): boolean => isDigit(text[at - 1]) && isDigit(text[at])

/** Whether squeezed text holds the needle, and not as half of a longer number. */
function isWholeIn(looseText: string, wanted: string): boolean {
  let tries = 0
  for (let at = looseText.indexOf(wanted); at >= 0 && tries < 20; at = looseText.indexOf(wanted, at + 1), tries++)
    if (!splitsNumber(looseText, at) && !splitsNumber(looseText, at + wanted.length)) return true
  return false
}

/** Half of a longer number is another number. */
const isWhole = (text: string, hit: Hit): boolean => !splitsNumber(text, hit.start!) && !splitsNumber(text, hit.end!)

function locate(text: string, place: Locate, looseStart: number, length: number, how: string): Hit {
  const { start, end } = place(looseStart, length)
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

function findDisguised(needle: Needle, looseText: string, steps: () => string): { by: string; at: number } | undefined {
  for (const { by, text } of needle.disguises) {
    const at = looseText.indexOf(text)
    if (at >= 0) return { by, at }
  }
  // Letters shifted all alike keep their distances: one search instead of twenty-five.
  if (needle.disguises.length === 0 || needle.steps === '') return undefined
  const at = steps().indexOf(needle.steps)
  return at < 0 ? undefined : { by: 'in a shifted alphabet', at }
}
